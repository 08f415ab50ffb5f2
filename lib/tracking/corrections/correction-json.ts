import type {
  CorrectionItem,
  CorrectionRow,
  ListedCorrection,
  TimerFacts,
} from '#/lib/tracking/corrections/correction.ts';
import type {
  CorrectedJson,
  CorrectionJson,
  EffectJson,
  ListedCorrectionJson,
} from '#/lib/tracking/corrections/correction-schemas.ts';
import type { Corrected, Effect } from '#/lib/tracking/corrections/effect.ts';
import type { TeamTimersPage } from '#/lib/tracking/corrections/list-team-timers.ts';
import type { TeamTimersJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import { statusAt } from '#/lib/tracking/exports/export.ts';
import { elapsedMs } from '#/lib/tracking/timers/timer.ts';
import { timerJson, timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';

export function correctionJson(correction: CorrectionRow): CorrectionJson {
  return {
    id: correction.id,
    created_by: correction.createdBy,
    reason: correction.reason,
    created_at: correction.createdAt.toISOString(),
    reverts_id: correction.revertsId,
    reverted_by: correction.revertedBy,
  };
}

/** In a list, with a short form of its first timer. */
export function listedJson(correction: ListedCorrection): ListedCorrectionJson {
  const { timers, first, createdAt } = correction;
  return { ...correctionJson(correction), timers, first: first && firstJson(first, createdAt) };
}

function firstJson({ timerId, userId, before, after }: CorrectionItem, at: Date): ListedCorrectionJson['first'] {
  return {
    timer_id: timerId,
    user_id: userId,
    label: before.ticket?.key ?? before.title,
    started_at: before.startedAt.toISOString(),
    before_ms: countedMs(before, at),
    after_ms: after.userId === userId ? countedMs(after, at) : 0,
  };
}

function countedMs({ status, spans }: TimerFacts, at: Date): number {
  return status === 'discarded' ? 0 : elapsedMs({ spans }, at);
}

export function teamTimersJson({ timers, owners, count, nextCursor, now }: TeamTimersPage): TeamTimersJson {
  return {
    timers: timers.map((timer) => timerJson(timer, now)),
    owners: owners.map(({ userId, name, timeZone, dayStartHour }) => ({
      user_id: userId,
      name,
      time_zone: timeZone,
      day_start_hour: dayStartHour,
    })),
    count,
    next_cursor: nextCursor,
    server_time: now.toISOString(),
  };
}

/** A timer before and after a correction, at `now`. */
export function correctedJson({ before, after }: Corrected, now: Date): CorrectedJson {
  return { before: timerJsonBefore(before, now), after: timerJson(after, now) };
}

export function effectJson({ timers, days, tickets, closed, exports: affected }: Effect, now: Date): EffectJson {
  return {
    timers: timers.map((one) => correctedJson(one, now)),
    days: days.map(({ userId, date, beforeMs, afterMs }) => ({
      user_id: userId,
      date,
      before_ms: beforeMs,
      after_ms: afterMs,
    })),
    tickets: tickets.map(({ ticket, userId, beforeMs, afterMs }) => ({
      ticket,
      user_id: userId,
      before_ms: beforeMs,
      after_ms: afterMs,
    })),
    closed: closed.map(({ userId, through, week }) => ({
      user_id: userId,
      through,
      week_starts_on: week?.startsOn ?? null,
    })),
    exports: affected.exports.map((one) => ({
      id: one.id,
      user_id: one.userId,
      file_name: one.fileName,
      format: one.format,
      status: statusAt(one, now),
      from: one.from,
      to: one.to,
      created_at: one.createdAt.toISOString(),
      expires_at: one.expiresAt?.toISOString() ?? null,
    })),
    exports_count: affected.count,
  };
}
