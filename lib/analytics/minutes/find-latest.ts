import { listOpenAlerts } from '#/lib/analytics/alerts/alert-store.ts';
import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import { findLatestMinute } from '#/lib/analytics/minutes/minute-store.ts';
import { findLastCanary, findOnHoldSince } from '#/lib/analytics/minutes/present-query.ts';
import { readGauges } from '#/lib/analytics/minutes/write-minute.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** The current gauges, the time since a minute was last written, the last canary, and how many alerts are open. */
export type Latest = {
  gauges: Gauges;
  /** Null before the first one. */
  minuteAgeMs: number | null;
  /** Null if there was none in the last hour. */
  canary: { ageMs: number; lateMs: number } | null;
  alertsOpen: number;
  isOnHold: boolean;
};

/** The service-wide metrics for Prometheus, counted now. */
export async function findLatest({ db, clock }: Omit<Ctx, 'actor'>, canaryWorkspace: string): Promise<Latest> {
  const now = await clock.now(db);
  const gauges = await readGauges({ db }, now, canaryWorkspace);
  const [minute, alerts, canary, onHoldSince] = await Promise.all([
    findLatestMinute(db),
    listOpenAlerts(db),
    findLastCanary(db, canaryWorkspace, new Date(now.getTime() - HOUR_MS)),
    findOnHoldSince(db),
  ]);
  return {
    gauges,
    minuteAgeMs: minute && now.getTime() - minute.getTime(),
    canary: canary && { ageMs: now.getTime() - canary.dueAt.getTime(), lateMs: canary.lateMs },
    alertsOpen: alerts.length,
    isOnHold: onHoldSince !== null,
  };
}
