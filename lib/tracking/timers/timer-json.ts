import { cycleJson, phaseJson } from '#/lib/tracking/cycles/phase-json.ts';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import { zonesOf } from '#/lib/tracking/spans/span.ts';
import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';
import { capAt, elapsedMs, openSpan, type Span, type Timer } from '#/lib/tracking/timers/timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * A timer as the API returns it, at `now`. A cap that has passed is applied at once, even before a worker has stored
 * it, so that every reader sees the same state.
 */
export function timerJson(stored: Timer, now: Date): TimerJson {
  return factsOf(settle(stored, now), now);
}

/** A timer before a change at `now`: as stored, even if its cap has passed. */
export function timerJsonBefore(stored: Timer, now: Date): TimerJson {
  const cap = capAt(stored);
  return factsOf(stored, cap && cap < now ? cap : now);
}

function spanJson(span: Span, timer: Timer): SpanJson {
  const { startedZone, endedZone } = zonesOf(span, timer);
  return {
    id: span.id,
    started_at: span.startedAt.toISOString(),
    ended_at: span.endedAt?.toISOString() ?? null,
    origin: span.origin,
    started_zone: startedZone,
    ended_zone: endedZone,
  };
}

function factsOf(timer: Timer, now: Date): TimerJson {
  return {
    id: timer.id,
    user_id: timer.userId,
    type: timer.type,
    status: timer.status,
    title: timer.title,
    ticket: timer.ticket,
    project: timer.project,
    tags: timer.tags,
    started_at: timer.startedAt.toISOString(),
    ended_at: timer.endedAt?.toISOString() ?? null,
    expected_end_at: timer.expectedEndAt?.toISOString() ?? null,
    running_since: openSpan(timer)?.startedAt.toISOString() ?? null,
    elapsed_ms: elapsedMs(timer, now),
    cap_at: capAt(timer)?.toISOString() ?? null,
    plan: timer.plan,
    phase: phaseJson(timer, now),
    cycles: timer.cycles.map(cycleJson),
    spans: timer.spans.map((span) => spanJson(span, timer)),
    version: timer.version,
    end_reason: timer.endReason,
    needs_review: timer.needsReview,
    last_seen_at: timer.lastSeenAt?.toISOString() ?? null,
    created_via: timer.createdVia,
    created_at: timer.createdAt.toISOString(),
    updated_at: timer.updatedAt.toISOString(),
  };
}
