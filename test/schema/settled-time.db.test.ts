import { describe, expect, test } from 'vitest';
import { pool, prepareRows, user, workspace } from '#/test/schema/rows.ts';

prepareRows();

const AT = '2026-03-09T09:00:00Z';

/** A week of the person, with these columns. */
function insertWeek(row: { status: string } & Record<string, unknown>) {
  const all = { workspace_id: workspace, user_id: user, starts_on: '2026-03-02', ...row };
  const names = Object.keys(all);
  return pool.query(
    `insert into weeks (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(all),
  );
}
const SUBMITTED = { status: 'submitted', submitted_at: AT, submitted_ms: 0 };

describe('a week', () => {
  test.each([
    ['open', { status: 'open' }],
    ['submitted', SUBMITTED],
    ['approved', { ...SUBMITTED, status: 'approved', decided_at: AT, approved_ms: 0 }],
    ['returned with a comment', { ...SUBMITTED, status: 'returned', decided_at: AT, words: 'Friday is missing.' }],
  ])('may be %s', async (_state, row) => {
    await expect(insertWeek(row)).resolves.toMatchObject({ rowCount: 1 });
  });

  test.each([
    ['in an unknown state', { ...SUBMITTED, status: 'lost' }, 'weeks_status_known'],
    ['submitted without a sum', { ...SUBMITTED, submitted_ms: null }, 'weeks_submitted_with_sum'],
    ['submitted at no time', { status: 'submitted' }, 'weeks_status_fits'],
    ['approved without a time', { ...SUBMITTED, status: 'approved', approved_ms: 0 }, 'weeks_status_fits'],
    ['approved without a sum', { ...SUBMITTED, status: 'approved', decided_at: AT }, 'weeks_approved_with_sum'],
    ['decided while it waits', { ...SUBMITTED, decided_at: AT }, 'weeks_status_fits'],
    ['returned without a comment', { ...SUBMITTED, status: 'returned', decided_at: AT }, 'weeks_returned_with_words'],
    ['with a text that is too long', { status: 'open', words: 'x'.repeat(501) }, 'weeks_words_length'],
  ])('cannot be %s', async (_state, row, constraint) => {
    await expect(insertWeek(row)).rejects.toMatchObject({ constraint });
  });
});

describe('the day through which a workspace is closed', () => {
  const change = (row: string) => pool.query(`update workspaces set ${row} where id = $1`, [workspace]);

  test.each([
    [
      'settles no later day',
      "closed_through = '2026-02-28', settled_through = '2026-03-01'",
      'workspaces_settled_before_closed',
    ],
    ['exists when a day is settled', "settled_through = '2026-02-28'", 'workspaces_settled_with_closed'],
    ['has no grace before it', 'closing_grace_days = -1', 'workspaces_closing_grace_days'],
    ['nor over more than a month', 'closing_grace_days = 32', 'workspaces_closing_grace_days'],
  ])('%s', async (_what, row, constraint) => {
    await expect(change(row)).rejects.toMatchObject({ constraint });
  });

  test('may be later than the settled one', async () => {
    const retained = change("closed_through = '2026-03-31', settled_through = '2026-02-28', closing_grace_days = 5");
    await expect(retained).resolves.toMatchObject({ rowCount: 1 });
  });
});
