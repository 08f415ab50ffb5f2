import { describe, expect, test } from 'vitest';
import {
  insertInto,
  insertRunning,
  insertSpan,
  insertTimer,
  inTransaction,
  newUser,
  pool,
  prepareRows,
  type TimerRow,
  user,
  workspace,
} from '#/test/schema/rows.ts';

prepareRows();

describe('at commit, a timer and its spans agree', () => {
  const mismatch = { code: '23514', constraint: 'timers_match_spans' };

  test('running without an open span is rejected', async () => {
    await expect(insertTimer({ status: 'running' })).rejects.toMatchObject(mismatch);
  });

  test('paused or stopped with an open span is rejected', async () => {
    await expect(insertTimer({ status: 'paused', spans: [['09:00', null]] })).rejects.toMatchObject(mismatch);
    const stopped: TimerRow = { status: 'stopped', endedAt: '10:00', reason: 'stopped', spans: [['09:00', null]] };
    await expect(insertTimer(stopped)).rejects.toMatchObject(mismatch);
  });

  test('removing or closing the open span of a running timer is rejected', async () => {
    const id = await insertRunning();
    await expect(pool.query('delete from timer_spans where timer_id = $1', [id])).rejects.toMatchObject(mismatch);
    const close = pool.query('update timer_spans set ended_at = started_at where timer_id = $1', [id]);
    await expect(close).rejects.toMatchObject(mismatch);
  });

  test('a second open span of a timer is rejected', async () => {
    const id = await insertRunning({ from: '09:00' });
    await pool.query('alter table timer_spans drop constraint timer_spans_no_overlap').catch(() => {});
    const second = insertSpan(pool, id, { user, workspace }, ['10:00', null], false);
    await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'timer_spans_one_open' });
    await pool.query(
      `alter table timer_spans add constraint timer_spans_no_overlap
         exclude using gist (user_id with =, tstzrange(started_at, ended_at, '[)') with &&) where (not discarded)`,
    );
  });

  test("a span under another person's name is rejected", async () => {
    const id = await insertTimer({ status: 'paused' });
    const strange = insertSpan(pool, id, { user: await newUser(), workspace }, ['09:00', '10:00'], false);
    await expect(strange).rejects.toMatchObject(mismatch);
  });

  test('discarding a timer without its spans is rejected', async () => {
    const id = await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] });
    const discard = pool.query(
      "update timers set status = 'discarded', ended_at = started_at, end_reason = 'discarded' where id = $1",
      [id],
    );
    await expect(discard).rejects.toMatchObject(mismatch);
  });

  test('a switch within one transaction is legal', async () => {
    const first = await insertRunning({ from: '09:00' });
    await inTransaction(async (client) => {
      await client.query("update timer_spans set ended_at = '2026-03-10T10:00Z' where timer_id = $1", [first]);
      await client.query(
        "update timers set status = 'stopped', ended_at = '2026-03-10T10:00Z', end_reason = 'switched' where id = $1",
        [first],
      );
      await insertInto(client, { status: 'running', startedAt: '10:00', spans: [['10:00', null]] });
    });
    const { rows } = await pool.query('select status from timers where user_id = $1 order by started_at', [user]);
    expect(rows).toEqual([{ status: 'stopped' }, { status: 'running' }]);
  });
});
