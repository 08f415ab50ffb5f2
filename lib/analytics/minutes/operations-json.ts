import { alertJson } from '#/lib/analytics/alerts/alert-json.ts';
import type { OfService, Operations } from '#/lib/analytics/minutes/get-operations.ts';
import { barsOf, countOf, percentilesOf } from '#/lib/analytics/minutes/lateness.ts';
import type {
  OperationsJson,
  OperationsWindow,
  ReplicaJson,
  ServiceJson,
} from '#/lib/analytics/minutes/operations-schemas.ts';
import type { Point } from '#/lib/analytics/minutes/points-query.ts';
import { ALIVE_MS } from '#/lib/analytics/minutes/write-minute.ts';
import { troubledEndpointJson, troubledHostJson } from '#/lib/analytics/trouble/trouble-json.ts';

const NO_PERCENTILES = { p50_ms: null, p95_ms: null, p99_ms: null };
const TOTAL_KEYS = ['due', 'fired', 'delivered', 'retried', 'dead'] as const;

/** How far the replica is behind, or why it can't be read. */
type Replica = { lagMs: number | null; problem: ReplicaJson['problem'] };
/**
 * The objective for 99 % of the first attempts, the interval of canaries (0: none), and the replica that reports read.
 */
type Set = { objectiveMs: number; canaryEverySeconds: number; replica: Replica | null };

/** The state of the service, as the API writes it. */
export function operationsJson(
  { from, to, stepSeconds, workspace, trouble, alertsOpen, onHoldSince, service, now }: Operations,
  { window, ...set }: Set & { window: OperationsWindow },
): OperationsJson {
  return {
    window,
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: stepSeconds,
    workspace: {
      dead: workspace.dead,
      died: workspace.died,
      retrying: workspace.retrying,
      next_attempt_at: workspace.nextAttemptAt?.toISOString() ?? null,
      endpoints_failing: workspace.endpointsFailing,
      troubled_endpoints: trouble.endpoints?.map(troubledEndpointJson) ?? null,
      troubled_hosts: trouble.hosts?.map(troubledHostJson) ?? null,
    },
    alerts_open: alertsOpen,
    on_hold_since: onHoldSince?.toISOString() ?? null,
    service: service && serviceJson(service, { ...set, from }, now),
    server_time: now.toISOString(),
  };
}

function serviceJson(
  service: OfService,
  { objectiveMs, canaryEverySeconds, replica, from }: Set & { from: Date },
  now: Date,
): ServiceJson {
  const { points, timersByMinute, gaps, lateness, canaries, canary, workers, alerts, migrations } = service;
  const totals = TOTAL_KEYS.map((key) => [key, points.reduce((sum, point) => sum + (point[key] ?? 0), 0)] as const);
  return {
    points: points.map(pointJson),
    timers_by_minute: timersByMinute && { from: from.toISOString(), ...timersByMinute },
    gaps: gaps.map((gap) => ({ from: gap.from.toISOString(), to: gap.to.toISOString() })),
    totals: { ...(Object.fromEntries(totals) as Record<(typeof TOTAL_KEYS)[number], number>), canaries },
    lateness: {
      count: countOf(lateness),
      ...(percentilesOf(lateness) ?? NO_PERCENTILES),
      objective_ms: objectiveMs,
      bars: barsOf(lateness),
    },
    now: nowJson(service),
    canary: {
      every_seconds: canaryEverySeconds,
      last: canary && { due_at: canary.dueAt.toISOString(), late_ms: canary.lateMs },
    },
    workers: workers.map(({ id, version, startedAt, seenAt, clockOffsetMs }) => ({
      id,
      version,
      started_at: startedAt.toISOString(),
      seen_at: seenAt.toISOString(),
      is_alive: now.getTime() - seenAt.getTime() < ALIVE_MS,
      clock_offset_ms: clockOffsetMs,
    })),
    alerts: alerts.map(alertJson),
    migrations,
    replica: replica && replicaJson(replica),
  };
}

export function replicaJson({ lagMs, problem }: Replica): ReplicaJson {
  return { lag_ms: lagMs, problem };
}

function pointJson({ at, timersRunning, timersPaused, ...figures }: Point): ServiceJson['points'][number] {
  return { ...figures, at: at.toISOString(), timers_running: timersRunning, timers_paused: timersPaused };
}

function nowJson({ gauges, dead, died }: OfService): ServiceJson['now'] {
  return {
    timers_running: gauges.timersRunning,
    timers_paused: gauges.timersPaused,
    pending: gauges.pending,
    overdue: gauges.overdue,
    oldest_overdue_ms: gauges.oldestOverdueMs,
    retrying: gauges.retrying,
    dead,
    died,
    endpoints_failing: gauges.endpointsFailing,
    queues: gauges.queues,
    database: gauges.database,
  };
}
