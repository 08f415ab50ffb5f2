import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { listCorrections } from '#/lib/tracking/corrections/list-corrections.ts';
import { listTeamTimers } from '#/lib/tracking/corrections/list-team-timers.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { listTeamTimersInput } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const REASON = 'Agreed with Jonas.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(NOON));
  lead = await world.member();
  jonas = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
});

const ago = (hours: number) => new Date(NOON - hours * HOUR_MS).toISOString();
async function worked(ctx: Ctx, from: number, to: number, title = 'Renewal', ticket = 'OPS-81'): Promise<Timer> {
  const spans = [{ started_at: ago(from), ended_at: ago(to) }];
  return (await addTimer(ctx, addTimerInput.parse({ title, ticket_key: ticket, create_ticket: true, spans }))).timer;
}
async function found(query: object, ctx = lead): Promise<string[]> {
  const { timers, count } = await listTeamTimers(ctx, listTeamTimersInput.parse(query));
  expect(count).toBe(timers.length);
  return timers.map(({ title }) => title);
}

test('a member’s request is rejected', async () => {
  const rejected = await found({}, jonas).catch((error: unknown) => isAppError(error) && error.code);
  expect(rejected).toBe('forbidden');
});

test('another workspace is not seen', async () => {
  await worked(jonas, 3, 2);
  expect(await found({}, await world.member())).toEqual([]);
});

test('timers are found by member, ticket, day and status, with their owners', async () => {
  await worked(jonas, 3, 2, 'His');
  await worked(lead, 5, 4, 'Hers', 'API-1');
  await worked(jonas, 30, 29, 'Yesterday');
  const gone = await worked(jonas, 8, 7, 'Gone');
  await discardTimer(jonas, { id: gone.id, ifMatch: null });
  expect(await found({})).toEqual(['His', 'Hers', 'Yesterday']);
  expect(await found({ user_id: jonas.actor.userId, date: '2026-03-10' })).toEqual(['His']);
  expect(await found({ ticket: 'api-1' })).toEqual(['Hers']);
  expect(await found({ status: 'discarded' })).toEqual(['Gone']);
  expect(await found({ timer_id: gone.id })).toEqual(['Gone']);
  const { owners } = await listTeamTimers(lead, listTeamTimersInput.parse({ ticket: 'API-1' }));
  expect(owners).toMatchObject([{ userId: lead.actor.userId }]);
});

describe('the queue', () => {
  test('contains timers that need a review or have a long span, until they are corrected', async () => {
    const long = await worked(jonas, 40, 27, 'Too long');
    await worked(jonas, 20, 12, 'A day');
    const review = await worked(lead, 60, 59, 'By the cap');
    await world.db.timer.update({ where: { id: review.id }, data: { needsReview: true } });
    expect(await found({ flag: 'needs_attention' })).toEqual(['Too long', 'By the cap']);
    expect(await found({ flag: 'long' })).toEqual(['Too long']);
    expect(await found({ flag: 'needs_review' })).toEqual(['By the cap']);
    const edit = { timer_id: long.id, version: long.version, spans: [{ started_at: ago(40), ended_at: ago(35) }] };
    await createCorrection(lead, createCorrectionInput.parse({ timers: [edit], reason: REASON }));
    expect(await found({ flag: 'needs_attention' })).toEqual(['By the cap']);
    expect(await found({ flag: 'corrected' })).toEqual(['Too long']);
    const { corrections } = await listCorrections(lead, { limit: 10, from: new Date(NOON) });
    expect(corrections).toMatchObject([{ timers: 1, first: { timerId: long.id, before: { title: 'Too long' } } }]);
    const later = await listCorrections(lead, { limit: 10, from: new Date(NOON + 1) });
    expect(later.corrections).toEqual([]);
  });

  test('keeps a timer with a long span while only other fields are corrected, and contains it again once its correction is reverted', async () => {
    const long = await worked(jonas, 40, 27, 'Too long');
    const correct = async (what: object) => {
      const { timers } = await listTeamTimers(lead, listTeamTimersInput.parse({ timer_id: long.id }));
      const edit = { timer_id: long.id, version: timers[0]?.version, ...what };
      const created = await createCorrection(lead, createCorrectionInput.parse({ timers: [edit], reason: REASON }));
      return created.correction.id;
    };
    await correct({ tags: ['ops'] });
    await correct({ user_id: lead.actor.userId });
    expect(await found({ flag: 'needs_attention' })).toEqual(['Too long']);
    const shortened = await correct({ spans: [{ started_at: ago(40), ended_at: ago(28) }] });
    expect(await found({ flag: 'needs_attention' })).toEqual([]);
    const { correction } = await revertCorrection(lead, shortened, REASON);
    expect(await found({ flag: 'needs_attention' })).toEqual(['Too long']);
    await revertCorrection(lead, correction.id, REASON);
    expect(await found({ flag: 'needs_attention' })).toEqual([]);
  });

  test('contains a timer that has run for more than ten hours', async () => {
    await startTimer(jonas, startTimerInput.parse({ title: 'Forgotten' }));
    world.clock.set(new Date(NOON + 10 * HOUR_MS));
    expect(await found({ flag: 'needs_attention' })).toEqual([]);
    world.clock.set(new Date(NOON + 10 * HOUR_MS + 1));
    expect(await found({ flag: 'needs_attention' })).toEqual(['Forgotten']);
  });
});
