import { expect, test } from 'vitest';
import { connect } from '#/lib/db/client.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { playDemo } from '#/scripts/demo/play.ts';
import { type TestDatabase, testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';

const PATIENCE = { timeout: 60_000 };
/** A Thursday afternoon in Europe, so that some people work and some pause. */
const NOW = new Date('2026-03-12T15:00:00.000Z');
const STORY = { seed: 1, days: 1, now: NOW, password: 'only for tests' };

/** What people see of a database, with ids replaced by numbers in order of appearance. */
async function contentOf({ pool }: TestDatabase): Promise<string[]> {
  const tables = [
    'select type, user_id, subject_id, actor, data, created_at from events order by id',
    'select name, email, time_zone, created_at from users order by email',
    'select * from workspaces',
    'select m.* from memberships m join users u on u.id = m.user_id order by email',
    'select * from projects order by name',
    'select * from tickets order by key',
    'select t.* from timers t join users u on u.id = t.user_id order by started_at, email',
    'select s.* from timer_spans s join users u on u.id = s.user_id order by started_at, email',
    'select * from wakeups order by due_at',
  ];
  const lines: string[] = [];
  for (const sql of tables) {
    const { rows } = await pool.query(sql);
    lines.push(...rows.map((row) => JSON.stringify(row)));
  }
  const numbers = new Map<string, string>();
  return lines.map((line) =>
    line.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!numbers.has(id)) numbers.set(id, `id ${numbers.size + 1}`);
      return numbers.get(id) as string;
    }),
  );
}

async function play(database: TestDatabase): Promise<number> {
  const db = connect(database.url, 1);
  try {
    return await playDemo(db, STORY);
  } finally {
    await db.$disconnect();
  }
}

async function counts({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query(
    `select format('%s people, %s timers, %s events', (select count(*) from users), (select count(*) from timers),
                   (select count(*) from events)) as said`,
  );
  return rows[0].said;
}

test('the story is the same with a running worker, and not visible before it is complete', PATIENCE, async () => {
  const [quiet, busy] = [await testDatabase(), await testDatabase()];
  await play(quiet);
  const db = connect(busy.url, 2);
  busy.onClose(() => db.$disconnect());
  const seen = new Set<string>();
  let playing = true;
  const work = async () => {
    while (playing) {
      seen.add(await counts(busy));
      await fireWakeups({ db, clock: new SettableClock(NOW), requestId: null }, HANDLERS);
    }
  };
  await Promise.all([work(), play(busy).finally(() => (playing = false))]);
  expect(await contentOf(busy)).toEqual(await contentOf(quiet));
  seen.add(await counts(busy));
  expect([...seen]).toEqual(['0 people, 0 timers, 0 events', await counts(quiet)]);
});

test('workspace, people and tickets exist before the first timer starts', async () => {
  const database = await testDatabase();
  await play(database);
  const { rows } = await database.pool.query(
    `select (select min(started_at) from timers) > all (
       select created_at from workspaces union all select created_at from users union all select created_at from tickets
     ) as in_time`,
  );
  expect(rows).toEqual([{ in_time: true }]);
});

test('a demo that cannot be completed leaves nothing behind', async () => {
  const database = await testDatabase();
  await database.pool.query(
    `insert into users (id, name, email) values (gen_random_uuid(), 'D', 'devon@demo.example')`,
  );
  await expect(play(database)).rejects.toMatchObject({ code: 'email_taken' });
  expect(await counts(database)).toBe('1 people, 0 timers, 0 events');
});
