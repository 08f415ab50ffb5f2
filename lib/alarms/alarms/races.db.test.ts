import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { abortAlarms } from '#/lib/alarms/alarms/abort-alarms.ts';
import { createAlarmInput, rescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { abortAlarmsInput, redriveDeadLettersInput } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { getAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import { rescheduleAlarm } from '#/lib/alarms/alarms/reschedule-alarm.ts';
import { redriveAlarm } from '#/lib/alarms/dead-letters/redrive-alarm.ts';
import { redriveDeadLetters } from '#/lib/alarms/dead-letters/redrive-dead-letters.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { formatMicros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { openSqlPool, type SqlPool } from '#/lib/db/sql.ts';
import { claimDue } from '#/lib/engine/claim/claim-due-query.ts';
import { FIRE, placesOf, putIn } from '#/test/alarm-rows.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Each race runs hundreds of times on a real database, and has exactly one outcome. Within a process one person's verbs
// are serialized, so each race is between several people.

const RACES = scaled(40, 200);

let world: World;
let engine: SqlPool;
/** Members of one workspace. */
let people: Ctx[];

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  engine = openSqlPool(world.database.url, 8);
  world.database.onClose(() => engine.close());
});
beforeEach(async () => {
  const first = await world.member();
  const { workspaceId } = first.actor;
  people = [first, ...(await Promise.all(Array.from({ length: 19 }, () => world.member({ workspaceId }))))];
});

const person = (n: number) => people[n % people.length] as Ctx;
const nowUs = async () => (await world.clock.now()).getTime() * MS_US;
const places = () => placesOf(world, person(0).actor.workspaceId);
const look = async (id: string) => (await getAlarm(person(0), id)).alarm;
/** Types of this alarm's events since its creation, whose own event may be shared with other alarms. */
const events = async (id: string) => {
  const since = `select type from events where subject_id = $1 and type <> 'alarm.created' order by id`;
  return (await world.database.pool.query(since, [id])).rows.map(({ type }) => type);
};

/** Alarms that are due now, so that a claim may take them. */
async function dueAlarms(count: number): Promise<string[]> {
  const input = createAlarmInput.parse({ delay_ms: 1, url: 'https://example.com' });
  const created = await Promise.all(Array.from({ length: count }, (_, n) => createAlarm(person(n), input)));
  world.clock.advance(1);
  return created.map(({ alarm }) => alarm.id);
}

async function gate(limit: number): Promise<string[]> {
  const now = await nowUs();
  const claim = { afterUs: null, untilUs: now, limit, leaseUntilUs: now + 30 * SECOND_US };
  return (await claimDue(engine.sql, claim)).map(({ id }) => id);
}

/** Resolves once some statement waits for a lock of another transaction. */
async function waitsForLock(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await world.database.pool.query(waiting)).rows.length === 0);
}

type Ended<T> = { value: T | null; code: string | null };

/** The outcome of a verb: its value, or the code of its error. */
async function ended<T>(work: Promise<T>): Promise<Ended<T>> {
  try {
    return { value: await work, code: null };
  } catch (error) {
    if (isAppError(error)) return { value: null, code: error.code };
    throw error;
  }
}

/** Runs one verb for each alarm, and eight of the other concurrently. */
async function against<T>(ids: string[], verb: (id: string, n: number) => Promise<T>, other: () => Promise<unknown>) {
  const verbs = ids.map((id, n) => ended(verb(id, n)));
  const others = Array.from({ length: 8 }, () => other());
  const [results] = await Promise.all([Promise.all(verbs), Promise.all(others)]);
  return new Map(ids.map((id, n) => [id, results[n] as Ended<T>]));
}

describe('an abort racing a claim', () => {
  test('an alarm reported as aborted never fires, and one reported as firing does', async () => {
    const ids = await dueAlarms(RACES);
    // Some are claimed before the others start, so that each side wins some.
    const gone = new Set(await gate(5));
    const results = await against(
      ids,
      (id, n) => abortAlarm(person(n), { id, ifMatch: null }),
      async () => {
        for (let rounds = 0; rounds < 10; rounds += 1) for (const id of await gate(5)) gone.add(id);
      },
    );
    for (const [id, { value, code }] of results) {
      const { status } = await look(id);
      if (value) expect([value.isChanged, gone.has(id), status]).toEqual([true, false, 'aborted']);
      else expect([code, gone.has(id), status]).toEqual(['alarm_already_firing', true, 'firing']);
    }
    const { pending, finished } = await places();
    expect([pending, finished]).toEqual([gone.size, RACES - gone.size]);
  });

  test('an alarm whose attempt fails meanwhile is either aborted for good or still open', async () => {
    const ids = await dueAlarms(RACES);
    const failAttempts = `
      update alarms set status = 'scheduled', lease_until = null, version = version + 1
      where id in (select id from alarms where status = 'firing' for update skip locked)`;
    const results = await against(
      ids,
      (id, n) => abortAlarm(person(n), { id, ifMatch: null }),
      async () => {
        for (let rounds = 0; rounds < 10; rounds += 1) {
          await gate(20);
          await world.database.pool.query(failAttempts);
        }
      },
    );
    for (const [id, { value, code }] of results) {
      const { status, finishedUs } = await look(id);
      if (value) expect(status).toBe('aborted');
      else expect([code, finishedUs]).toEqual(['alarm_already_firing', null]);
    }
  });
});

describe('an abort by filter racing a claim', () => {
  const all = abortAlarmsInput.parse({ all: true });

  // A claim takes those of other workspaces, too.
  beforeEach(async () => void (await world.database.pool.query('delete from alarms')));

  test('each alarm is either aborted and never fires, or counted as in flight', async () => {
    const ids = await dueAlarms(RACES);
    const claimed = new Set(await gate(5));
    const [result] = await Promise.all([
      abortAlarms(person(1), all),
      ...Array.from({ length: 4 }, async () => {
        for (let rounds = 0; rounds < 5; rounds += 1) for (const id of await gate(2)) claimed.add(id);
      }),
    ]);
    expect(result).toMatchObject({ inFlight: claimed.size, count: RACES - claimed.size, isAll: true });
    for (const id of ids) expect((await look(id)).status).toBe(claimed.has(id) ? 'firing' : 'aborted');
    expect(await gate(RACES)).toEqual([]);
  });

  test('an alarm that is rescheduled while the abort waits for it is aborted where the filter still finds it', async () => {
    const [stays = '', leaves = ''] = await dueAlarms(2);
    const mover = await world.database.pool.connect();
    try {
      await mover.query('begin');
      const reschedule = `update alarms set due_at = due_at + $2::interval, next_attempt_at = next_attempt_at + $2::interval,
                                            version = version + 1 where id = $1`;
      await mover.query(reschedule, [stays, '1 minute']);
      await mover.query(reschedule, [leaves, '2 hours']);
      const until = (await nowUs()) + 3_600 * SECOND_US;
      const aborting = abortAlarms(person(1), abortAlarmsInput.parse({ due_to: formatMicros(until) }));
      await waitsForLock();
      await mover.query('commit');
      expect(await aborting).toMatchObject({ count: 1, inFlight: 0, isAll: true });
    } finally {
      mover.release();
    }
    expect([(await look(stays)).status, (await look(leaves)).status]).toEqual(['aborted', 'scheduled']);
  });

  test('an alarm that is claimed while the abort waits for it is counted as in flight', async () => {
    const [id = ''] = await dueAlarms(1);
    const claimer = await world.database.pool.connect();
    try {
      await claimer.query('begin');
      await claimer.query(FIRE, [id]);
      const aborting = abortAlarms(person(1), all);
      await waitsForLock();
      await claimer.query('commit');
      expect(await aborting).toMatchObject({ count: 0, inFlight: 1, isAll: true });
    } finally {
      claimer.release();
    }
    expect((await look(id)).status).toBe('firing');
  });

  test('an alarm whose attempt fails meanwhile is aborted or in flight, and never left waiting', async () => {
    await dueAlarms(RACES);
    const fail = `
      update alarms set status = 'scheduled', lease_until = null, version = version + 1
      where id in (select id from alarms where status = 'firing' order by id limit 3 for update skip locked)`;
    await gate(RACES);
    let isDone = false;
    const [result] = await Promise.all([
      abortAlarms(person(1), all).finally(() => {
        isDone = true;
      }),
      (async () => {
        while (!isDone) await world.database.pool.query(fail);
      })(),
    ]);
    const { finished } = await places();
    expect([result.count, result.isAll]).toEqual([finished, true]);
    expect(result.count + result.inFlight).toBe(RACES);
  });
});

describe('a reschedule racing a claim', () => {
  test('a rescheduled alarm does not fire now, and one that fires was not rescheduled', async () => {
    const ids = await dueAlarms(RACES);
    const later = rescheduleAlarmInput.parse({ delay: '1h' });
    // Some are claimed before the others start, so that each side wins some.
    const gone = new Set(await gate(5));
    const results = await against(
      ids,
      (id, n) => rescheduleAlarm(person(n), { id, ifMatch: n % 2 ? [1] : null }, later),
      async () => {
        for (let rounds = 0; rounds < 10; rounds += 1) for (const id of await gate(5)) gone.add(id);
      },
    );
    for (const [id, { value, code }] of results) {
      const { status, dueUs } = await look(id);
      const isMoved = dueUs > (await nowUs());
      if (value) expect([gone.has(id), status, isMoved]).toEqual([false, 'scheduled', true]);
      else expect([code, gone.has(id), status, isMoved]).toEqual(['alarm_already_firing', true, 'firing', false]);
    }
  });
});

describe('a reschedule racing an abort', () => {
  test('ends with the alarm aborted, and a reschedule that reported success took place', async () => {
    const ids = await dueAlarms(RACES);
    const later = rescheduleAlarmInput.parse({ delay: '1h' });
    const results = await Promise.all(
      ids.map(async (id, n) => {
        const abort = () => ended(abortAlarm(person(n), { id, ifMatch: null }));
        const move = () => ended(rescheduleAlarm(person(n + 1), { id, ifMatch: null }, later));
        const [one, other] = n % 2 ? [abort(), move()] : [move(), abort()];
        const [first, second] = await Promise.all([one, other]);
        return n % 2 ? { id, aborted: first, rescheduled: second } : { id, aborted: second, rescheduled: first };
      }),
    );
    for (const { id, aborted, rescheduled } of results) {
      expect(aborted.value?.isChanged).toBe(true);
      const { status, dueUs, version } = await look(id);
      const isMoved = rescheduled.value !== null;
      if (!isMoved) expect(rescheduled.code).toBe('alarm_ended');
      expect([status, dueUs > (await nowUs()), version]).toEqual(['aborted', isMoved, isMoved ? 3 : 2]);
      expect(await events(id)).toEqual(isMoved ? ['alarm.moved', 'alarm.aborted'] : ['alarm.aborted']);
    }
    expect(await places()).toMatchObject({ pending: 0, finished: RACES });
  });
});

describe('a redrive racing a redrive', () => {
  async function deadAlarms(count: number): Promise<string[]> {
    const ids = await dueAlarms(count);
    await Promise.all(ids.map((id) => putIn(world, id, 'dead')));
    return ids;
  }

  test('five at once redrive each alarm once', async () => {
    const ids = await deadAlarms(RACES / 2);
    const results = await Promise.all(
      ids.map((id, n) =>
        Promise.all([0, 1, 2, 3, 4].map((more) => ended(redriveAlarm(person(n + more), { id, ifMatch: null })))),
      ),
    );
    for (const one of results) {
      expect(one.map(({ code }) => code)).toEqual(Array(5).fill(null));
      expect(one.filter(({ value }) => value?.isChanged)).toHaveLength(1);
    }
    expect(await places()).toMatchObject({ pending: ids.length, finished: 0 });
    for (const id of ids) expect(await events(id)).toEqual(['alarm.redriven']);
  });

  test('one by one and by filter at once, each alarm is redriven by exactly one of them', async () => {
    const ids = await deadAlarms(RACES);
    const all = redriveDeadLettersInput.parse({});
    const [singles, ...bulks] = await Promise.all([
      Promise.all(ids.map((id, n) => ended(redriveAlarm(person(n), { id, ifMatch: null })))),
      ...[3, 4, 5].map((n) => redriveDeadLetters(person(n), all)),
    ]);
    const alone = singles.filter(({ value }) => value?.isChanged).length;
    expect(alone + bulks.reduce((sum, { count }) => sum + count, 0)).toBe(RACES);
    expect(await places()).toMatchObject({ pending: RACES, finished: 0 });
  });

  test('while the engine claims the redriven alarm reports it as firing, or redrives it', async () => {
    const ids = await deadAlarms(RACES);
    const twice = [...ids, ...ids];
    const gone: string[] = [];
    const [results] = await Promise.all([
      Promise.all(twice.map((id, n) => ended(redriveAlarm(person(n), { id, ifMatch: null })))),
      (async () => {
        while (gone.length < RACES) gone.push(...(await gate(10)));
      })(),
    ]);
    expect(new Set(gone)).toHaveLength(RACES);
    expect(results.filter(({ value }) => value?.isChanged)).toHaveLength(RACES);
    for (const { value, code } of results) if (!value) expect(code).toBe('alarm_already_firing');
  });
});
