import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { factsOf } from '#/lib/tracking/corrections/correction.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { getCorrection } from '#/lib/tracking/corrections/get-correction.ts';
import { listCorrections } from '#/lib/tracking/corrections/list-corrections.ts';
import { previewCorrection } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const BEGIN = Date.parse('2026-03-10T08:00:00.000Z');
const REASON = 'Forgot to stop; agreed with Jonas.';

let world: World;
let lead: Ctx;
let jonas: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(BEGIN + 12 * HOUR_MS));
  lead = await world.member();
  jonas = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
});

const at = (hours: number) => new Date(BEGIN + hours * HOUR_MS).toISOString();
const span = (from: number, to: number | null) => ({ started_at: at(from), ended_at: to === null ? null : at(to) });

async function worked(ctx: Ctx, from: number, to: number, title = 'Lease renewal'): Promise<Timer> {
  const input = addTimerInput.parse({ title, ticket_key: 'OPS-81', create_ticket: true, spans: [span(from, to)] });
  return (await addTimer(ctx, input)).timer;
}
const timerEdit = ({ id, version }: Timer, what: object) => ({ timer_id: id, version, ...what });
const correct = (ctx: Ctx, timers: object[], reason = REASON) =>
  createCorrection(ctx, createCorrectionInput.parse({ timers, reason }));
const preview = (ctx: Ctx, timers: object[], reason = REASON) =>
  previewCorrection(ctx, createCorrectionInput.parse({ timers, reason }));
const stored = async ({ id, workspaceId }: Timer) => (await findTimer(world.db, workspaceId, id)) as Timer;
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
  );

describe('another member’s time', () => {
  test('is corrected by an admin with a reason, and the effect shows the change by day and by ticket', async () => {
    const timer = await worked(jonas, 0, 10);
    await worked(jonas, 10, 11);
    const { effect } = await correct(lead, [timerEdit(timer, { spans: [span(0, 8)] })]);
    const { userId } = jonas.actor;
    expect(effect.days).toEqual([{ userId, date: '2026-03-10', beforeMs: 11 * HOUR_MS, afterMs: 9 * HOUR_MS }]);
    expect(effect.tickets).toEqual([{ ticket: timer.ticket, userId, beforeMs: 11 * HOUR_MS, afterMs: 9 * HOUR_MS }]);
    const after = await stored(timer);
    expect(after.spans).toMatchObject([{ endedAt: new Date(at(8)), origin: 'corrected' }]);
    expect(after).toMatchObject({ version: timer.version + 1, endedAt: new Date(at(8)), userId });
  });

  test.each([
    ['without a reason', () => lead, '', 'input_invalid'],
    ['with an empty reason', () => lead, 'typo', 'input_invalid'],
    ['by a member', () => world.member({ workspaceId: lead.actor.workspaceId, role: 'member' }), REASON, 'forbidden'],
    ['from another workspace', () => world.member(), REASON, 'timer_not_found'],
  ])('is not changed %s', async (_how, who, reason, code) => {
    const timer = await worked(jonas, 0, 1);
    const ctx = await who();
    expect(
      await rejection(expectUnchanged(world, () => correct(ctx, [timerEdit(timer, { title: 'Mine' })], reason))),
    ).toBe(code);
  });

  test('shows its owner the correction in the timer’s history: who, why and what it was', async () => {
    const timer = await worked(jonas, 0, 10);
    const { correction } = await correct(lead, [timerEdit(timer, { spans: [span(0, 8)] })]);
    const { rows } = await world.database.pool.query(
      `select type, actor ->> 'user_id' as by, data -> 'correction' as correction, data ->> 'reason' as reason
       from events where subject_id = $1 order by id desc limit 1`,
      [timer.id],
    );
    expect(rows).toEqual([
      {
        type: 'timer.corrected',
        by: lead.actor.userId,
        reason: 'correction',
        correction: { id: correction.id, words: REASON },
      },
    ]);
  });
});

test('one’s own time needs no reason', async () => {
  const timer = await worked(jonas, 0, 1);
  await correct(jonas, [timerEdit(timer, { title: 'Other words' })], '');
  expect((await stored(timer)).title).toBe('Other words');
});

test('two timers swap their times in one correction', async () => {
  const [first, second] = [await worked(jonas, 0, 1), await worked(jonas, 1, 2)];
  await correct(lead, [timerEdit(first, { spans: [span(1, 2)] }), timerEdit(second, { spans: [span(0, 1)] })]);
  expect([(await stored(first)).startedAt, (await stored(second)).startedAt]).toEqual([
    new Date(at(1)),
    new Date(at(0)),
  ]);
});

test.each([
  ['other time', [span(0.5, 1.5)], [] as object[]],
  ['one another', [span(3, 5)], [span(4, 6)]],
])('a correction that would overlap %s is rejected with the conflicting time', async (_what, ofFirst, ofSecond) => {
  const [first, second] = [await worked(jonas, 0, 1), await worked(jonas, 1, 2, 'Standup')];
  const timers = [
    timerEdit(first, { spans: ofFirst }),
    ...(ofSecond.length > 0 ? [timerEdit(second, { spans: ofSecond })] : []),
  ];
  const error: unknown = await expectUnchanged(world, () => correct(lead, timers).catch((reason: unknown) => reason));
  expect(error).toMatchObject({ code: 'time_overlaps', status: 409, extra: { overlaps: [{}] } });
});

test('time is reassigned to another member with everything attached to it, and counts on their days', async () => {
  const timer = await worked(jonas, 0, 2);
  const { effect } = await correct(lead, [timerEdit(timer, { user_id: lead.actor.userId })]);
  expect(await stored(timer)).toMatchObject({ userId: lead.actor.userId, spans: [{}] });
  const totals = effect.days.map(({ userId, beforeMs, afterMs }) => ({ userId, beforeMs, afterMs }));
  expect(totals).toHaveLength(2);
  expect(totals).toEqual(
    expect.arrayContaining([
      { userId: jonas.actor.userId, beforeMs: 2 * HOUR_MS, afterMs: 0 },
      { userId: lead.actor.userId, beforeMs: 0, afterMs: 2 * HOUR_MS },
    ]),
  );
});

test('a running timer is stopped at a given instant or now, and can’t be reassigned', async () => {
  const running = (await startTimer(jonas, startTimerInput.parse({ title: 'Left on' }))).timer;
  world.clock.advance(20 * MINUTE_MS);
  expect(await rejection(correct(lead, [timerEdit(running, { user_id: lead.actor.userId })]))).toBe('timer_not_ended');
  expect(await rejection(correct(lead, [timerEdit(running, { spans: [span(1, 2)] })]))).toBe('open_span_mismatch');
  await correct(lead, [timerEdit(running, { status: 'stopped' })]);
  expect(await stored(running)).toMatchObject({ status: 'stopped', endedAt: await world.clock.now() });
});

test('several timers are corrected together, or none of them', async () => {
  const timers = [await worked(jonas, 0, 1), await worked(jonas, 1, 2), await worked(lead, 0, 1)];
  const tagged = timers.map((timer) => timerEdit(timer, { tags: ['release'] }));
  const stale = { ...tagged[2], version: 7 };
  expect(await rejection(expectUnchanged(world, () => correct(lead, [...tagged.slice(0, 2), stale])))).toBe(
    'timer_version_mismatch',
  );
  await correct(lead, tagged);
  for (const timer of timers) expect((await stored(timer)).tags).toEqual(['release']);
});

test('an effect lists tickets by key in natural order, whatever the order in which they were created', async () => {
  const timers: Timer[] = [];
  for (const [hour, ticket_key] of ['OPS-100', 'OPS-81', 'OPS-9'].entries()) {
    const input = { title: 'Work', ticket_key, create_ticket: true, spans: [span(hour, hour + 1)] };
    timers.push((await addTimer(jonas, addTimerInput.parse(input))).timer);
  }
  const discarded = timers.map((timer) => timerEdit(timer, { status: 'discarded' }));
  const { effect } = await preview(lead, discarded);
  expect(effect.tickets.map(({ ticket }) => ticket.key)).toEqual(['OPS-9', 'OPS-81', 'OPS-100']);
});

describe('a preview', () => {
  test('shows exactly what then happens, and changes nothing', async () => {
    const [first, second] = [await worked(jonas, 0, 10), await worked(lead, 2, 3)];
    const edits = [timerEdit(first, { spans: [span(0, 4), span(5, 8)] }), timerEdit(second, { status: 'discarded' })];
    const before = await expectUnchanged(world, () => preview(lead, edits));
    const after = await correct(lead, edits);
    expect(before.effect.days).toEqual(after.effect.days);
    expect(before.effect.tickets).toEqual(after.effect.tickets);
    const facts = (timers: typeof after.effect.timers) =>
      timers.map((one) => ({ ...factsOf(one.after), spans: one.after.spans.map(({ id: _id, ...times }) => times) }));
    expect(facts(before.effect.timers)).toEqual(facts(after.effect.timers));
  });

  test('is rejected with the errors of the correction', async () => {
    const [first] = [await worked(jonas, 0, 1), await worked(jonas, 1, 2)];
    const edits = [timerEdit(first as Timer, { spans: [span(0, 1.5)] })];
    expect(await rejection(expectUnchanged(world, () => preview(lead, edits)))).toBe('time_overlaps');
  });
});

describe('reverting a correction', () => {
  test.each([
    ['times', (timer: Timer) => timerEdit(timer, { spans: [span(0, 0.5), span(3, 4)] })],
    ['words', (timer: Timer) => timerEdit(timer, { title: 'Other', tags: ['x'], ticket_id: null })],
    ['discarding', (timer: Timer) => timerEdit(timer, { status: 'discarded' })],
    ['the owner', (timer: Timer) => timerEdit(timer, { user_id: lead.actor.userId })],
  ])('restores exactly the earlier state: %s', async (_what, change) => {
    const timer = await worked(jonas, 0, 1);
    const { correction } = await correct(lead, [change(timer)]);
    expect(factsOf(await stored(timer))).not.toEqual(factsOf(timer));
    await revertCorrection(lead, correction.id, 'It was right as it was.');
    expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });

  test('restores a restored timer too, and can itself be reverted', async () => {
    const { timer } = await discardTimer(jonas, { id: (await worked(jonas, 0, 1)).id, ifMatch: null });
    const { correction } = await correct(lead, [timerEdit(timer, { status: 'restored', title: 'Back' })]);
    const back = await revertCorrection(lead, correction.id, 'It was right as it was.');
    expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
    await revertCorrection(lead, back.correction.id, 'It was wrong after all.');
    expect(await stored(timer)).toMatchObject({ status: 'stopped', title: 'Back' });
  });

  test('is rejected when a timer has changed since, or its time was taken, or it was already reverted', async () => {
    const timer = await worked(jonas, 0, 1);
    const { correction } = await correct(lead, [timerEdit(timer, { spans: [span(0, 0.5)] })]);
    const taken = await worked(jonas, 0.5, 1);
    const revert = () => rejection(revertCorrection(lead, correction.id, 'It was right as it was.'));
    expect(await revert()).toBe('time_overlaps');
    await discardTimer(jonas, { id: taken.id, ifMatch: null });
    expect(await revert()).toBe('done');
    expect(await revert()).toBe('correction_reverted');
    const again = await correct(lead, [timerEdit(await stored(timer), { title: 'Other' })]);
    await correct(jonas, [timerEdit(await stored(timer), { title: 'Another' })], '');
    expect(await rejection(revertCorrection(lead, again.correction.id, REASON))).toBe('timer_version_mismatch');
  });
});

describe('reverting a correction that stopped a timer', () => {
  const stopped = async () => {
    const { timer } = await startTimer(jonas, startTimerInput.parse({ title: 'Forgotten' }));
    const { correction } = await correct(lead, [timerEdit(timer, { status: 'stopped' })]);
    return { timer, correction };
  };
  const revert = (id: string) => revertCorrection(lead, id, 'It was still running.');

  test('makes it run again, since its original start', async () => {
    const { timer, correction } = await stopped();
    world.clock.advance(HOUR_MS);
    await revert(correction.id);
    expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });

  test('ends it at its cap, if that has passed since', async () => {
    const { timer, correction } = await stopped();
    world.clock.advance(25 * HOUR_MS);
    const back = await revert(correction.id);
    const endedAt = new Date(timer.startedAt.getTime() + 24 * HOUR_MS);
    const after = await stored(timer);
    expect(after).toMatchObject({ status: 'completed', endReason: 'capped', endedAt, needsReview: true });
    expect(back.effect.timers).toMatchObject([{ after: { status: 'completed', endedAt, version: after.version } }]);
    await revert(back.correction.id);
    expect(await stored(timer)).toMatchObject({ status: 'stopped', endedAt: timer.startedAt });
  });

  test('is rejected while timers are disabled, and for an owner who may not run timers', async () => {
    const { correction } = await stopped();
    const { workspaceId, userId } = jonas.actor;
    const data = { timersDisabledAt: await world.clock.now() };
    await world.db.workspace.update({ where: { id: workspaceId }, data });
    expect(await rejection(revert(correction.id))).toBe('timers_disabled');
    await world.db.workspace.update({ where: { id: workspaceId }, data: { timersDisabledAt: null } });
    const where = { workspaceId_userId: { workspaceId, userId } };
    await world.db.membership.update({ where, data: { disabledAt: await world.clock.now() } });
    expect(await rejection(revert(correction.id))).toBe('member_not_found');
  });
});

describe('time that moves between timers', () => {
  test.each(['first', 'last'])('is taken by one while the other is discarded, whichever is %s', async (order) => {
    const [longer, gone] = [await worked(jonas, 0, 1), await worked(jonas, 1, 2)];
    const edits = [timerEdit(longer, { spans: [span(0, 2)] }), timerEdit(gone, { status: 'discarded' })];
    const { correction } = await correct(lead, order === 'first' ? edits : edits.toReversed());
    expect((await stored(longer)).spans).toMatchObject([{ endedAt: new Date(at(2)) }]);
    await revertCorrection(lead, correction.id, REASON);
    for (const timer of [longer, gone]) expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });

  test.each(['first', 'last'])('goes back to the discarded timer, whichever is %s', async (order) => {
    const { timer: old } = await discardTimer(jonas, { id: (await worked(jonas, 0, 2)).id, ifMatch: null });
    const now = await worked(jonas, 0, 2, 'In its place');
    const edits = [timerEdit(now, { status: 'discarded' }), timerEdit(old, { status: 'restored' })];
    const { correction } = await correct(lead, order === 'first' ? edits : edits.toReversed());
    expect([(await stored(old)).status, (await stored(now)).status]).toEqual(['stopped', 'discarded']);
    await revertCorrection(lead, correction.id, REASON);
    for (const timer of [old, now]) expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });

  test('is not in the way of a correction that reverts a restore', async () => {
    const { timer } = await discardTimer(jonas, { id: (await worked(jonas, 0, 2)).id, ifMatch: null });
    const { correction } = await correct(lead, [timerEdit(timer, { status: 'restored', spans: [span(3, 4)] })]);
    await worked(jonas, 0, 2, 'Taken since');
    await revertCorrection(lead, correction.id, REASON);
    expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });
});

describe('a correction of several people’s time', () => {
  test('shows each their own part, in the list and by id', async () => {
    const amara = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
    const [theirs, hers] = [await worked(jonas, 0, 1, 'His'), await worked(amara, 0, 1, 'Hers')];
    const { correction } = await correct(lead, [timerEdit(hers, { tags: ['x'] }), timerEdit(theirs, { tags: ['x'] })]);
    const listed = (ctx: Ctx) => listCorrections(ctx, { limit: 10 });
    expect((await listed(lead)).corrections).toMatchObject([{ timers: 2, first: { timerId: hers.id } }]);
    expect((await listed(jonas)).corrections).toMatchObject([{ timers: 1, first: { timerId: theirs.id } }]);
    expect((await listed(amara)).corrections).toMatchObject([{ timers: 1, first: { timerId: hers.id } }]);
    expect((await getCorrection(jonas, correction.id)).timers).toMatchObject([{ before: { title: 'His' } }]);
    const other = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
    expect((await listed(other)).corrections).toEqual([]);
    expect(await rejection(getCorrection(other, correction.id))).toBe('correction_not_found');
  });

  test('the new owner is notified and sees the correction, as does the former one', async () => {
    const timer = await worked(lead, 0, 1);
    const { correction } = await correct(lead, [timerEdit(timer, { user_id: jonas.actor.userId })]);
    expect((await listCorrections(jonas, { limit: 10 })).corrections).toMatchObject([{ id: correction.id }]);
    const { rows } = await world.database.pool.query(
      `select data->>'userId' as "userId", data->'data'->'before_seconds' as before, data->'data'->'after_seconds' as after
         from pgboss.job where name = 'write-notice' and data->'data'->>'correction_id' = $1`,
      [correction.id],
    );
    expect(rows).toEqual([{ userId: jonas.actor.userId, before: 0, after: 3_600 }]);
  });

  test('that includes a former member’s is made and reverted too', async () => {
    const timer = await worked(jonas, 0, 10);
    const { workspaceId, userId } = jonas.actor;
    await world.db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
    const { correction, effect } = await correct(lead, [timerEdit(timer, { spans: [span(0, 8)] })]);
    expect(effect.days).toMatchObject([{ userId, afterMs: 8 * HOUR_MS }]);
    await revertCorrection(lead, correction.id, REASON);
    expect(factsOf(await stored(timer))).toEqual(factsOf(timer));
  });

  test('reports that time in another workspace is in the way, without details', async () => {
    const elsewhere = await world.member({ userId: jonas.actor.userId });
    await worked(elsewhere, 3, 4, 'Private');
    const timer = await worked(jonas, 0, 1);
    const edit = timerEdit(timer, { spans: [span(0, 8)] });
    const error = await preview(lead, [edit]).catch((one: unknown) => one);
    expect(error).toMatchObject({
      code: 'time_overlaps',
      extra: { overlaps: [{ timer_id: null, title: null, started_at: at(0), ended_at: at(8) }] },
    });
  });
});

test('one of two concurrent admins gets the other’s version', async () => {
  const other = await world.member({ workspaceId: lead.actor.workspaceId });
  const timer = await worked(jonas, 0, 10);
  const outcomes = await Promise.allSettled([
    correct(lead, [timerEdit(timer, { spans: [span(0, 8)] })]),
    correct(other, [timerEdit(timer, { spans: [span(0, 7)] })]),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  expect(lost).toMatchObject({ status: 412, extra: { current: { version: timer.version + 1 } } });
});
