import { describe, expect, test } from 'vitest';
import { insertTimer, prepareRows, type TimerRow } from '#/test/schema/rows.ts';

prepareRows();

describe('status, end and reason of a timer agree', () => {
  const rejected: [string, TimerRow, string][] = [
    ['running with an end', { status: 'running', endedAt: '10:00', reason: 'stopped' }, 'timers_open_has_no_end'],
    ['paused with an end', { status: 'paused', endedAt: '10:00', reason: 'stopped' }, 'timers_open_has_no_end'],
    ['stopped without an end', { status: 'stopped' }, 'timers_open_has_no_end'],
    ['completed without an end', { status: 'completed' }, 'timers_open_has_no_end'],
    ['an end without a reason', { status: 'stopped', endedAt: '10:00' }, 'timers_end_has_reason'],
    ['a reason without an end', { status: 'paused', reason: 'stopped' }, 'timers_end_has_reason'],
    ['stopped by its cap', { status: 'stopped', endedAt: '10:00', reason: 'capped' }, 'timers_reason_fits_status'],
    [
      'completed because stopped',
      { status: 'completed', endedAt: '10:00', reason: 'stopped' },
      'timers_reason_fits_status',
    ],
    [
      'discarded because stopped',
      { status: 'discarded', endedAt: '10:00', reason: 'stopped' },
      'timers_reason_fits_status',
    ],
    ['an end before the start', { status: 'stopped', endedAt: '08:00', reason: 'stopped' }, 'timers_end_after_start'],
    ['a cap of zero', { status: 'paused', capSeconds: 0 }, 'timers_cap_positive'],
    ['version zero', { status: 'paused', version: 0 }, 'timers_version_positive'],
    ['a title that is too long', { status: 'paused', title: 'x'.repeat(501) }, 'timers_title_length'],
    ['51 tags', { status: 'paused', tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'timers_tags_few'],
  ];

  test.each(rejected)('%s is rejected', async (_what, row, constraint) => {
    await expect(insertTimer(row)).rejects.toMatchObject({ code: '23514', constraint });
  });

  test.each<[string, TimerRow]>([
    ['paused', { status: 'paused' }],
    ['stopped', { status: 'stopped', endedAt: '10:00', reason: 'stopped' }],
    ['stopped by a switch', { status: 'stopped', endedAt: '10:00', reason: 'switched' }],
    ['capped', { status: 'completed', endedAt: '10:00', reason: 'capped' }],
    ['finished', { status: 'completed', endedAt: '10:00', reason: 'finished' }],
    ['discarded', { status: 'discarded', endedAt: '10:00', reason: 'discarded' }],
    ['ended at its very start', { status: 'stopped', endedAt: '09:00', reason: 'stopped' }],
  ])('%s is legal', async (_what, row) => {
    await expect(insertTimer(row)).resolves.toBeDefined();
  });
});
