import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertTimer, pool, prepareRows, user, workspace } from '#/test/schema/rows.ts';

prepareRows();

const AT = '2026-03-09T09:00:00Z';
const OPEN = { status: 'open', reason: 'Forgot to stop.' };
const DECIDED = { ...OPEN, decided_at: AT };

/** A person's proposal about a timer of theirs, with these columns. */
async function insertProposal(row: Record<string, unknown>, timer?: string) {
  const timer_id = timer ?? (await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] }));
  const all = {
    id: randomUUID(),
    workspace_id: workspace,
    user_id: user,
    timer_id,
    version: 1,
    wish: '{}',
    before: '{}',
    after: '{}',
    created_at: AT,
    ...row,
  };
  const names = Object.keys(all);
  const places = names.map((_, index) => `$${index + 1}`);
  return pool.query(
    `insert into correction_proposals (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(all),
  );
}

async function insertCorrection(): Promise<string> {
  const id = randomUUID();
  const values = [id, workspace, AT];
  await pool.query(`insert into corrections (id, workspace_id, reason, created_at) values ($1, $2, '', $3)`, values);
  return id;
}

describe('a proposal', () => {
  test.each([
    ['open', OPEN],
    ['declined with a note', { ...DECIDED, status: 'declined', note: 'See the minutes.' }],
    ['withdrawn', { ...DECIDED, status: 'withdrawn' }],
    ['superseded', { ...DECIDED, status: 'superseded' }],
  ])('may be %s', async (_state, row) => {
    await expect(insertProposal(row)).resolves.toMatchObject({ rowCount: 1 });
  });

  test('may be accepted as a correction, which belongs to one proposal', async () => {
    const timer = await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] });
    const accepted = { ...DECIDED, status: 'accepted', correction_id: await insertCorrection() };
    await expect(insertProposal(accepted, timer)).resolves.toMatchObject({ rowCount: 1 });
    await expect(insertProposal(accepted, timer)).rejects.toMatchObject({
      constraint: 'correction_proposals_correction_id_key',
    });
  });

  test.each([
    ['in an unknown state', { ...DECIDED, status: 'lost' }, 'status_known'],
    ['without a reason', { ...OPEN, reason: '' }, 'reason_length'],
    ['with a reason too long for a correction', { ...OPEN, reason: 'x'.repeat(231) }, 'reason_length'],
    ['with a note too long for a correction', { ...OPEN, note: 'x'.repeat(231) }, 'note_length'],
    ['closed without a time', { ...OPEN, status: 'withdrawn' }, 'closed_at_an_instant'],
    ['open and decided', { ...DECIDED, status: 'open' }, 'closed_at_an_instant'],
    ['accepted without a correction', { ...DECIDED, status: 'accepted' }, 'accepted_as_correction'],
    ['declined without a note', { ...DECIDED, status: 'declined' }, 'declined_with_note'],
  ])('cannot be %s', async (_state, row, constraint) => {
    await expect(insertProposal(row)).rejects.toMatchObject({ constraint: `correction_proposals_${constraint}` });
  });

  test('is open only once for each timer', async () => {
    const timer = await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] });
    await insertProposal(OPEN, timer);
    await insertProposal({ ...DECIDED, status: 'withdrawn' }, timer);
    await expect(insertProposal(OPEN, timer)).rejects.toMatchObject({ constraint: 'correction_proposals_one_open' });
  });
});
