import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import * as store from '#/lib/alarms/alarms/alarm-store.ts';
import { dropOldPartitions, ensurePartitions } from '#/lib/alarms/partitions/keep-partitions.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { alarmIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { scaled } from '#/test/scale.ts';
import { seeWorker } from '#/test/seen-worker.ts';
import { testWorld, type World } from '#/test/world.ts';

// Lets one test act between two steps; all run the real store.
vi.mock('#/lib/alarms/alarms/alarm-store.ts', { spy: true });

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

/** Days that have a table, of the history or of the tries. */
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
  (await sql('select external_id as name from alarm_keys order by 1')).map(({ name }) => name);

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

  test('are made once by many processes that ask at once', async () => {
    toDay(afterDays(100));
    const others = Array.from({ length: 5 }, () => connect(world.database.url, 5));
    const asked = Array.from({ length: scaled(10, 50) }, (_, n) =>
      ensurePartitions({ ...system(), db: others[n % 5] ?? world.db }),
    );
    expect((await Promise.all(asked)).reduce((sum, made) => sum + made, 0)).toBe(32);
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

  test('are kept for thirty days, to the instant, and then dropped for history and tries alike', async () => {
    toDay('2026-04-09T23:59:59.999Z');
    expect(await drop()).toBe(2);
    expect((await daysOf())[0]).toBe('20260310');
    toDay('2026-04-10T00:00:00.000Z');
    expect(await drop()).toBe(2);
    for (const parent of ['alarm_history', 'alarm_attempts']) expect((await daysOf(parent))[0]).toBe('20260311');
    expect(await drop()).toBe(0);
  });

  test('take their alarms along, and the names of those can be given again', async () => {
    const old = await deadAlarm('old');
    await api('POST', '/alarms', { delay: '1000h', output_mode: 'event', external_id: 'long' });
    toDay(afterDays(1));
    const young = await deadAlarm('young');
    toDay('2026-04-10T00:00:00Z');
    await drop();
    expect(await namesLeft()).toEqual(['long', 'young']);
    expect((await api('GET', `/alarms/${old.id}`)).status).toBe(404);
    expect((await api('GET', `/alarms/${young.id}`)).status).toBe(200);
    const again = await api<AlarmResponseJson>('POST', '/alarms', {
      delay: '1h',
      output_mode: 'event',
      external_id: 'old',
    });
    expect([again.status, again.body.alarm.id === old.id]).toEqual([201, false]);
  });

  test('leave a name that has been given to another alarm since', async () => {
    const old = await deadAlarm('order-42');
    await sql('update alarm_keys set alarm_id = gen_random_uuid() where alarm_id = $1', [old.id]);
    toDay('2026-04-10T00:00:00Z');
    await drop();
    expect(await namesLeft()).toEqual(['order-42']);
  });

  test('forget two and a half thousand names, a thousand at a time', async () => {
    await sql(
      `with made as (
         insert into alarm_history (due_at, finished_at, created_at, version, attempts, max_attempts, status, id,
                                    workspace_id, created_by, end_reason, url, external_id)
         select $1, $1, $1, 3, 10, 10, 'dead', gen_random_uuid(), w, w, 'exhausted', 'https://example.com', 'order-' || n
         from generate_series(1, 2500) as n, gen_random_uuid() as w returning id, workspace_id, external_id)
       insert into alarm_keys (workspace_id, external_id, alarm_id) select workspace_id, external_id, id from made`,
      [START],
    );
    toDay('2026-04-10T00:00:00Z');
    await drop();
    expect(await namesLeft()).toEqual([]);
  });

  test('never leave a create with a name whose alarm is gone, while it is dropped', async () => {
    for (let n = 0; n < 20; n += 1) await deadAlarm(`order-${n}`);
    toDay('2026-04-10T00:00:00Z');
    await ensure();
    const creates = Array.from({ length: scaled(40, 200) }, (_, n) =>
      api('POST', '/alarms', { delay: '1h', output_mode: 'event', external_id: `order-${n % 20}` }),
    );
    const [, ...answers] = await Promise.all([drop(), ...creates]);
    expect(answers.filter(({ status }) => status > 201)).toEqual([]);
  });

  test.each(['/alarms', '/alarms/batch'])('free a name that POST %s has just found taken', async (path) => {
    const old = await deadAlarm('order-42');
    toDay('2026-04-10T00:00:00Z');
    await ensure();
    const { listAlarmsNamed } = await vi.importActual<typeof store>('#/lib/alarms/alarms/alarm-store.ts');
    vi.mocked(store.listAlarmsNamed).mockImplementationOnce(async (...asked) => {
      await drop();
      return listAlarmsNamed(...asked);
    });
    const alarm = { delay: '1h', output_mode: 'event', external_id: 'order-42' };
    const { status, body } = await api<AlarmResponseJson>(
      'POST',
      path,
      path === '/alarms' ? alarm : { alarms: [alarm, alarm] },
    );
    expect(status).toBeLessThan(300);
    expect(JSON.stringify(body)).not.toContain(old.id);
    expect(await sql('select count(*)::int as name from alarms')).toEqual([{ name: 1 }]);
    expect(await namesLeft()).toEqual(['order-42']);
  });

  test.each([
    ['half taken out, since a reader took long', 'half'],
    ['taken out but not dropped', 'out'],
  ])('that a process left %s are dropped the next time', async (_what, how) => {
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
