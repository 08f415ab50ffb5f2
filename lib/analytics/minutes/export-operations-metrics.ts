import { findLatest, type Latest } from '#/lib/analytics/minutes/find-latest.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readGauge } from '#/lib/core/metrics.ts';

const NOT_KNOWN = Number.NaN;

type Metric = [name: string, help: string, read: (latest: Latest) => number];

const GAUGES: Metric[] = [
  ['timers_running', 'Timers that run, in all workspaces', ({ gauges }) => gauges.timersRunning],
  ['timers_paused', 'Timers that are paused, in all workspaces', ({ gauges }) => gauges.timersPaused],
  ['overdue_alarms', 'Alarms past their time that nobody has claimed', ({ gauges }) => gauges.overdue],
  [
    'oldest_overdue_seconds',
    'For how long the oldest of them has waited',
    ({ gauges }) => gauges.oldestOverdueMs / 1_000,
  ],
  ['retrying_alarms', 'Alarms that failed and are retried', ({ gauges }) => gauges.retrying],
  [
    'endpoints_failing',
    'Enabled webhook endpoints whose last attempts failed',
    ({ gauges }) => gauges.endpointsFailing,
  ],
  ['workers', 'Workers that are alive', ({ gauges }) => gauges.workers],
  ['jobs_queued', 'Jobs of pg-boss that wait', ({ gauges }) => sum(gauges.queues, 'queued')],
  ['jobs_failed', 'Jobs of pg-boss that failed for good and are kept', ({ gauges }) => sum(gauges.queues, 'failed')],
  ['database_connections', 'Connections to the database', ({ gauges }) => gauges.database.connections],
  ['database_size_bytes', 'Size of the database', ({ gauges }) => gauges.database.bytes],
  ['database_dead_rows', 'Dead rows', ({ gauges }) => gauges.database.dead_rows],
  [
    'database_oldest_transaction_seconds',
    'Age of the oldest open transaction',
    ({ gauges }) => gauges.database.oldest_transaction_ms / 1_000,
  ],
  ['database_connections_max', 'Connections that there may be', ({ gauges }) => gauges.database.max_connections],
  [
    'canary_age_seconds',
    'How long ago the last test alarm that came through was due',
    ({ canary }) => (canary ? canary.ageMs / 1_000 : NOT_KNOWN),
  ],
  [
    'canary_lateness_seconds',
    'How late the last test alarm was',
    ({ canary }) => (canary ? canary.lateMs / 1_000 : NOT_KNOWN),
  ],
  [
    'figures_age_seconds',
    'Age of the last minute that was written',
    ({ minuteAgeMs }) => (minuteAgeMs === null ? NOT_KNOWN : minuteAgeMs / 1_000),
  ],
  ['on_hold', '1 while the engine is on hold and nothing fires', ({ isOnHold }) => Number(isOnHold)],
  ['alerts_open', 'Alerts that are open', ({ alertsOpen }) => alertsOpen],
];

/**
 * Exports the metrics of the whole service to Prometheus. Every process exports the same, web processes too, since
 * there may be no worker.
 */
export function exportOperationsMetrics(ctx: Omit<Ctx, 'actor'>, canaryWorkspace: string): void {
  let asking: Promise<Latest> | null = null;
  // One query for everything that one scrape reads.
  const query = () => {
    asking ??= findLatest(ctx, canaryWorkspace).finally(() => {
      asking = null;
    });
    return asking;
  };
  for (const [name, help, read] of GAUGES) {
    readGauge(name, help, async () => read(await query()));
  }
}

function sum(queues: Latest['gauges']['queues'], key: 'queued' | 'failed'): number {
  return queues.reduce((total, queue) => total + queue[key], 0);
}
