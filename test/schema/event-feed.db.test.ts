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

describe('an event that is older than a day is cut to its audit, and to nothing else', () => {
  const DATA = {
    before: null,
    after: { title: 'A' },
    timer: { id: 'a', title: 'Work', ticket: { id: 'b', key: 'API-1' }, started_at: '2026-03-11T09:00:00Z', spans: [] },
    spans: [],
    reason: 'merged',
    project: { title: 'A' },
  };
  const insert = async (age: string, data: object = DATA) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into events (workspace_id, type, subject_id, actor, data, created_at)
       values ($1, 'timer.started', $1, '{}', $2, now() - $3::interval) returning id::text`,
      [workspace, data, age],
    );
    return rows[0]?.id;
  };
  const CUT = 'update events set data = event_audit_data(data)';

  test('by the function that defines the audit', async () => {
    const id = await insert('25 hours');
    const { rows } = await pool.query(`${CUT} where id = $1 returning data`, [id]);
    const timer = { title: 'Work', ticket: { key: 'API-1' }, started_at: '2026-03-11T09:00:00Z' };
    expect(rows[0]?.data).toEqual({ before: null, after: { title: 'A' }, reason: 'merged', timer });
    // A second time it changes nothing more.
    const again = await pool.query(`${CUT} where id = $1 returning data`, [id]);
    expect(again.rows[0]?.data).toEqual(rows[0]?.data);
  });

  test('without the timer if the states before and after name it', async () => {
    const after = { title: 'Work', started_at: '2026-03-11T09:00:00Z' };
    const id = await insert('25 hours', { ...DATA, after });
    const { rows } = await pool.query(`${CUT} where id = $1 returning data`, [id]);
    expect(rows[0]?.data).toEqual({ before: null, after, reason: 'merged', project: { title: 'A' } });
  });

  test.each([
    ['a newer one', '23 hours', CUT],
    ['other data', '25 hours', `update events set data = '{"before": null, "after": null}'`],
    ['a missing field', '25 hours', `update events set data = event_audit_data(data) - 'reason'`],
    ['another actor next to it', '25 hours', `${CUT}, actor = '{"kind": "worker"}'`],
    ['another time next to it', '25 hours', `${CUT}, created_at = now()`],
    ['another concurrent transaction', '25 hours', `${CUT}, xid = '7'`],
  ])('never %s', async (_what, age, statement) => {
    const id = await insert(age);
    await expect(pool.query(`${statement} where id = $1`, [id])).rejects.toMatchObject({
      message: 'the event feed is append-only',
    });
  });
});
