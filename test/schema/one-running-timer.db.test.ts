import { describe, expect, test } from 'vitest';
import { insertRunning, insertTimer, newUser, newWorkspace, pool, prepareRows } from '#/test/schema/rows.ts';

prepareRows();

describe('one running timer per user', () => {
  test('a second one is rejected with the name of the index', async () => {
    await insertRunning();
    await expect(insertRunning()).rejects.toMatchObject({
      code: '23505',
      constraint: 'timers_one_running',
      message: expect.stringContaining('already has a running timer'),
    });
  });

  test('also in another workspace', async () => {
    await insertRunning();
    const other = await newWorkspace();
    await expect(insertRunning({ workspace: other })).rejects.toMatchObject({ constraint: 'timers_one_running' });
  });

  test('one of many concurrent starts wins, by the index alone', async () => {
    await pool.query('alter table timers disable trigger timers_refuse_second_running');
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => insertRunning()));
    await pool.query('alter table timers enable trigger timers_refuse_second_running');
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    // The others conflict with the running timer (23505) or, at the same instant, its open span (23P01).
    expect(new Set(codes).isSubsetOf(new Set(['23505', '23P01']))).toBe(true);
  });

  test('two people may run one each', async () => {
    await insertRunning();
    await expect(insertRunning({ user: await newUser() })).resolves.toBeDefined();
  });

  test('resuming a paused timer while another runs is rejected', async () => {
    const paused = await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] });
    await insertRunning({ from: '10:00' });
    await expect(pool.query("update timers set status = 'running' where id = $1", [paused])).rejects.toMatchObject({
      constraint: 'timers_one_running',
    });
  });
});
