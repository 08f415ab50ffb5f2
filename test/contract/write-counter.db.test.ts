import { expect, test } from 'vitest';
import { countWrites } from '#/test/contract/write-counter.ts';
import { testWorld } from '#/test/world.ts';

test('written rows count once per statement; a statement without any, and a rollback, do not count', async () => {
  const world = await testWorld();
  const { pool } = world.database;
  const { workspaceId } = (await world.member()).actor;
  const writes = await countWrites(world);
  const ofStatement = async (sql: string) => {
    const before = await writes();
    await pool.query(sql);
    return (await writes()) - before;
  };
  const insert = `insert into tickets (id, workspace_id, key, title)
    select gen_random_uuid(), '${workspaceId}', 'T-' || n, '' from generate_series(1, 2) n on conflict do nothing`;
  expect(await ofStatement(insert)).toBe(1);
  expect(await ofStatement(insert)).toBe(0);
  expect(await ofStatement(`update tickets set title = 'One' where key = 'T-1'`)).toBe(1);
  expect(await ofStatement(`update tickets set title = 'Three' where key = 'T-3'`)).toBe(0);
  expect(await ofStatement(`begin; delete from tickets; rollback`)).toBe(0);
  expect(await ofStatement(`delete from tickets where key = 'T-2'`)).toBe(1);
  expect(await ofStatement(`delete from tickets where key = 'T-2'`)).toBe(0);
});
