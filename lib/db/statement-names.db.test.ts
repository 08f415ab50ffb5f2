import { expect, test } from 'vitest';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { testWorld } from '#/test/world.ts';

test('a statement marked as prepared is prepared once per connection, and no others are', async () => {
  const world = await testWorld();
  const db = connect(world.database.url, 1);
  world.database.onClose(() => db.$disconnect());
  for (let n = 0; n < 3; n += 1) await databaseClock.now(db);
  for (let n = 0; n < 3; n += 1) await db.workspace.count();
  const prepared = await db.$queryRaw`
    select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements where name <> ''`;
  expect(prepared).toEqual([{ statement: expect.stringContaining('clock_timestamp()'), runs: 3 }]);
});
