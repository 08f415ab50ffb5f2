import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import type { TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { resumeTimer } from '#/lib/tracking/timers/resume-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { resumeTimerInput, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { createEndpoint } from '#/lib/webhooks/endpoints/create-endpoint.ts';
import { createEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { ROOT } from '#/scripts/project.ts';
import { type DumpedRows, rowsOfBackup, rowsOfDatabase } from '#/test/proofs/dumped-rows.ts';
import { eventReceiver } from '#/test/proofs/event-team.ts';
import { report } from '#/test/proofs/figures.ts';
import { INSTALLED, startInstalled } from '#/test/proofs/installed-postgres.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { startReceiver } from '#/test/proofs/receiver.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { addMember } from '#/test/world.ts';

const COUNT = 3_000;
const PER_SECOND = 100;
/** This many are sent before the backup begins, and the rest of them during and after it. */
const BEFORE_BACKUP = 600;
const BEATS = 2;
/** Its only right is the one that docs/operations.md asks for. */
const USER = 'timers';
const TABLES_OF_PEOPLE = ['timers', 'timer_spans', 'events', 'endpoints'];

type Ran = { code: number | null; output: string };

/** `npm run NAME`, on this database. */
async function run(script: string, args: readonly string[], databaseUrl: string): Promise<Ran> {
  const child = spawn(process.execPath, ['scripts/run-with-database.ts', `scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET: 'only-for-tests-only-for-tests-only' },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)));
  const [code] = await once(child, 'close');
  return { code, output: output.join('') };
}

/** A running timer of two spans, their events, and an endpoint for later ones. */
async function addTimer(ctx: Ctx, url: string): Promise<TimerTarget> {
  const { timer } = await startTimer(ctx, startTimerInput.parse({ title: 'Runs on' }));
  const target = { id: timer.id, ifMatch: null };
  await pauseTimer(ctx, target);
  await resumeTimer(ctx, target, resumeTimerInput.parse({}));
  await createEndpoint(ctx, createEndpointInput.parse({ url, event_types: ['timer.*'] }));
  return target;
}

/** Expects each row of the backup in the database, and one more: the hold, written by the restore. */
function expectRestored(url: string, wanted: DumpedRows): void {
  const found = rowsOfDatabase(url);
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  expect(found.get('public.engine_holds')).toHaveLength(1);
  for (const [table, rows] of wanted) {
    if (table !== 'public.engine_holds') expect(found.get(table), table).toEqual(rows);
  }
}

test.runIf(INSTALLED)('a backup under load is restored row by row, on hold, and fires once when released', async () => {
  const server = await startInstalled(INSTALLED as string);
  const url = (database: string) => server(database, USER);
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-restore-'));
  const [file, during] = ['timers.dump', 'during.dump'].map((name) => path.join(home, name)) as [string, string];
  const receiver = await startReceiver();
  const events = await eventReceiver();
  onTestFinished(() => {
    receiver.close();
    rmSync(home, { recursive: true });
  });
  await onServer(server('postgres'), async (client) => {
    await client.query(`create role ${USER} login createdb`);
    await client.query(`create database live owner ${USER}`);
  });
  await migrate(url('live'));
  const live = connect(url('live'), 4);
  const before = new pg.Pool({ connectionString: url('live') });
  const maya = await addMember({ pool: before, db: live, clock: databaseClock });
  const timer = await addTimer(maya, events.url);
  const { workspaceId } = maya.actor;
  const plan = { workspaceId, perSecond: PER_SECOND, url: () => receiver.url };
  const worker = await new WorkerProcess(url('live'), 'live', {}).ready();
  const planned = await insertPlanned(live, { ...plan, count: COUNT, firstUs: Date.now() * MS_US });

  await until('alarms are sent', PATIENCE_MS, () => receiver.ledger.size >= BEFORE_BACKUP);
  const backup = await run('backup', [file], url('live'));
  expect(backup.code, backup.output).toBe(0);
  const sentAtBackup = receiver.ledger.size;
  const again = await run('backup', [file], url('live'));
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('are not overwritten')]);
  expect(existsSync(`${file}.sha256`)).toBe(true);

  const unknown = await insertPlanned(live, { ...plan, count: 200, firstUs: Date.now() * MS_US });
  const busy = await run('restore', [file, '--replace', 'live'], url('live'));
  expect([busy.code, busy.output]).toEqual([1, expect.stringContaining('is in use by')]);
  await until('all are sent', PATIENCE_MS, () => receiver.ledger.size === COUNT + unknown.size);
  await worker.end('SIGTERM');
  await stopSending(live);
  await Promise.all([live.$disconnect(), before.end()]);
  const full = await run('restore', [file], url('live'));
  expect([full.code, full.output]).toEqual([1, expect.stringContaining('is not empty')]);

  const replaced = rowsOfDatabase(url('live'));
  const restore = await run('restore', [file, '--replace', 'live'], url('live'));
  expect(restore.code, restore.output).toBe(0);
  const kept = /live_before_restore_\d{14}/.exec(restore.output)?.[0] ?? '';
  expect(rowsOfDatabase(url(kept))).toEqual(replaced);
  const wanted = rowsOfBackup(file);
  for (const table of TABLES_OF_PEOPLE) expect(wanted.get(`public.${table}`)?.length, table).toBeGreaterThan(0);
  expectRestored(url('live'), wanted);

  const pool = new pg.Pool({ connectionString: url('live') });
  const db = connect(url('live'), 2);
  onTestFinished(async () => {
    await stopSending(db);
    await Promise.all([pool.end(), db.$disconnect()]);
  });
  const open = new Set((await pool.query<{ id: string }>('select id::text from alarms')).rows.map(({ id }) => id));
  const arrivedBefore = receiver.ledger.arrived;
  const second = await new WorkerProcess(url('live'), 'restored', {}).ready();
  onTestFinished(async () => {
    await second.end('SIGTERM');
  });
  const fresh = await insertPlanned(db, { ...plan, count: 50, firstUs: Date.now() * MS_US });
  const firstBeat = await beat(pool);
  await until('the worker has beaten again', PATIENCE_MS, async () => (await beat(pool)) >= firstBeat + BEATS * 10_000);
  expect(receiver.ledger.arrived).toBe(arrivedBefore);

  const released = await run('engine', ['release'], url('live'));
  expect(released.code, released.output).toBe(0);
  await until('all that was open has ended', PATIENCE_MS, async () => (await db.alarm.count()) === 0);
  const arrivals = (id: string) => receiver.ledger.arrivalsOf(id).length;
  const lost = [...open].filter((id) => arrivals(id) < 2).concat(receiver.ledger.missing(fresh.keys()));
  expect(lost).toEqual([]);
  expect(receiver.ledger.arrived).toBe(arrivedBefore + open.size + fresh.size);
  for (const id of planned.keys()) expect(arrivals(id)).toBe(open.has(id) ? 2 : 1);
  for (const id of fresh.keys()) expect(arrivals(id)).toBe(1);
  for (const id of unknown.keys()) expect(arrivals(id)).toBe(1);

  await stopTimer({ ...maya, db }, timer);
  await until('the endpoint gets the event', PATIENCE_MS, () => events.arrivals.length > 0);

  for (const [script, ...args] of [
    ['engine', 'hold'],
    ['backup', during],
  ] as const) {
    const ran = await run(script, args, url('live'));
    expect(ran.code, ran.output).toBe(0);
  }
  const fromHold = await run('restore', [during], url('from_hold'));
  expect(fromHold.code, fromHold.output).toBe(0);
  expect(fromHold.output).toContain('Database: from_hold at');
  const status = await run('engine', ['status'], url('from_hold'));
  expect(status.output).toContain('(restored from during.dump): nothing is fired.');
  report('restore', {
    'alarms planned': COUNT,
    'sent when the backup was complete': sentAtBackup,
    'open in the backup, and sent again': open.size,
    'made after it, and unknown': unknown.size,
    'made under the hold': fresh.size,
    lost: lost.length,
    'tables compared': wanted.size,
    'rows compared': [...wanted.values()].reduce((sum, rows) => sum + rows.length, 0),
  });
});

/** When the last worker was seen, in milliseconds; 0 before that. */
async function beat(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select (extract(epoch from max(seen_at)) * 1000)::float8 as ms from workers where pid <> 0 and started_at > (select began_at from engine_holds)`,
  );
  return rows[0]?.ms ?? 0;
}
