import { describe, expect, test } from 'vitest';
import { pool, prepareRows, workspace } from '#/test/schema/rows.ts';

prepareRows();

describe('the event feed only grows', () => {
  test.each([
    ['changed', "update events set type = 'other'"],
    ['deleted', 'delete from events'],
    ['emptied', 'truncate events'],
    ['emptied with the tables that name it', 'truncate events cascade'],
  ])('it cannot be %s', async (_what, statement) => {
    await pool.query(
      "insert into events (workspace_id, type, subject_id, actor, data) values ($1, 'timer.started', $1, '{}', '{}')",
      [workspace],
    );
    await expect(pool.query(statement)).rejects.toMatchObject({
      code: '42501',
      message: 'the event feed is append-only',
    });
  });
});
