import type { Ctx } from '#/lib/accounts/context.ts';
import { listOpenAlerts } from '#/lib/analytics/alerts/alert-store.ts';
import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import { findLatestMinute } from '#/lib/analytics/minutes/minute-store.ts';
import { findLastCanary } from '#/lib/analytics/minutes/present-query.ts';
import { readGauges } from '#/lib/analytics/minutes/write-minute.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** How the service does now, when a minute was written last, how the last canary did, and how many alerts are open. */
export type Latest = {
  gauges: Gauges;
  /** Null before the first. */
  minuteAgeMs: number | null;
  /** Null without one in the last hour. */
  canary: { ageMs: number; lateMs: number } | null;
  alertsOpen: number;
};

/** What Prometheus is told of the whole service, counted now. */
export async function findLatest({ db, clock }: Omit<Ctx, 'actor'>, canaryWorkspace: string): Promise<Latest> {
  const now = await clock.now(db);
  const gauges = await readGauges({ db }, now, canaryWorkspace);
  const [minute, alerts, canary] = await Promise.all([
    findLatestMinute(db),
    listOpenAlerts(db),
    findLastCanary(db, canaryWorkspace, new Date(now.getTime() - HOUR_MS)),
  ]);
  return {
    gauges,
    minuteAgeMs: minute && now.getTime() - minute.getTime(),
    canary: canary && { ageMs: now.getTime() - canary.dueAt.getTime(), lateMs: canary.lateMs },
    alertsOpen: alerts.length,
  };
}
