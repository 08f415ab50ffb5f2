import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSchedule } from '#/lib/alarms/schedules/create-schedule.ts';
import { MAX_CAUGHT_UP } from '#/lib/alarms/schedules/schedule.ts';
import { createScheduleInput, type ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { freePort } from '#/scripts/free-port.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { earlyArrivals } from '#/test/proofs/early-arrivals.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { unexcusedRepeats } from '#/test/proofs/repeats.ts';
import { RetryingClient } from '#/test/proofs/retrying-client.ts';
import { receiverOfFile, type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { runsOfSchedules, type ScheduledRun } from '#/test/proofs/scheduled-runs.ts';
import { atInstant, PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WebProcess } from '#/test/web-process.ts';

/** The shortest possible one. */
const PERIOD_MS = 10 * SECOND_MS;
/** Runs of the next two minutes are alarms at once: this many take longer, and workers have to register the rest. */
const RUNS = IS_FULL ? 60 : 18;
const SCHEDULES = IS_FULL ? 100 : 30;
const WORKERS = 3;
const KILL_EVERY_MS = 3 * SECOND_MS;
/** Every third kill hits the web process, the others the workers in turn. */
const WEB_EACH = 3;
const CREATED_A_TURN = 2;
/** Receivers take a while, so that requests are in flight when a worker dies. */
const RESPOND_AFTER_MS = 30;
/** If the file runs by itself and the pages aren't built yet. */
const BUILD_MS = 600_000;

let scene: Scene;
let receiver: Receiver;
let maya: Ctx;
beforeAll(async () => {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  [scene, receiver] = [await setScene(), await receiverOfFile(after(RESPOND_AFTER_MS))];
  maya = { ...(await scene.world.member()), clock: databaseClock };
}, BUILD_MS);

/** A web process that can be killed, and is then restarted on its port. */
async function mortalWeb() {
  const port = await freePort();
  const env = {
    DATABASE_URL: scene.world.database.url,
    APP_URL: `http://127.0.0.1:${port}`,
  };
  let web = await WebProcess.start(env, port);
  let kills = 0;
  onTestFinished(() => web.kill());
  return {
    url: web.url,
    kills: () => kills,
    kill: async () => {
      kills += 1;
      await web.kill();
      web = await WebProcess.start(env, port);
    },
  };
}

/** Each expected run of a schedule: from its first instant on, those after it was created. */
function expectedRuns({ id, repeat, created_at }: ScheduleJson): string[] {
  const [, start = ''] = /^R\d+\/([^/]+)\//.exec(repeat ?? '') ?? [];
  const instants = Array.from({ length: RUNS }, (_, index) => Date.parse(start) + index * PERIOD_MS);
  return instants.filter((at) => at > Date.parse(created_at)).map((at) => runKey(id, at));
}

function runKey(scheduleId: string, at: number): string {
  return `${scheduleId} ${new Date(at).toISOString()}`;
}

const keyOf = ({ scheduleId, runAt }: ScheduledRun) => runKey(scheduleId, runAt.getTime());

test('schedules make one alarm of each run while workers and the web process are killed again and again', async () => {
  const web = await mortalWeb();
  const api = new RetryingClient(web.url, await apiKeyFor(scene.world, maya));
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, number) => scene.worker(`worker-${number}`, SOON_RECLAIMED)),
  );
  const killed = new Set<string>();
  const schedules: ScheduleJson[] = [];
  const create = async () => {
    const start = new Date(Date.now() + 2 * SECOND_MS).toISOString();
    const body = { repeat: `R${RUNS}/${start}/PT10S`, url: receiver.url, format: 'cloudevents-binary' };
    schedules.push((await api.send<{ schedule: ScheduleJson }>('POST', '/schedules', body)).schedule);
  };
  // It aborts unsent runs and registers them again.
  const rename = (mutexKey: number) => {
    const schedule = schedules[(mutexKey * 7) % schedules.length];
    return schedule && api.send('PATCH', `/schedules/${schedule.id}`, { name: `renamed ${mutexKey}` });
  };
  const isOver = async () => {
    const { rows } = await scene.world.database.pool.query('select from schedules where next_run_at is not null');
    return schedules.length >= SCHEDULES && rows.length === 0;
  };
  let mutexKey = 0;
  for (; !(await isOver()); mutexKey += 1) {
    const nextMs = performance.now() + KILL_EVERY_MS;
    const newcomers = Math.min(CREATED_A_TURN, SCHEDULES - schedules.length);
    const requested = [...Array.from({ length: newcomers }, create), rename(mutexKey)];
    if (mutexKey % WEB_EACH === 0) await web.kill();
    else {
      const index = mutexKey % workers.length;
      killed.add(workers[index]?.source ?? '');
      await workers[index]?.end('SIGKILL');
      workers[index] = await scene.worker(`worker-${WORKERS + mutexKey}`, SOON_RECLAIMED);
    }
    await Promise.all(requested);
    await atInstant(nextMs);
  }
  await until('every run has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);

  const { pool } = scene.world.database;
  const runs = await runsOfSchedules(pool);
  const withdrawn = runs.filter(({ status }) => status === 'aborted');
  const result = runs.filter(({ status }) => status !== 'aborted');
  const due = new Map(result.map(({ alarmId, dueAt }) => [alarmId, dueAt.getTime() * MS_US]));
  const { ledger } = receiver;
  const repeated = ledger.repeated();
  report('schedules under kill -9', {
    schedules: schedules.length,
    runs: result.length,
    'workers killed': killed.size,
    'web process killed': web.kills(),
    'requests repeated after a kill': api.retries,
    'runs aborted by an edit and registered again': withdrawn.length,
    'sent again': repeated.length,
  });
  const { rows } = await pool.query('select id from schedules');
  expect(rows).toHaveLength(SCHEDULES);
  const keys = result.map(keyOf);
  expect(new Set(keys).size, 'a run became two alarms').toBe(keys.length);
  expect(keys.toSorted()).toEqual(schedules.flatMap(expectedRuns).toSorted());
  // Runs aborted by an edit were never sent.
  expect(withdrawn.filter(({ attempts, alarmId }) => attempts > 0 || ledger.has(alarmId))).toEqual([]);
  expect(result.filter(({ status }) => status !== 'delivered')).toEqual([]);
  expect(ledger.missing(due.keys())).toEqual([]);
  expect(ledger.size).toBe(due.size);
  expect(await earlyArrivals(scene, due, ledger)).toEqual([]);
  expect(ledger.outOfOrder()).toEqual([]);
  expect(await unexcusedRepeats(pool, repeated, killed)).toEqual([]);
});

const HOURS = 6;
const MAKING_UP = 200;
/** A common size, large enough to show in the memory of a worker. */
const PAYLOAD_LENGTH = 8_000;

test('200 schedules that catch up on hours are registered in pieces, each run once', async () => {
  const { pool } = scene.world.database;
  await pool.query('delete from schedules');
  const before = receiver.ledger.size;
  const input = createScheduleInput.parse({
    cron: '* * * * *',
    url: receiver.url,
    catch_up: 'all',
    payload: { text: 'x'.repeat(PAYLOAD_LENGTH) },
  });
  for (let count = 0; count < MAKING_UP; count += 1) await createSchedule(maya, input);
  // As if no worker had run for hours.
  await pool.query('delete from alarms');
  await pool.query('delete from schedule_runs');
  const worker = await scene.worker('one-after-hours');
  const idleMb = worker.peakMemoryMb;
  const since = await databaseClock.now(scene.world.db);
  await pool.query(`update schedules set next_run_at = now() - interval '${HOURS} hours', last_run_at = null`);
  const missed = async () => {
    const runs = await runsOfSchedules(pool, since);
    return runs.filter(({ runAt, dueAt }) => dueAt.getTime() > runAt.getTime());
  };
  await until('all missed runs are registered', PATIENCE_MS, async () => {
    return (await missed()).length >= MAKING_UP * MAX_CAUGHT_UP;
  });
  const madeUp = await missed();
  const peakMb = worker.peakMemoryMb;
  const ids = madeUp.map(({ alarmId }) => alarmId);
  await until('all of them are delivered', PATIENCE_MS, () => receiver.ledger.missing(ids).length === 0);
  const instants = madeUp.map(({ createdAt }) => createdAt.getTime());
  report('200 schedules that make up for hours', {
    runs: madeUp.length,
    'from the first transaction to the last, ms': rounded(Math.max(...instants) - Math.min(...instants)),
    transactions: new Set(instants).size,
    'worker memory when idle, MB': idleMb,
    'worker memory at most while registering, MB': peakMb,
    'worker memory at most after delivering, MB': worker.peakMemoryMb,
  });
  expect(madeUp).toHaveLength(MAKING_UP * MAX_CAUGHT_UP);
  expect(new Set(madeUp.map(keyOf)).size).toBe(madeUp.length);
  // The latest of them: none is older.
  const oldest = Math.min(...madeUp.map(({ runAt }) => runAt.getTime()));
  expect(oldest).toBeGreaterThan(since.getTime() - (MAX_CAUGHT_UP + 5) * MINUTE_MS);
  expect(receiver.ledger.size - before).toBeGreaterThanOrEqual(madeUp.length);
  expect(receiver.ledger.repeated().filter(([id]) => ids.includes(id))).toEqual([]);
});
