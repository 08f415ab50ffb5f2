import { type AlarmSettings, attemptsOf } from '#/lib/alarms/alarms/alarm.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { jitterUs } from '#/lib/alarms/alarms/due-time.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import { openHeaders, sealHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { AHEAD_MS, planRuns, type Run, type Schedule } from '#/lib/alarms/schedules/schedule.ts';
import { claimRuns } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import { lockDueSchedules, saveProgress } from '#/lib/alarms/schedules/schedule-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { factLog, log } from '#/lib/core/log.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { MS_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';
import { notifyDeliveriesDue } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { notifyFeed } from '#/lib/feed/notify/notify-feed.ts';

type System = Omit<Ctx, 'actor'>;
type NewRun = Run & { schedule: Schedule; alarmId: string };
type Planned = { schedule: Schedule; runs: NewRun[] };

/** Schedules per transaction: a fraction of a second of work, with locks held no longer. */
const BATCH = 200;
/** Alarms per transaction: catching up after days may take 100 per schedule, with 64 KB each. */
const MAX_ALARMS = 500;
/** The creator of these alarms as the feed names it. */
const AUTHOR = { actor: { kind: 'worker', id: 'schedules' }, requestId: null };

/**
 * Creates alarms for the runs of the next minutes, of all schedules, and returns how many. Any number of workers may
 * call it at once, and be killed: each run becomes one alarm, together with the record of where its schedule continues.
 * When the database rejects a batch, they are taken one by one, and the rejected one is left to the next pass.
 * @throws an error that shows the database is down
 */
export async function registerDueRuns(ctx: System, { batch = BATCH }: { batch?: number } = {}): Promise<number> {
  const failed: string[] = [];
  let limit = batch;
  let count = 0;
  for (;;) {
    let locked: string[] = [];
    try {
      const { alarms, isAll } = await transaction(ctx, async (inner) => {
        const now = await inner.clock.now(inner.tx);
        const until = new Date(now.getTime() + AHEAD_MS);
        const due = await lockDueSchedules(inner.tx, { now, until, limit, without: failed });
        locked = due.map(({ id }) => id);
        const { plans, isWhole } = planUpTo(MAX_ALARMS, due, (schedule) => planOrSkip(schedule, now, failed));
        const isAll = due.length < limit && isWhole;
        return { alarms: await registerPlanned(inner, plans, now), isAll };
      });
      count += alarms;
      if (isAll) return count;
    } catch (error) {
      if (isUnavailable(error) || locked.length === 0) throw error;
      if (limit === 1) skip(error, locked[0] as string, failed);
      limit = 1;
    }
  }
}

/**
 * Plans the first schedules, at least one, up to a total number of runs; the others are left to the next transaction
 * and not planned in this one: after hours of downtime each has 100 runs, and a cron expression takes 10 ms to find
 * them.
 */
function planUpTo(
  most: number,
  schedules: readonly Schedule[],
  plan: (schedule: Schedule) => Planned | null,
): { plans: Planned[]; isWhole: boolean } {
  const plans: Planned[] = [];
  let count = 0;
  for (const schedule of schedules) {
    const next = plan(schedule);
    if (!next) continue;
    count += next.runs.length;
    if (count > most && plans.length > 0) return { plans, isWhole: false };
    plans.push(next);
  }
  return { plans, isWhole: true };
}

function skip(error: unknown, scheduleId: string, failed: string[]): void {
  log.error({ err: error, schedule: scheduleId }, 'runs of a schedule not registered; the next run retries');
  failed.push(scheduleId);
}

/** One that can't be read anymore, such as one in a removed time zone, must not keep the others from running. */
function planOrSkip(schedule: Schedule, now: Date, failed: string[]): Planned | null {
  try {
    return planned(schedule, now);
  } catch (error) {
    skip(error, schedule.id, failed);
    return null;
  }
}

/**
 * Creates alarms for a schedule's next runs, in the caller's transaction, and returns the schedule with where it
 * continues.
 */
export async function registerRuns(
  ctx: Pick<TxCtx, 'tx' | 'afterCommit'>,
  schedule: Schedule,
  now: Date,
): Promise<Schedule> {
  const plan = planned(schedule, now);
  await registerPlanned(ctx, [plan], now);
  return plan.schedule;
}

function planned(schedule: Schedule, now: Date): Planned {
  const { runs, nextRunAt } = planRuns(schedule, now);
  const lastRunAt = runs.at(-1)?.runAt ?? schedule.lastRunAt;
  return {
    schedule: { ...schedule, nextRunAt, lastRunAt },
    runs: runs.map((run) => ({ ...run, schedule, alarmId: newId() })),
  };
}

async function registerPlanned(
  ctx: Pick<TxCtx, 'tx' | 'afterCommit'>,
  plans: readonly Planned[],
  now: Date,
): Promise<number> {
  if (plans.length === 0) return 0;
  const schedules = plans.map(({ schedule }) => schedule);
  await saveProgress(ctx.tx, schedules);
  const wanted = plans.flatMap(({ runs }) => runs);
  const claimed = await claimRuns(ctx.tx, wanted.map(claimOf));
  const runs = wanted.filter(({ alarmId }) => claimed.has(alarmId));
  for (let from = 0; from < runs.length; from += MAX_ALARMS) {
    const alarms = runs.slice(from, from + MAX_ALARMS).map((run) => alarmOf(run, now));
    const { isWanted } = await insertAlarms(ctx.tx, alarms);
    const dueNow = alarms.map(({ workspaceId, dueUs }) => ({ workspaceId, dueUs }));
    ctx.afterCommit.add((db) => notifyAfterCommit(db, dueNow, { isWanted, now }));
  }
  return runs.length;
}

function claimOf({ schedule, runAt, alarmId }: NewRun) {
  return { scheduleId: schedule.id, workspaceId: schedule.workspaceId, runAt, alarmId };
}

/** The alarm of a run; one that was missed is due at once. All runs of a schedule have the same jitter. */
function alarmOf({ schedule, runAt, isMissed, alarmId }: NewRun, now: Date): NewAlarm {
  const { settings } = schedule;
  const dueMs = (isMissed ? now : runAt).getTime();
  return {
    id: alarmId,
    workspaceId: schedule.workspaceId,
    // Who may read the headers of the alarm.
    createdBy: schedule.headersBy,
    by: AUTHOR,
    createdUs: now.getTime() * MS_US,
    dueUs: dueMs * MS_US + (settings.spread_ms ? jitterUs(schedule.id, settings.spread_ms) : 0),
    deadlineUs: null,
    maxAttempts: attemptsOf(settings.retry ?? alarmSettings().retry),
    name: schedule.name,
    externalId: null,
    url: schedule.url,
    payload: schedule.payload,
    settings: { ...resealed(settings, schedule.id, alarmId), schedule_id: schedule.id, run_at: runAt.toISOString() },
    end: null,
    isFromNow: false,
    onConflict: 'reject',
  };
}

/** Credentials are sealed for the alarm that sends them. Those that can't be read fail there, as an alarm's own do. */
function resealed(settings: AlarmSettings, scheduleId: string, alarmId: string): AlarmSettings {
  const headers = settings.sealed_headers === undefined ? null : openHeaders(settings, scheduleId);
  return headers ? { ...settings, ...sealHeaders(headers, alarmId) } : settings;
}

/** Notifications that go out after the commit. */
function notifyAfterCommit(
  db: Db,
  alarms: readonly Pick<NewAlarm, 'workspaceId' | 'dueUs'>[],
  { isWanted, now }: { isWanted: boolean; now: Date },
): void {
  eventsProcessed.inc({ type: 'registered' }, alarms.length);
  factLog.info({ count: alarms.length }, 'registered runs of schedules');
  notifyAlarmDue(db, Math.min(...alarms.map(({ dueUs }) => dueUs)), now.getTime() * MS_US);
  for (const workspaceId of new Set(alarms.map((alarm) => alarm.workspaceId))) notifyAlarmChange(db, workspaceId);
  notifyFeed(db);
  if (isWanted) notifyDeliveriesDue(db, now);
}
