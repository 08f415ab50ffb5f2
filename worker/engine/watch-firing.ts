import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { factLog, log } from '#/lib/core/log.ts';
import {
  deadLetters,
  eventsProcessed,
  firingDuration,
  firingLateness,
  processingErrors,
  readGauge,
} from '#/lib/core/metrics.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';
import { isCanary } from '#/lib/engine/canary/canary.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import type { FiringWatch } from '#/lib/engine/firing/alarm-firing.ts';
import { engineLatenessMs, latenessMs, type Settlement } from '#/lib/engine/settle/settlement.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';
import { notifyDeliveriesDue } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/feed/notify/notify-feed.ts';

/** Later attempts share a label, so that metrics stay few. */
const MAX_ATTEMPTS_SHOWN = 10;

const claimLateness = firingLateness.labels('claim');
const sentLateness = firingLateness.labels('sent');
const responseLateness = firingLateness.labels('responded');

/**
 * What the engine reports to the rest of the service: the log, the metrics, the figures by minute, the screens and the
 * feed.
 */
export function watchFiring(db: Db, tally: AttemptCounter = new AttemptCounter()): FiringWatch {
  let backlogAgeS = 0;
  readGauge('backlog_age_seconds', 'How long the oldest overdue alarm has waited', () => backlogAgeS);
  return {
    claimed: (all, nowUs) => {
      const alarms = all.filter((one) => !isCanary(one));
      eventsProcessed.inc({ type: 'fired' }, alarms.length);
      for (const alarm of alarms) recordClaim(alarm, nowUs);
      for (const { workspaceId, endpointId } of alarms) if (endpointId === null) notifyAlarmChange(db, workspaceId);
    },
    settled: (settlements, { own, hasEvents, hasCallbacks, writtenUs }) => {
      for (const settlement of settlements) {
        const isOwn = own.has(settlement.claim.id);
        count(tally, settlement, { isOwn, writtenUs });
        if (isCanary(settlement.claim)) continue;
        measure(settlement);
        logOutcome(settlement, isOwn);
        if (settlement.claim.endpointId === null) notifyAlarmChange(db, settlement.claim.workspaceId);
        notifyRetry(db, settlement);
      }
      if (hasCallbacks) notifyAlarmDue(db, writtenUs, writtenUs);
      if (!hasEvents) return;
      notifyFeed(db);
      notifyDeliveriesDue(db, new Date(writtenUs / MS_US));
    },
    // Sleeping workers are not aware of these.
    released: (earliestUs, nowUs) => notifyAlarmDue(db, earliestUs, nowUs),
    reclaimed: (count) => log.warn({ count }, 'reclaimed alarms of a lost worker'),
    looked: ({ overdueUs, nowUs }) => {
      backlogAgeS = overdueUs === null ? 0 : (nowUs - overdueUs) / SECOND_US;
    },
  };
}

/**
 * Adds to the figures by minute: alarms, and separately canaries; deliveries to endpoints are not alarms. An attempt
 * counts only when the alarm was still this worker's: otherwise another worker counts it.
 */
function count(tally: AttemptCounter, settlement: Settlement, result: { isOwn: boolean; writtenUs: Micros }): void {
  const { claim, end } = settlement;
  const late = latenessMs(settlement);
  const dueMs = claim.dueUs / MS_US;
  if (isCanary(claim)) {
    if (late !== null) tally.addCanary({ dueMs, latenessMs: late });
    return;
  }
  if (claim.endpointId !== null) return;
  const how = end?.status ?? 'retried';
  tally.add({
    dueMs,
    atMs: result.writtenUs / MS_US,
    isFirst: claim.attempt === 1,
    latenessMs: late,
    engineLatenessMs: engineLatenessMs(settlement),
    end: how === 'aborted' || !result.isOwn ? 'other' : how,
  });
}

/** Retries due before a worker's longest sleep ends would be found late. */
function notifyRetry(db: Db, { nextAttemptUs, attempt }: Settlement): void {
  if (nextAttemptUs !== null && attempt) notifyAlarmDue(db, nextAttemptUs, attempt.startedUs + attempt.durationUs);
}

function recordClaim({ id, workspaceId, attempt, attemptUs }: Claim, nowUs: Micros): void {
  // Claims are made a little ahead, which is not early: they are held until they are due.
  claimLateness.observe(Math.max(0, nowUs - attemptUs) / SECOND_US);
  factLog.debug({ alarm: id, workspace: workspaceId, attempt }, 'fired');
}

function measure(settlement: Settlement): void {
  const { claim, end, attempt } = settlement;
  if (end?.status === 'dead') deadLetters.inc({ reason: end.reason });
  eventsProcessed.inc({ type: end?.reason === 'skipped' ? 'skipped' : (end?.status ?? 'retried') });
  if (!attempt) return;
  firingDuration.observe(attempt.durationUs / SECOND_US);
  if (attempt.sentUs !== null) {
    sentLateness.observe((latenessMs(settlement) ?? 0) / 1_000);
    responseLateness.observe((attempt.startedUs + attempt.durationUs - claim.attemptUs) / SECOND_US);
  }
  if (end?.status === 'delivered') return;
  const kind = attempt.outcome === 'responded' ? `status_${attempt.statusCode}` : attempt.outcome;
  processingErrors.inc({ kind, attempt: Math.min(MAX_ATTEMPTS_SHOWN, attempt.attempt) });
}

function logOutcome(settlement: Settlement, isOwn: boolean): void {
  const { claim, end, nextAttemptUs, attempt } = settlement;
  const facts = {
    alarm: claim.id,
    workspace: claim.workspaceId,
    attempt: claim.attempt,
    late_ms: latenessMs(settlement),
    duration_ms: attempt && attempt.durationUs / MS_US,
    status: attempt?.statusCode ?? null,
    outcome: attempt?.outcome ?? null,
  };
  if (!isOwn) factLog.warn(facts, 'came too late: the alarm was reclaimed');
  else if (end?.status === 'delivered') factLog.info(facts, 'delivered');
  else if (end) factLog.warn({ ...facts, reason: end.reason }, end.status);
  else
    factLog.warn(
      { ...facts, retry_ms: attempt && nextAttemptUs && (nextAttemptUs - attempt.startedUs) / MS_US },
      'retried',
    );
}
