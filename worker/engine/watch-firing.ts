import type { FiringWatch } from '#/lib/alarms/firing/alarm-firing.ts';
import { latenessMs, type Settlement } from '#/lib/alarms/firing/firing.ts';
import { log } from '#/lib/core/log.ts';
import { MS_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';
import { hintChange } from '#/lib/events/alarm-hint.ts';
import { hintFeed } from '#/lib/events/feed-hint.ts';

/** What the rest of the service hears of the engine: the log, the screens and the feed. */
export function watchFiring(db: Db): FiringWatch {
  return {
    claimed: (alarms) => {
      for (const { id, workspaceId, attempt } of alarms) {
        log.debug({ alarm: id, workspace: workspaceId, attempt }, 'fired');
        hintChange(db, workspaceId);
      }
    },
    settled: (settlements, { own, hasEvents }) => {
      for (const settlement of settlements) {
        tell(settlement, own.has(settlement.claimed.id));
        hintChange(db, settlement.claimed.workspaceId);
      }
      if (hasEvents) hintFeed(db);
    },
    takenOver: (count) => log.warn({ count }, 'took over what a lost worker held'),
    looked: () => {},
  };
}

function tell(settlement: Settlement, isOwn: boolean): void {
  const { claimed, end, nextAttemptUs, attempt } = settlement;
  const facts = {
    alarm: claimed.id,
    workspace: claimed.workspaceId,
    attempt: claimed.attempt,
    late_ms: rounded(latenessMs(settlement)),
    duration_ms: attempt ? rounded(attempt.durationUs / MS_US) : null,
    status: attempt?.statusCode ?? null,
    outcome: attempt?.outcome ?? null,
  };
  if (!isOwn) log.warn(facts, 'came too late: the alarm was taken over');
  else if (end?.status === 'delivered') log.info(facts, 'delivered');
  else if (end) log.warn({ ...facts, reason: end.reason }, end.status);
  else
    log.warn(
      { ...facts, retry_ms: attempt && nextAttemptUs && rounded((nextAttemptUs - attempt.startedUs) / MS_US) },
      'retried',
    );
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000;
}
