import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { leaveWorkspace } from '#/lib/tracking/members/leave-workspace.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { acceptProposal } from '#/lib/tracking/proposals/accept-proposal.ts';
import { declineProposal } from '#/lib/tracking/proposals/decline-proposal.ts';
import { listProposals } from '#/lib/tracking/proposals/list-proposals.ts';
import type { Proposal } from '#/lib/tracking/proposals/proposal.ts';
import { listProposalsInput, proposeCorrectionInput } from '#/lib/tracking/proposals/proposal-schemas.ts';
import { proposeCorrection } from '#/lib/tracking/proposals/propose-correction.ts';
import { withdrawProposal } from '#/lib/tracking/proposals/withdraw-proposal.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { approveWeek } from '#/lib/tracking/weeks/approve-week.ts';
import { submitWeek } from '#/lib/tracking/weeks/submit-week.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// In one process, a person's mutations run one after another; here each is in its own process.
vi.mock('#/lib/context/in-keyed-mutex.ts', () => ({
  inKeyedMutex: <T>(_client: object, _userId: string, work: () => Promise<T>) => work(),
}));

/** Midnight in Berlin between March, which is closed, and April. */
const MIDNIGHT = Date.parse('2026-03-31T22:00:00.000Z');
const REASON = 'Forgot to stop before lunch.';
const NOTE = 'Matches the calendar.';

let world: World;
let lead: Ctx;
let amara: Ctx;
let jonas: Ctx;
let march: Timer;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(MIDNIGHT + 12 * HOUR_MS));
  lead = await world.member();
  const { workspaceId } = lead.actor;
  amara = await world.member({ workspaceId, role: 'admin' });
  jonas = await world.member({ workspaceId, role: 'member' });
  march = await added(jonas, -5, -3);
  await closeMarch();
});

const at = (hours: number) => new Date(MIDNIGHT + hours * HOUR_MS).toISOString();
const span = (from: number, to: number) => ({ started_at: at(from), ended_at: at(to) });
const added = async (ctx: Ctx, from: number, to: number): Promise<Timer> =>
  (await addTimer(ctx, addTimerInput.parse({ title: 'Lease renewal', spans: [span(from, to)] }))).timer;
const closeMarch = () =>
  world.db.workspace.update({
    where: { id: lead.actor.workspaceId },
    data: { closedThrough: new Date('2026-03-31'), closingGraceDays: 0 },
  });
const propose = async (ctx: Ctx, timer: Timer, change: object = { spans: [span(-5, -4)] }): Promise<Proposal> => {
  const input = { timer_id: timer.id, version: timer.version, reason: REASON, ...change };
  return (await proposeCorrection(ctx, proposeCorrectionInput.parse(input))).proposal;
};
const accept = (ctx: Ctx, { id }: Proposal, version = march.version, note = NOTE) =>
  acceptProposal(ctx, id, { version, note });
const decline = (ctx: Ctx, { id }: Proposal) => declineProposal(ctx, id, { note: 'The meeting took until 11.' });
const correct = (ctx: Ctx, timer: Timer, change: object) =>
  createCorrection(
    ctx,
    createCorrectionInput.parse({
      timers: [{ timer_id: timer.id, version: timer.version, ...change }],
      reason: 'Agreed with payroll.',
    }),
  );
const stored = async ({ id, workspaceId }: Timer) => (await findTimer(world.db, workspaceId, id)) as Timer;
const proposals = async (ctx: Ctx, query: object = {}) =>
  (await listProposals(ctx, listProposalsInput.parse(query))).proposals.map(({ proposal }) => proposal);
const statusOf = async ({ id }: Proposal) =>
  (await world.db.correctionProposal.findUniqueOrThrow({ where: { id } })).status;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );
const events = async (of: { id: string }) =>
  (await world.db.event.findMany({ where: { subjectId: of.id }, orderBy: { id: 'asc' } })).map(({ type }) => type);
/** The notifications queued for a member, oldest first. */
async function notifications({ actor }: Ctx) {
  const { rows } = await world.database.pool.query<{ data: { kind: string; data: object } }>(
    `select data from pgboss.job where name = 'write-notice' and data ->> 'userId' = $1 order by created_on, id`,
    [actor.userId],
  );
  return rows.map(({ data }) => data);
}

describe('a member proposes a correction', () => {
  test('of their own closed time, and every admin is notified', async () => {
    const proposal = await propose(jonas, march, { spans: [span(-5, -4)], title: 'Lease' });
    expect(proposal).toMatchObject({ status: 'open', userId: jonas.actor.userId, version: march.version });
    expect(proposal.before).toMatchObject({ title: 'Lease renewal' });
    expect(proposal.after).toMatchObject({ title: 'Lease', spans: [{ endedAt: new Date(at(-4)) }] });
    expect(await stored(march)).toEqual(march);
    expect(await events(proposal)).toEqual(['correction.proposed']);
    for (const admin of [lead, amara]) {
      expect(await notifications(admin)).toMatchObject([
        { kind: 'correction_proposed', data: { reason: REASON, before_seconds: 7_200, after_seconds: 3_600 } },
      ]);
    }
    expect(await notifications(jonas)).toEqual([]);
  });

  test('again, and the later proposal replaces the earlier one', async () => {
    const first = await propose(jonas, march);
    const second = await propose(jonas, march, { title: 'Lease' });
    expect([await statusOf(first), await statusOf(second)]).toEqual(['superseded', 'open']);
    expect(await events(first)).toEqual(['correction.proposed', 'correction.proposal_superseded']);
  });

  test('for a project that does not exist: only accepting the proposal creates it', async () => {
    const named = () => world.db.project.findMany({ where: { workspaceId: lead.actor.workspaceId } });
    const declined = await propose(jonas, march, { project: 'New client' });
    expect(declined.after.project).toEqual({ id: expect.any(String), name: 'New client' });
    await decline(lead, declined);
    const proposal = await propose(jonas, march, { project: 'New client' });
    expect(await named()).toEqual([]);
    await accept(amara, proposal);
    const [made, ...others] = await named();
    expect([made?.name, others]).toEqual(['New client', []]);
    expect((await stored(march)).project).toEqual({ id: made?.id, name: 'New client' });
  });

  type Rejected = [what: string, code: string, () => Promise<unknown>];
  const REJECTED: Rejected[] = [
    [
      'of time that is not closed',
      'time_not_closed',
      async () => propose(jonas, await added(jonas, 1, 3), { title: 'X' }),
    ],
    [
      'as an admin, who can correct it',
      'time_not_closed',
      async () => {
        await world.db.workspace.update({ where: { id: lead.actor.workspaceId }, data: { closedThrough: null } });
        const own = await added(lead, -5, -3);
        await closeMarch();
        return propose(lead, own);
      },
    ],
    [
      'of another member’s timer',
      'forbidden',
      async () => {
        const leo = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
        return propose(leo, march);
      },
    ],
    ['of another version', 'timer_version_mismatch', () => propose(jonas, { ...march, version: 7 })],
    ['that changes nothing', 'proposal_changes_nothing', () => propose(jonas, march, { title: march.title })],
    ['that ends in the future', 'time_in_future', () => propose(jonas, march, { spans: [span(-5, 48)] })],
    [
      'that overlaps other time',
      'time_overlaps',
      async () => {
        const april = await added(jonas, 1, 3);
        return propose(jonas, march, { spans: [{ started_at: at(-5), ended_at: april.endedAt?.toISOString() }] });
      },
    ],
    [
      'of a deleted timer',
      'timer_ended',
      async () => {
        await correct(lead, march, { status: 'discarded' });
        return propose(jonas, await stored(march));
      },
    ],
  ];
  test.each(REJECTED)('but not %s', async (_what, code, work) => {
    expect(await outcome(work())).toBe(code);
    expect(await proposals(lead, { status: 'open' })).toEqual([]);
  });

  test('of an approved week, but not of a submitted one, which they can withdraw', async () => {
    await world.db.workspace.update({ where: { id: lead.actor.workspaceId }, data: { closedThrough: null } });
    const week = { starts_on: '2026-03-30' };
    const { time } = await submitWeek(jonas, week);
    await expect(propose(jonas, march)).rejects.toMatchObject({
      code: 'time_not_closed',
      detail: expect.stringContaining('Withdraw it'),
    });
    await approveWeek(lead, { ...week, user_id: jonas.actor.userId, total_ms: time.totalMs });
    expect(await propose(jonas, march)).toMatchObject({ status: 'open' });
  });
});

describe('an admin', () => {
  test('accepts a proposal: the timer is corrected with both reasons, and its member is notified once', async () => {
    const proposal = await propose(jonas, march, { spans: [span(-5, -4)], tags: ['agreed'] });
    const { proposal: accepted, made } = await accept(lead, proposal);
    expect(await stored(march)).toMatchObject({ tags: ['agreed'], spans: [{ endedAt: new Date(at(-4)) }] });
    expect(made.correction).toMatchObject({
      id: accepted.correctionId,
      createdBy: lead.actor.userId,
      reason: `Proposed: ${REASON} Accepted: ${NOTE}`,
    });
    expect(made.effect.closed).toMatchObject([{ userId: jonas.actor.userId, through: '2026-03-31' }]);
    expect(accepted).toMatchObject({ status: 'accepted', decidedBy: lead.actor.userId, note: NOTE });
    const notified = await notifications(jonas);
    expect(notified).toMatchObject([{ kind: 'proposal_decided', data: { decision: 'accepted', note: NOTE } }]);
    expect(notified).toHaveLength(1);
  });

  test('declines one with a note: nothing is corrected, and its member is notified', async () => {
    const proposal = await propose(jonas, march);
    expect((await decline(lead, proposal)).proposal).toMatchObject({ status: 'declined', correctionId: null });
    expect(await stored(march)).toEqual(march);
    expect(await notifications(jonas)).toMatchObject([
      { kind: 'proposal_decided', data: { decision: 'declined', note: 'The meeting took until 11.' } },
    ]);
  });

  test('sees both versions of a timer that changed meanwhile, and accepts the one they have seen', async () => {
    const proposal = await propose(jonas, march);
    await correct(amara, march, { title: 'Lease of the workers' });
    await expect(accept(lead, proposal)).rejects.toMatchObject({
      status: 412,
      code: 'timer_version_mismatch',
      extra: { current: { version: 2, title: 'Lease of the workers' }, seen: { version: 1, title: 'Lease renewal' } },
    });
    expect(await statusOf(proposal)).toBe('open');
    await accept(lead, proposal, 2);
    expect(await stored(march)).toMatchObject({
      title: 'Lease of the workers',
      spans: [{ endedAt: new Date(at(-4)) }],
    });
  });

  test('decides a proposal once, and a later admin gets the decision', async () => {
    const decisions = [accept, decline];
    for (const [index, first] of decisions.entries()) {
      const timer = await stored(march);
      const proposal = await propose(jonas, timer, { title: `Other ${index}` });
      await first(lead, proposal, timer.version);
      const later = [
        () => accept(amara, proposal, timer.version),
        () => decline(amara, proposal),
        () => withdraw(proposal),
      ];
      for (const second of later) {
        await expect(second()).rejects.toMatchObject({
          code: 'proposal_closed',
          extra: { current: { status: index === 0 ? 'accepted' : 'declined', decided_by: lead.actor.userId } },
        });
      }
    }
  });
});

const withdraw = ({ id }: Proposal) => withdrawProposal(jonas, id);

describe('a proposal', () => {
  test('is withdrawn only by its member', async () => {
    const proposal = await propose(jonas, march);
    for (const other of [lead, await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' })]) {
      expect(await outcome(withdrawProposal(other, proposal.id))).toBe('proposal_not_found');
    }
    expect((await withdraw(proposal)).proposal).toMatchObject({ status: 'withdrawn', decidedBy: jonas.actor.userId });
    expect(await outcome(accept(lead, proposal))).toBe('proposal_closed');
  });

  test('is visible to its member and to admins, and to no one else', async () => {
    const proposal = await propose(jonas, march);
    const leo = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
    for (const ctx of [jonas, lead]) expect(await proposals(ctx)).toMatchObject([{ id: proposal.id }]);
    expect(await proposals(leo)).toEqual([]);
    expect(await outcome(proposals(leo, { user_id: jonas.actor.userId }))).toBe('forbidden');
    expect(await proposals(await world.member())).toEqual([]);
  });

  test('is listed by state and timer, page by page', async () => {
    const first = await propose(jonas, march);
    const second = await propose(jonas, march, { title: 'Lease' });
    expect(await proposals(lead, { timer_id: march.id })).toMatchObject([{ id: second.id }, { id: first.id }]);
    expect(await proposals(lead, { status: 'open' })).toMatchObject([{ id: second.id }]);
    const { proposals: page, nextCursor } = await listProposals(lead, listProposalsInput.parse({ limit: 1 }));
    expect(page).toMatchObject([{ proposal: { id: second.id } }]);
    expect(await proposals(lead, { cursor: nextCursor })).toMatchObject([{ id: first.id }]);
  });

  type End = [how: string, (proposer: Ctx) => Promise<unknown>];
  const ENDS: End[] = [
    ['its timer is given to another member', () => correct(lead, march, { user_id: amara.actor.userId })],
    ['its timer is deleted', () => correct(lead, march, { status: 'discarded' })],
    ['its member is removed', ({ actor }) => removeMember(lead, { user_id: actor.userId })],
    ['its member leaves', (ctx) => leaveWorkspace(ctx, { workspace_id: ctx.actor.workspaceId })],
    ['its member is disabled', ({ actor }) => editMember(lead, { user_id: actor.userId, disabled: true })],
  ];
  test.each(ENDS)('is closed in the same transaction when %s', async (_how, end) => {
    const proposal = await propose(jonas, march);
    await end(jonas);
    expect(await statusOf(proposal)).toBe('superseded');
    expect(await events(proposal)).toContain('correction.proposal_superseded');
    const { version } = await stored(march);
    expect(await outcome(expectUnchanged(world, () => accept(lead, proposal, version)))).toBe('proposal_closed');
  });

  type Missed = [how: string, (proposer: Ctx) => Promise<unknown>];
  const MISSED: Missed[] = [
    ['its timer is another member’s', () => correct(lead, march, { user_id: amara.actor.userId })],
    ['its timer is deleted', () => correct(lead, march, { status: 'discarded' })],
    ['its member has left', ({ actor }) => removeMember(lead, { user_id: actor.userId })],
  ];
  test.each(MISSED)('is not accepted when %s even though it was left open', async (_how, end) => {
    const proposal = await propose(jonas, march);
    await end(jonas);
    await world.db.correctionProposal.update({
      where: { id: proposal.id },
      data: { status: 'open', decidedAt: null },
    });
    const { version } = await stored(march);
    expect(await outcome(expectUnchanged(world, () => accept(lead, proposal, version)))).toBe('proposal_closed');
  });
});

describe('concurrent decisions', () => {
  /** One begins first in one round, the other in the next. */
  const ROUNDS = 2;
  type Race = [what: string, (proposal: Proposal) => (() => Promise<unknown>)[], string[]];
  const RACES: Race[] = [
    ['two admins accept', (one) => [() => accept(lead, one), () => accept(amara, one)], ['done', 'proposal_closed']],
    [
      'one admin accepts and one declines',
      (one) => [() => accept(lead, one), () => decline(amara, one)],
      ['done', 'proposal_closed'],
    ],
    [
      'an admin accepts and its member withdraws',
      (one) => [() => accept(lead, one), () => withdraw(one)],
      ['done', 'proposal_closed'],
    ],
    [
      'an admin accepts and another gives the timer away',
      (one) => [() => accept(lead, one), () => correct(amara, march, { user_id: amara.actor.userId })],
      ['done', expect.stringMatching(/^(proposal_closed|timer_version_mismatch)$/)],
    ],
  ];
  test.each(RACES)('%s: one wins, the other gets an error', async (_what, race, expected) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      march = await added(await freshMember(), -5, -3);
      await closeMarch();
      const proposal = await propose(jonas, march);
      const both = round % 2 ? race(proposal).reverse() : race(proposal);
      const [first, second] = both.map((begin) => outcome(begin()));
      expect([await first, await second].sort()).toEqual(expected);
      expect((await world.db.correction.findMany({ where: { items: { some: { timerId: march.id } } } })).length).toBe(
        (await stored(march)).version - 1,
      );
    }
  });

  test('an admin accepts while its member is removed: both succeed, or the proposal is closed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      march = await added(await freshMember(), -5, -3);
      await closeMarch();
      const proposal = await propose(jonas, march);
      const accepted = outcome(accept(lead, proposal));
      expect(await outcome(removeMember(amara, { user_id: jonas.actor.userId }))).toBe('done');
      expect(await statusOf(proposal)).toBe((await accepted) === 'done' ? 'accepted' : 'superseded');
    }
  });

  test('a member proposes while being removed: no open proposal is left', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      march = await added(await freshMember(), -5, -3);
      await closeMarch();
      const proposed = outcome(propose(jonas, march));
      await removeMember(lead, { user_id: jonas.actor.userId });
      expect(['done', 'forbidden', 'unauthenticated']).toContain(await proposed);
      expect(await proposals(lead, { status: 'open' })).toEqual([]);
    }
  });

  async function freshMember(): Promise<Ctx> {
    const { workspaceId } = lead.actor;
    await world.db.workspace.update({ where: { id: workspaceId }, data: { closedThrough: null } });
    jonas = await world.member({ workspaceId, role: 'member' });
    return jonas;
  }
});
