import { findOperatorsWorkspace } from '#/lib/accounts/workspaces/operators-workspace-query.ts';
import type { Alert } from '#/lib/analytics/alerts/alert.ts';
import { listAlertsSince, listOpenAlerts } from '#/lib/analytics/alerts/alert-store.ts';
import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import { listAppliedMigrations } from '#/lib/analytics/minutes/migrations-query.ts';
import type { OperationsWindow } from '#/lib/analytics/minutes/operations-schemas.ts';
import {
  type Gap,
  type Latenesses,
  listGaps,
  listPoints,
  listTimersByMinute,
  type Point,
  type Stretch,
  sumLateness,
  type TimersByMinute,
} from '#/lib/analytics/minutes/points-query.ts';
import {
  countAllDead,
  countOfWorkspace,
  findLastCanary,
  findOnHoldSince,
  listWorkers,
  type OfWorkspace,
  type SeenWorker,
} from '#/lib/analytics/minutes/present-query.ts';
import { readGauges } from '#/lib/analytics/minutes/write-minute.ts';
import type { TroubledEndpoint, TroubledHost } from '#/lib/analytics/trouble/trouble.ts';
import { listTroubledEndpoints, listTroubledHosts } from '#/lib/analytics/trouble/trouble-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { migrationNames } from '#/lib/db/migration-names.ts';

const MAX_GAPS = 50;
const MAX_ALERTS = 50;
/** The length of each window and the distance of its points: 60 to 360 of them. */
const WINDOWS: Record<OperationsWindow, { lengthMs: number; stepMs: number }> = {
  '1h': { lengthMs: HOUR_MS, stepMs: MINUTE_MS },
  '24h': { lengthMs: DAY_MS, stepMs: 5 * MINUTE_MS },
  '7d': { lengthMs: 7 * DAY_MS, stepMs: 30 * MINUTE_MS },
  '30d': { lengthMs: 30 * DAY_MS, stepMs: 2 * HOUR_MS },
};

/** The window that also has timers minute by minute. */
const BY_MINUTE: OperationsWindow = '24h';

/** The whole service: its minutes, and its current gauges. */
export type OfService = Latenesses & {
  points: Point[];
  /** Null if the points are as fine, or the window is too long for it. */
  timersByMinute: TimersByMinute | null;
  gaps: Gap[];
  gauges: Gauges;
  /** Dead letters, and how many of them are in the window. */
  dead: number;
  died: number;
  canary: { dueAt: Date; lateMs: number } | null;
  workers: SeenWorker[];
  alerts: Alert[];
  migrations: { applied: number; missing: string[] };
};

export type Operations = Stretch & {
  workspace: OfWorkspace;
  /** Null if the caller may not read that part. */
  trouble: { endpoints: TroubledEndpoint[] | null; hosts: TroubledHost[] | null };
  alertsOpen: number;
  /** Null while the engine is not on hold. */
  onHoldSince: Date | null;
  /** Null for callers who are not operators. */
  service: OfService | null;
  now: Date;
};

/**
 * The state of the caller's workspace and, for operators, of the whole service over a window that ends with the last
 * whole minute. Operators are the admins of the oldest workspace: anyone may create a workspace and be its owner.
 * Current gauges are counted now, since figures by minute are written by workers, and there may be none. @throws
 * AppError 403
 */
export async function getOperations(ctx: Ctx, window: OperationsWindow, canaryWorkspace: string): Promise<Operations> {
  authorize(ctx, 'operations:read');
  const { db, actor } = ctx;
  const now = await ctx.clock.now(db);
  const stretch = stretchOf(window, now);
  const [operators, workspace, open, onHoldSince] = await Promise.all([
    findOperatorsWorkspace(db),
    countOfWorkspace(db, actor.workspaceId, stretch.from),
    listOpenAlerts(db),
    findOnHoldSince(db),
  ]);
  const requested = { workspaceId: actor.workspaceId, now };
  const [endpoints, hosts] = await Promise.all([
    actor.scopes.has('endpoints:manage') ? listTroubledEndpoints(db, requested) : null,
    actor.scopes.has('alarms:read') ? listTroubledHosts(db, requested) : null,
  ]);
  const isOperator = operators === actor.workspaceId;
  const service = isOperator ? await readService(ctx, { ...stretch, window, now }, canaryWorkspace) : null;
  const trouble = { endpoints, hosts };
  return { ...stretch, workspace, trouble, alertsOpen: open.length, onHoldSince, service, now };
}

/** A few queries at a time: each takes a connection that a mutation may be waiting for. */
async function readService(
  { db }: Ctx,
  { now, window, ...stretch }: Stretch & { window: OperationsWindow; now: Date },
  canaryWorkspace: string,
): Promise<OfService> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const [points, gaps, latenesses] = await Promise.all([
    listPoints(db, stretch, { now, canaryWorkspace }),
    listGaps(db, stretch, MAX_GAPS),
    sumLateness(db, stretch),
  ]);
  const [gauges, timersByMinute] = await Promise.all([
    readGauges({ db }, now, canaryWorkspace),
    window === BY_MINUTE ? listTimersByMinute(db, stretch) : null,
  ]);
  const [{ dead, died }, canary, workers] = await Promise.all([
    countAllDead(db, stretch.from),
    findLastCanary(db, canaryWorkspace, hourAgo),
    listWorkers(db, hourAgo),
  ]);
  const [alerts, applied] = await Promise.all([
    listAlertsSince(db, stretch.from, MAX_ALERTS),
    listAppliedMigrations(db),
  ]);
  const migrations = { applied: applied.length, missing: migrationNames().filter((name) => !applied.includes(name)) };
  return { points, timersByMinute, gaps, ...latenesses, gauges, dead, died, canary, workers, alerts, migrations };
}

/** Up to the last whole minute, which every worker has reported by then except for its last seconds. */
function stretchOf(window: OperationsWindow, now: Date): Stretch {
  const { lengthMs, stepMs } = WINDOWS[window];
  const toMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { from: new Date(toMs - lengthMs), to: new Date(toMs), stepSeconds: stepMs / SECOND_MS };
}
