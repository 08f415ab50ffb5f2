import { expect, test } from 'vitest';
import { afterFile, closeFile } from '#/test/after-file.ts';
import { emptyTestDatabase, testDatabase } from '#/test/database.ts';
import { testWorld } from '#/test/world.ts';

test('resources opened by a file are closed after it, the last first, also after one that fails', async () => {
  const closed: string[] = [];
  afterFile(() => closed.push('first'));
  afterFile(() => {
    throw new Error('was closed already');
  });
  afterFile(async () => closed.push('last'));
  await expect(closeFile()).rejects.toThrow(AggregateError);
  expect(closed).toEqual(['last', 'first']);
  await closeFile();
  expect(closed).toHaveLength(2);
});

test('the databases of a file are dropped after it, including those created within a test', async () => {
  const names = [(await testWorld()).database.url, (await testDatabase()).url, await emptyTestDatabase()].map((url) =>
    new URL(url).pathname.slice(1),
  );
  await closeFile();
  const { pool } = await testDatabase();
  const { rows } = await pool.query('select datname from pg_database where datname = any($1)', [names]);
  expect(rows).toEqual([]);
});
