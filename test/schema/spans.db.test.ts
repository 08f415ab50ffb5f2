import { describe, expect, test } from 'vitest';
import { insertRunning, insertTimer, newUser, newWorkspace, pool, prepareRows } from '#/test/schema/rows.ts';

prepareRows();

describe('spans of a user', () => {
  const stopped = { status: 'stopped', endedAt: '12:00', reason: 'stopped' } as const;

  test.each([
    ['crosses the end of another', '09:30', '10:30'],
    ['lies inside another', '09:15', '09:45'],
    ['covers another', '08:00', '11:00'],
    ['equals another', '09:00', '10:00'],
    ['is open and begins before the end of another', '09:59', null],
    ['is open and begins before another', '08:00', null],
  ])('one that %s is rejected', async (_what, from, to) => {
    await insertTimer({ ...stopped, spans: [['09:00', '10:00']] });
    const second = to === null ? insertRunning({ from }) : insertTimer({ ...stopped, spans: [[from, to]] });
    await expect(second).rejects.toMatchObject({ code: '23P01', constraint: 'timer_spans_no_overlap' });
  });

  test('one that begins after the start of an open one is rejected, however late', async () => {
    await insertRunning({ from: '09:00' });
    const late = insertTimer({ ...stopped, spans: [['11:00', '12:00']] });
    await expect(late).rejects.toMatchObject({ constraint: 'timer_spans_no_overlap' });
  });

  test('one in another workspace counts as well', async () => {
    await insertTimer({ ...stopped, spans: [['09:00', '10:00']] });
    const other = await newWorkspace();
    const overlapping = insertTimer({ ...stopped, workspace: other, spans: [['09:30', '11:00']] });
    await expect(overlapping).rejects.toMatchObject({ constraint: 'timer_spans_no_overlap' });
  });

  test('those that touch are legal, also an open one at the end', async () => {
    await insertTimer({
      ...stopped,
      spans: [
        ['09:00', '10:00'],
        ['10:00', '11:00'],
      ],
    });
    await expect(insertRunning({ from: '11:00' })).resolves.toBeDefined();
  });

  test('an empty one takes no time', async () => {
    await insertTimer({ ...stopped, spans: [['09:00', '10:00']] });
    await expect(insertTimer({ ...stopped, spans: [['09:30', '09:30']] })).resolves.toBeDefined();
  });

  test('those of a discarded timer free their time', async () => {
    await insertTimer({ status: 'discarded', endedAt: '10:00', reason: 'discarded', spans: [['09:00', '10:00']] });
    await expect(insertTimer({ ...stopped, spans: [['09:00', '10:00']] })).resolves.toBeDefined();
  });

  test('those of two people may overlap', async () => {
    await insertTimer({ ...stopped, spans: [['09:00', '10:00']] });
    const other = insertTimer({ ...stopped, user: await newUser(), spans: [['09:00', '10:00']] });
    await expect(other).resolves.toBeDefined();
  });

  test('one cannot end before it begins', async () => {
    const backwards = insertTimer({ ...stopped, spans: [['10:00', '09:00']] });
    // The range type may reject it (22000) before the CHECK runs.
    await expect(backwards).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|22000)$/) });
  });

  test('a discarded one cannot stay open', async () => {
    const open = insertTimer({ status: 'discarded', endedAt: '10:00', reason: 'discarded', spans: [['09:00', null]] });
    await expect(open).rejects.toMatchObject({ constraint: 'timer_spans_discarded_closed' });
  });

  test('a missing end has no zone', async () => {
    const id = await insertRunning();
    const nowhere = pool.query("update timer_spans set ended_zone = 'Europe/Berlin' where timer_id = $1", [id]);
    await expect(nowhere).rejects.toMatchObject({ constraint: 'timer_spans_zone_of_end' });
  });

  test('one is measured by default, and accepts only known origins', async () => {
    const id = await insertRunning();
    const { rows } = await pool.query('select origin from timer_spans where timer_id = $1', [id]);
    expect(rows).toEqual([{ origin: 'live' }]);
    const invented = pool.query("update timer_spans set origin = 'guessed' where timer_id = $1", [id]);
    await expect(invented).rejects.toMatchObject({ constraint: 'timer_spans_origin_known' });
  });
});
