import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { skipPhaseInput } from '#/lib/tracking/cycles/phase-schemas.ts';
import { skipPhase } from '#/lib/tracking/cycles/skip-phase.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersQuery, startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { approveWeek } from '#/lib/tracking/weeks/approve-week.ts';
import { listWeeks } from '#/lib/tracking/weeks/list-weeks.ts';
import { returnWeek } from '#/lib/tracking/weeks/return-week.ts';
import { submitWeek } from '#/lib/tracking/weeks/submit-week.ts';
import { listWeeksInput } from '#/lib/tracking/weeks/week-schemas.ts';
import { withdrawWeek } from '#/lib/tracking/weeks/withdraw-week.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

/** Monday, midnight in Berlin. */
const MONDAY = Date.parse('2026-03-08T23:00:00.000Z');
const WEEK = { starts_on: '2026-03-09' };
const COMMENT = 'Wednesday is missing.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(MONDAY + 5 * 24 * HOUR_MS));
  lead = await world.member();
  jonas = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
});

const at = (hours: number) => new Date(MONDAY + hours * HOUR_MS).toISOString();
const added = async (ctx: Ctx, from: number, to: number): Promise<Timer> => {
  const spans = [{ started_at: at(from), ended_at: at(to) }];
  return (await addTimer(ctx, addTimerInput.parse({ title: 'Lease renewal', spans }))).timer;
};
const rename = (ctx: Ctx, { id }: Timer, title = 'Other') =>
  editTimer(ctx, { id, ifMatch: null }, { title, create_ticket: false });
const ofJonas = () => ({ user_id: jonas.actor.userId, ...WEEK });
const approve = (ctx: Ctx, hours: number) => approveWeek(ctx, { ...ofJonas(), total_ms: hours * HOUR_MS });
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );

describe('a submitted week', () => {
  test('shows the time tracked in it, cut where it begins and ends for its member', async () => {
    await added(jonas, -2, 3);
    await added(jonas, 7 * 24 - 60, 7 * 24 - 58);
    const { week, time } = await submitWeek(jonas, WEEK);
    expect(week).toMatchObject({ status: 'submitted', submittedMs: 5 * HOUR_MS });
    expect(time).toMatchObject({ totalMs: 5 * HOUR_MS, isGrowing: false });
  });

  test('can’t be changed by its member until it is withdrawn', async () => {
    const timer = await added(jonas, 9, 17);
    const before = await added(jonas, -8, -1);
    await submitWeek(jonas, WEEK);
    expect(await rejection(expectUnchanged(world, () => rename(jonas, timer)))).toBe('time_closed');
    expect(await rejection(added(jonas, 18, 19))).toBe('time_closed');
    expect(await rejection(rename(jonas, before))).toBe('done');
    await withdrawWeek(jonas, WEEK);
    expect(await rejection(rename(jonas, timer))).toBe('done');
  });

  test('lets its member stop a running timer, also by a correction', async () => {
    await submitWeek(jonas, WEEK);
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'On call' }));
    world.clock.advance(HOUR_MS);
    const timers = [{ timer_id: timer.id, version: timer.version, status: 'stopped' }];
    const { effect } = await createCorrection(jonas, createCorrectionInput.parse({ timers, reason: '' }));
    expect(effect.closed).toEqual([]);
    expect(effect.timers).toMatchObject([{ after: { status: 'stopped', needsReview: false } }]);
  });

  test('marks no phase for review that is skipped at its current position', async () => {
    await submitWeek(jonas, WEEK);
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'Focus', type: 'pomodoro' }));
    world.clock.advance(60_000);
    const skipped = await skipPhase(jonas, { id: timer.id, ifMatch: null }, skipPhaseInput.parse({}));
    expect(skipped.timer.needsReview).toBe(false);
  });

  test('still counts timers that are started and stopped', async () => {
    await submitWeek(jonas, WEEK);
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'On call' }));
    world.clock.advance(HOUR_MS);
    expect((await stopTimer(jonas, { id: timer.id, ifMatch: null })).timer.status).toBe('stopped');
    const { weeks } = await listWeeks(jonas, listWeeksInput.parse({}));
    expect(weeks).toMatchObject([{ week: { submittedMs: 0 }, time: { totalMs: HOUR_MS } }]);
  });

  test('is approved with the sum that was seen, and after that only corrections change it', async () => {
    const timer = await added(jonas, 9, 17);
    await submitWeek(jonas, WEEK);
    expect(await rejection(approve(lead, 7))).toBe('week_changed');
    expect((await approve(lead, 8)).week).toMatchObject({ status: 'approved', decidedBy: lead.actor.userId });
    expect(await rejection(rename(jonas, timer))).toBe('time_closed');
    expect(await rejection(withdrawWeek(jonas, WEEK))).toBe('week_approved');
    const edit = { timer_id: timer.id, version: timer.version, title: 'Other' };
    const input = createCorrectionInput.parse({ timers: [edit], reason: 'Agreed with Jonas.' });
    expect((await createCorrection(lead, input)).effect.closed).toEqual([
      { userId: jonas.actor.userId, through: null, week: { startsOn: '2026-03-09', status: 'approved' } },
    ]);
  });

  test('is not approved while a timer runs in it', async () => {
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'On call' }));
    world.clock.advance(HOUR_MS);
    expect((await submitWeek(jonas, WEEK)).time).toMatchObject({ totalMs: HOUR_MS, isGrowing: true });
    world.clock.advance(HOUR_MS);
    await expect(approve(lead, 1)).rejects.toMatchObject({
      detail: expect.stringContaining('A timer is still running'),
    });
    await stopTimer(jonas, { id: timer.id, ifMatch: null });
    expect(await rejection(approve(lead, 2))).toBe('done');
  });

  test('can be decided for a former member, and for one whose weeks begin on another day now', async () => {
    const lea = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
    await submitWeek(lea, WEEK);
    await world.db.user.update({ where: { id: lea.actor.userId }, data: { weekStart: 7 } });
    const timer = await added(jonas, 9, 17);
    await submitWeek(jonas, WEEK);
    await removeMember(lead, { user_id: jonas.actor.userId });
    const { timers } = await listTimers(lead, listTimersQuery.parse({ user_id: jonas.actor.userId }));
    expect(timers).toMatchObject([{ id: timer.id }]);
    const { weeks } = await listWeeks(lead, listWeeksInput.parse({ status: 'submitted' }));
    expect(weeks).toHaveLength(2);
    expect(await rejection(approve(lead, 8))).toBe('done');
    expect(await rejection(approveWeek(lead, { user_id: lea.actor.userId, ...WEEK, total_ms: 0 }))).toBe('done');
  });

  test('keeps the approved sum, whatever is measured after it', async () => {
    await added(jonas, 9, 17);
    await submitWeek(jonas, WEEK);
    expect((await approve(lead, 8)).week).toMatchObject({ status: 'approved', approvedMs: 8 * HOUR_MS });
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'On call' }));
    world.clock.advance(HOUR_MS);
    await stopTimer(jonas, { id: timer.id, ifMatch: null });
    const { weeks } = await listWeeks(lead, listWeeksInput.parse({ user_id: jonas.actor.userId }));
    expect(weeks).toMatchObject([{ week: { approvedMs: 8 * HOUR_MS }, time: { totalMs: 9 * HOUR_MS } }]);
    const approvedQuery =
      "select data -> 'after' ->> 'approved_ms' as ms from events where type = 'week.approved' and user_id = $1";
    expect((await world.database.pool.query(approvedQuery, [jonas.actor.userId])).rows).toEqual([
      { ms: String(8 * HOUR_MS) },
    ]);
  });

  test('is returned with a note, then changed and submitted again', async () => {
    const timer = await added(jonas, 9, 17);
    await submitWeek(jonas, WEEK);
    expect((await returnWeek(lead, { ...ofJonas(), comment: COMMENT })).week).toMatchObject({
      status: 'returned',
      comment: COMMENT,
    });
    expect(await rejection(rename(jonas, timer))).toBe('done');
    expect((await submitWeek(jonas, WEEK)).week).toMatchObject({ status: 'submitted', comment: '' });
  });
});

describe('is rejected', () => {
  test.each([
    ['a day on which no week begins', '2026-03-10'],
    ['a week that has not begun', '2026-03-16'],
  ])('%s', async (_what, starts_on) => {
    expect(await rejection(submitWeek(jonas, { starts_on }))).toBe('week_invalid');
  });

  test('to decide on a week without the permission, or of another workspace', async () => {
    await submitWeek(jonas, WEEK);
    expect(await rejection(approve(jonas, 0))).toBe('forbidden');
    expect(await rejection(returnWeek(jonas, { ...ofJonas(), comment: COMMENT }))).toBe('forbidden');
    expect(await rejection(approve(await world.member(), 0))).toBe('member_not_found');
  });

  test("to read another's weeks without the permission", async () => {
    await submitWeek(lead, WEEK);
    expect((await listWeeks(jonas, listWeeksInput.parse({}))).weeks).toEqual([]);
    expect(await rejection(listWeeks(jonas, listWeeksInput.parse({ user_id: lead.actor.userId })))).toBe('forbidden');
    expect((await listWeeks(lead, listWeeksInput.parse({}))).weeks).toHaveLength(1);
  });
});

test('of two concurrent decisions one is first, and the other gets its result', async () => {
  const other = await world.member({ workspaceId: lead.actor.workspaceId });
  for (let round = 0; round < 10; round += 1) {
    await submitWeek(jonas, WEEK);
    const results = await Promise.all([
      rejection(approve(lead, 0)),
      rejection(returnWeek(other, { ...ofJonas(), comment: COMMENT })),
    ]);
    const { weeks } = await listWeeks(lead, listWeeksInput.parse({}));
    // A return after the approval undoes it; an approval after the return finds no submitted week.
    expect([...results, weeks[0]?.week.status]).toEqual(
      results[0] === 'done' ? ['done', 'done', 'returned'] : ['week_not_submitted', 'done', 'returned'],
    );
  }
});

test('weeks are listed newest first, page by page', async () => {
  world.clock.set(new Date(MONDAY + 30 * 24 * HOUR_MS));
  const starts = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'];
  for (const starts_on of starts) {
    await submitWeek(jonas, { starts_on });
    await submitWeek(lead, { starts_on });
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWeeks(lead, listWeeksInput.parse({ limit: 3, ...(cursor && { cursor }) }));
    seen.push(...page.weeks.map(({ week }) => `${week.startsOn} ${week.userId}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const people = [jonas.actor.userId, lead.actor.userId].sort();
  expect(seen).toEqual(starts.toReversed().flatMap((day) => people.map((userId) => `${day} ${userId}`)));
});

test('approvers are notified of a submitted week, and its member of the decision', async () => {
  await submitWeek(jonas, WEEK);
  await approve(lead, 0);
  await returnWeek(lead, { ...ofJonas(), comment: COMMENT });
  const { rows } = await world.database.pool.query<{ decision: string[] }>(
    `select array[data->>'kind', data->>'userId', data->'data'->>'decision'] as decision from pgboss.job
      where name = 'write-notice' and data->'data'->>'user_id' = $1 order by created_on`,
    [jonas.actor.userId],
  );
  expect(rows.map(({ decision }) => decision)).toEqual([
    ['week_submitted', lead.actor.userId, null],
    ['week_decided', jonas.actor.userId, 'approved'],
    ['week_decided', jonas.actor.userId, 'returned'],
  ]);
});
