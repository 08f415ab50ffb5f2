import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { dropOldPartitions, ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { alarmIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { scaled } from '#/test/scale.ts';
import { seeWorker } from '#/test/seen-worker.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';

let world: World;
let api: ApiClient;

beforeEach(async () => {
  world = await testWorld();
  api = await apiFor(world, await world.member());
});

const system = () => ({ db: world.db, clock: world.clock, requestId: null });
const ensure = () => ensurePartitions(system());
const drop = async () => {
  await seeWorker(world);
  return dropOldPartitions(system());
};
const sql = async <Row = { name: string }>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows as Row[];

/** Days that have a table, of the history or of the attempts. */
async function daysOf(parent = 'alarm_history'): Promise<string[]> {
  const rows = await sql(
    `select right(relname, 8) as name from pg_class join pg_inherits on inhrelid = oid
     where inhparent = $1::regclass and relkind = 'r' order by 1`,
    [parent],
  );
  return rows.map(({ name }) => name);
}
const toDay = (instant: string | Date) => world.clock.set(instant);
const afterDays = (days: number) => new Date(Date.parse(START) + days * DAY_MS);
const deadAlarm = (external_id: string) => alarmIn(world, api, 'dead', { external_id });
const namesLeft = async () =>
  (await sql('select external_id as name from alarms union all select external_id from alarm_history order by 1')).map(
    ({ name }) => name,
  );

describe('the days to come', () => {
  test('have their tables two weeks ahead, and yesterday too', async () => {
    for (const parent of ['alarm_history', 'alarm_attempts']) {
      const days = await daysOf(parent);
      expect([days.length, days[0], days.at(-1)]).toEqual([16, '20260309', '20260324']);
    }
    expect(await ensure()).toBe(0);
    world.clock.advance(DAY_MS);
    expect(await ensure()).toBe(2);
  });

  test.each([
    ['2027-03-31T23:59:59.999Z', '20270330'],
    ['2027-04-01T00:00:00.000Z', '20270331'],
  ])('at %s begin with %s, whatever the zone of the database is', async (now, first) => {
    toDay(now);
    await ensure();
    expect((await daysOf()).find((day) => day > '2027')).toBe(first);
  });

  test('are created once by many concurrent processes', async () => {
    toDay(afterDays(100));
    const others = Array.from({ length: 5 }, () => connect(world.database.url, 5));
    const calls = Array.from({ length: scaled(10, 50) }, (_, n) =>
      ensurePartitions({ ...system(), db: others[n % 5] ?? world.db }),
    );
    expect((await Promise.all(calls)).reduce((sum, made) => sum + made, 0)).toBe(32);
    for (const one of others) await one.$disconnect();
  });
});

describe('the days that are over', () => {
  test('are kept when one reading of the clock is months ahead of what workers and events say', async () => {
    await seeWorker(world);
    await deadAlarm('today');
    const before = await daysOf();
    const ahead = { now: async () => afterDays(100) };
    expect(await dropOldPartitions({ ...system(), clock: ahead })).toBe(0);
    expect([await daysOf(), await namesLeft()]).toEqual([before, ['today']]);
  });

  test('are kept for thirty days, to the instant, and then dropped for history and attempts alike', async () => {
    toDay('2026-04-09T23:59:59.999Z');
    expect(await drop()).toBe(2);
    expect((await daysOf())[0]).toBe('20260310');
    toDay('2026-04-10T00:00:00.000Z');
    expect(await drop()).toBe(2);
    for (const parent of ['alarm_history', 'alarm_attempts']) expect((await daysOf(parent))[0]).toBe('20260311');
    expect(await drop()).toBe(0);
  });

  test('take their alarms with them', async () => {
    const old = await deadAlarm('old');
    await api('POST', '/alarms', { delay: '1000h', output_mode: 'event', external_id: 'long' });
    toDay(afterDays(1));
    const young = await deadAlarm('young');
    toDay('2026-04-10T00:00:00Z');
    await drop();
    expect(await namesLeft()).toEqual(['long', 'young']);
    expect((await api('GET', `/alarms/${old.id}`)).status).toBe(404);
    expect((await api('GET', `/alarms/${young.id}`)).status).toBe(200);
  });

  test.each([
    ['half detached, since a query took long', 'half'],
    ['detached but not dropped', 'out'],
  ])('that a process left %s are dropped by the next run', async (_what, how) => {
    toDay('2026-04-10T00:00:00Z');
    const detach = 'alter table alarm_history detach partition alarm_history_20260309 concurrently';
    if (how === 'out') await sql(detach);
    else await failToDetach(detach);
    expect(await drop()).toBe(4);
    expect(await sql(`select relname as name from pg_class where relname ~ '_202603(09|10)$'`)).toEqual([]);
  });
});

async function failToDetach(detach: string): Promise<void> {
  const [reader, writer] = [await world.database.pool.connect(), await world.database.pool.connect()];
  await reader.query('begin; select count(*) from alarm_history');
  await writer.query("set lock_timeout = '20ms'");
  await expect(writer.query(detach)).rejects.toThrow('lock timeout');
  await reader.query('rollback');
  reader.release();
  writer.release(true);
}
