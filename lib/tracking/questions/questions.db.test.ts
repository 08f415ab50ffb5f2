import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { editOwnSettings } from '#/lib/tracking/presence/edit-own-settings.ts';
import { heartbeat } from '#/lib/tracking/presence/heartbeat.ts';
import { answerQuestion } from '#/lib/tracking/questions/answer-question.ts';
import { answerQuestionInput } from '#/lib/tracking/questions/answer-schemas.ts';
import { listQuestions } from '#/lib/tracking/questions/list-questions.ts';
import { snoozeQuestion } from '#/lib/tracking/questions/snooze-question.ts';
import { undoAnswer } from '#/lib/tracking/questions/undo-answer.ts';
import { correctTimer } from '#/lib/tracking/timers/correct-timer.ts';
import { editTimer } from '#/lib/tracking/timers/edit-timer.ts';
import { getTimer } from '#/lib/tracking/timers/get-timer.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { reviewTimer } from '#/lib/tracking/timers/review-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';

// The engine asks, the first device answers, and an answer can be undone for a week.

const MONDAY = new Date('2026-03-09T08:00:00.000Z');
let world: World;
let maya: Ctx;
let timer: Timer;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
});
beforeEach(async () => {
  await world.database.pool.query('delete from wakeups; delete from timers');
  world.clock.set(MONDAY);
  maya = await world.member();
  timer = (await startTimer(maya, startTimerInput.parse({ title: 'Forgotten' }))).timer;
});

const after = (hours: number) => new Date(MONDAY.getTime() + hours * HOUR_MS);
const fire = () => fireWakeups({ db: world.db, clock: world.clock, requestId: null }, HANDLERS);
const answer = (id: string, input: object) => answerQuestion(maya, id, answerQuestionInput.parse(input));
const open = async () => (await listQuestions(maya)).questions;
const now = async () => (await getTimer(maya, timer.id)).timer;
const rows = async () => (await now()).spans.map(({ startedAt, endedAt, origin }) => [startedAt, endedAt, origin]);

/** Sends a heartbeat every minute until then, each with activity; leaves the clock there. */
async function presentUntil(hours: number): Promise<void> {
  for (let at = await world.clock.now(); at <= after(hours); at = world.clock.advance(10 * MINUTE_MS)) {
    await heartbeat(maya, { idle_ms: 0 });
  }
  world.clock.set(after(hours));
}

async function askedAfterSixHours() {
  await presentUntil(3);
  world.clock.set(after(6));
  await fire();
  const [question] = await open();
  if (!question) throw new Error('nobody was asked');
  return question;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

const eventsOf = async () => {
  const { rows } = await world.database.pool.query('select type from events where subject_id = $1 order by id', [
    timer.id,
  ]);
  return rows.map(({ type }) => type);
};

describe('a member whose timer runs for six hours', () => {
  test('is asked once, with when they were last seen, and again every two hours', async () => {
    const question = await askedAfterSixHours();
    expect(question).toMatchObject({ kind: 'long_run', awayFrom: after(3), timesAsked: 1, askedAt: after(6) });
    await Promise.all(Array.from({ length: 10 }, fire));
    expect(await open()).toHaveLength(1);
    expect(await fire()).toEqual(after(8));
    world.clock.set(after(8));
    await fire();
    expect(await open()).toMatchObject([{ id: question.id, timesAsked: 2, askedAt: after(8) }]);
    expect(await eventsOf()).toEqual(['timer.started', 'timer.stale', 'timer.stale']);
    expect(await now()).toMatchObject({ status: 'running', version: 1 });
  });

  test('is asked after the time they have chosen', async () => {
    await editOwnSettings(maya, { nudge_seconds: 3_600 });
    world.clock.set(after(1));
    await fire();
    expect(await open()).toMatchObject([{ kind: 'long_run', awayFrom: null }]);
  });

  test('continues by confirming, and is asked again two hours after that', async () => {
    const { id } = await askedAfterSixHours();
    world.clock.set(after(7));
    await answer(id, { action: 'keep' });
    expect(await open()).toEqual([]);
    expect(await now()).toMatchObject({ status: 'running', version: 1 });
    expect(await fire()).toEqual(after(9));
  });

  test('trims to when they were last seen and stops; after a week this can’t be undone', async () => {
    const { id } = await askedAfterSixHours();
    world.clock.set(after(7));
    const { timer: trimmed } = await answer(id, { action: 'trim_stop' });
    expect(trimmed).toMatchObject({ status: 'stopped', endedAt: after(3), version: 2 });
    expect(await rows()).toEqual([[MONDAY, after(3), 'corrected']]);
    world.clock.set(after(7 + 7 * 24));
    expect(await codeOf(undoAnswer(maya, id))).toBe('answer_not_undoable');
    world.clock.set(after(6 + 7 * 24));
    await undoAnswer(maya, id);
    expect((await now()).status).toBe('completed');
  });

  test('undoes that, and the timer runs as if it had never stopped', async () => {
    const { id } = await askedAfterSixHours();
    const before = await now();
    await answer(id, { action: 'trim_stop' });
    world.clock.set(after(6.5));
    await undoAnswer(maya, id);
    expect({ ...(await now()), lastSeenAt: null }).toEqual({
      ...before,
      updatedAt: after(6.5),
      version: 3,
      lastSeenAt: null,
    });
    expect(await codeOf(undoAnswer(maya, id))).toBe('answer_not_undoable');
  });

  test('can’t undo it once the timer has changed, or its time was taken', async () => {
    const { id } = await askedAfterSixHours();
    await answer(id, { action: 'trim_stop' });
    await startTimer(maya, startTimerInput.parse({}));
    expect(await codeOf(undoAnswer(maya, id))).toBe('timer_already_running');
    expect(await rows()).toEqual([[MONDAY, after(3), 'corrected']]);
  });

  test('has to enter the time if they were not seen since the start', async () => {
    world.clock.set(after(6));
    await fire();
    const [question] = await open();
    expect(await codeOf(answer(question!.id, { action: 'trim_stop' }))).toBe('trim_needs_instant');
    expect(await codeOf(answer(question!.id, { action: 'trim_stop', at: MONDAY.toISOString() }))).toBe('trim_outside');
    await answer(question!.id, { action: 'trim_stop', at: after(2).toISOString() });
    expect((await now()).endedAt).toEqual(after(2));
  });

  test('can snooze the question', async () => {
    const { id } = await askedAfterSixHours();
    await snoozeQuestion(maya, id);
    expect(await open()).toMatchObject([{ snoozedUntil: new Date(after(6).getTime() + 15 * MINUTE_MS) }]);
    world.clock.set(after(8));
    await fire();
    expect(await open()).toMatchObject([{ snoozedUntil: null }]);
  });

  test.each([
    ['stops it', (id: string) => stopTimer(maya, { id, ifMatch: null })],
    ['pauses it', (id: string) => pauseTimer(maya, { id, ifMatch: null })],
  ])('is not asked again once they have %s', async (_what, verb) => {
    const { id } = await askedAfterSixHours();
    await verb(timer.id);
    expect((await open()).filter(({ kind }) => kind === 'long_run')).toEqual([]);
    const before = await now();
    expect(await codeOf(answer(id, { action: 'trim_stop' }))).toBe('question_answered');
    expect(await now()).toEqual(before);
  });
});

test('a member with that setting is asked at the end of their working hours', async () => {
  await editOwnSettings(maya, { working_hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '12:00' } });
  world.clock.set(after(3));
  await fire();
  expect(await open()).toMatchObject([{ kind: 'after_hours', askedAt: after(3) }]);
  expect(await fire()).toEqual(after(6));
});

test('a late question about the end of working hours shows when that was', async () => {
  await editOwnSettings(maya, { working_hours: { days: [1], from: '09:00', to: '12:00' } });
  world.clock.set(after(4));
  await fire();
  const { rows } = await world.database.pool.query(
    `select data->'data'->>'hours_ended_at' as at from pgboss.job
      where name = 'write-notice' and data->'data'->>'timer_id' = $1`,
    [timer.id],
  );
  expect(rows).toEqual([{ at: after(3).toISOString() }]);
});

describe('a laptop that was closed overnight', () => {
  const back = async (hours = 24 - 0.8) => {
    await presentUntil(9);
    world.clock.set(after(hours));
    return heartbeat(maya, { idle_ms: 0 });
  };

  test('is asked about once when it wakes, by the first page that reports', async () => {
    await editOwnSettings(maya, { nudge_seconds: 80_000 });
    await presentUntil(9);
    world.clock.set(after(23));
    const beats = await Promise.all(Array.from({ length: 10 }, () => heartbeat(maya, { idle_ms: 0 })));
    expect(beats.filter(({ asked }) => asked).length).toBeGreaterThan(0);
    expect(await open()).toMatchObject([{ kind: 'absence', awayFrom: after(9), awayTo: after(23) }]);
    expect(await eventsOf()).toEqual(['timer.started', 'timer.away']);
  });

  test('can have the night removed, and the timer continues', async () => {
    await back();
    const [question] = await open();
    world.clock.set(after(23.5));
    await answer(question!.id, { action: 'trim_continue' });
    expect(await rows()).toEqual([
      [MONDAY, after(9), 'corrected'],
      [after(23.2), null, 'corrected'],
    ]);
    expect(await open()).toEqual([]);
    await undoAnswer(maya, question!.id);
    expect(await rows()).toEqual([[MONDAY, null, 'live']]);
  });

  test('is the only question: a person who answers is present, and is not asked whether they are working', async () => {
    await presentUntil(5);
    world.clock.set(after(6));
    await fire();
    world.clock.set(after(20));
    await heartbeat(maya, { idle_ms: 0 });
    const questions = await open();
    expect(questions.map(({ kind }) => kind)).toEqual(['long_run', 'absence']);
    await answer(questions[1]!.id, { action: 'trim_continue' });
    expect(await open()).toEqual([]);
  });

  test('can have its time moved to another ticket, which can be undone', async () => {
    await back();
    const [question] = await open();
    const { second } = await answer(question!.id, {
      action: 'split',
      ticket_key: 'OPS-1',
      title: 'Night shift',
      create_ticket: true,
    });
    expect(second).toMatchObject({ status: 'stopped', title: 'Night shift', ticket: { key: 'OPS-1' } });
    expect(second?.spans).toMatchObject([{ startedAt: after(9), endedAt: after(23.2), origin: 'corrected' }]);
    await undoAnswer(maya, question!.id);
    expect((await getTimer(maya, second!.id)).timer.status).toBe('discarded');
    expect(await rows()).toEqual([[MONDAY, null, 'live']]);
  });

  test('counts as work when the owner says so, once or always', async () => {
    await back(9.5);
    const [question] = await open();
    await answer(question!.id, { action: 'keep' });
    await editOwnSettings(maya, { absence_policy: 'keep' });
    world.clock.set(after(15));
    expect(await heartbeat(maya, { idle_ms: 0 })).toMatchObject({ asked: false });
    expect((await open()).filter(({ kind }) => kind === 'absence')).toEqual([]);
    expect(await rows()).toEqual([[MONDAY, null, 'live']]);
  });

  test('is asked about when the first action is a pause; the time before is still to be decided', async () => {
    await presentUntil(1);
    world.clock.set(after(4));
    await pauseTimer(maya, { id: timer.id, ifMatch: null });
    const [question] = await open();
    expect(question).toMatchObject({ kind: 'absence', awayFrom: after(1), awayTo: after(4) });
    world.clock.set(after(100));
    await answer(question!.id, { action: 'trim_continue' });
    expect(await rows()).toEqual([[MONDAY, after(1), 'corrected']]);
    expect((await now()).status).toBe('paused');
  });
});

test('a member without a page that sends heartbeats is never asked about an absence', async () => {
  await editOwnSettings(maya, { nudge_seconds: 80_000 });
  world.clock.set(after(5));
  await pauseTimer(maya, { id: timer.id, ifMatch: null });
  expect(await open()).toEqual([]);
  expect((await now()).lastSeenAt).toEqual(after(5));
});

describe('a page that is open without activity', () => {
  test('is no absence, but does not show that the person was present', async () => {
    for (let minute = 1; minute <= 60; minute += 1) {
      world.clock.advance(MINUTE_MS);
      await heartbeat(maya, { idle_ms: minute * MINUTE_MS });
    }
    expect(await open()).toEqual([]);
    expect((await now()).lastSeenAt).toEqual(MONDAY);
  });

  test('never moves the last-seen time back, or ahead of now', async () => {
    world.clock.advance(MINUTE_MS);
    await heartbeat(maya, { idle_ms: 0 });
    await heartbeat(maya, { idle_ms: 100_000_000 });
    expect((await now()).lastSeenAt).toEqual(new Date(MONDAY.getTime() + MINUTE_MS));
  });
});

describe('a timer at its cap', () => {
  test('ends at the cap by default, and waits for a review; open questions are closed', async () => {
    await askedAfterSixHours();
    world.clock.set(after(25));
    await fire();
    expect(await now()).toMatchObject({ status: 'completed', needsReview: true, endedAt: after(24) });
    expect(await open()).toEqual([]);
  });

  test('ends when its owner was last seen, if they chose that; they can undo it', async () => {
    await editOwnSettings(maya, { cap_point: 'last_seen' });
    await presentUntil(3);
    world.clock.set(after(25));
    await fire();
    expect(await now()).toMatchObject({ status: 'completed', needsReview: true, endedAt: after(3) });
    const id = (await listQuestions(maya)).undoable[0]?.id ?? '';
    await undoAnswer(maya, id);
    expect(await now()).toMatchObject({ status: 'completed', needsReview: true, endedAt: after(24) });
  });
});

describe('a review of a timer that needed one', () => {
  const undoable = async () => (await listQuestions(maya)).undoable;
  const target = () => ({ id: timer.id, ifMatch: null });
  const correct = (...spans: [Date, Date][]) =>
    correctTimer(maya, target(), { spans: spans.map(([started_at, ended_at]) => ({ started_at, ended_at })) });

  beforeEach(async () => {
    await presentUntil(3);
    world.clock.set(after(25));
    await fire();
    expect(await now()).toMatchObject({ needsReview: true, endedAt: after(24) });
    expect(await undoable()).toEqual([]);
  });

  test('can be undone after a confirmation, and the timer needs a review again', async () => {
    const before = await now();
    await reviewTimer(maya, target());
    expect(await now()).toMatchObject({ needsReview: false });
    const [question] = await undoable();
    expect(question).toMatchObject({ kind: 'capped', answer: 'keep', awayFrom: after(3) });
    await undoAnswer(maya, question!.id);
    expect(await now()).toEqual({ ...before, version: before.version + 2 });
    expect(await undoable()).toEqual([]);
  });

  test('can be undone after other times were entered, even if the timer was renamed since', async () => {
    const before = await now();
    await correct([MONDAY, after(3)]);
    await editTimer(maya, target(), { title: 'Renamed', create_ticket: false });
    expect(await now()).toMatchObject({ needsReview: false, endedAt: after(3) });
    const [question] = await undoable();
    expect(question).toMatchObject({ kind: 'capped', answer: 'trim_stop' });
    await undoAnswer(maya, question!.id);
    expect(await now()).toEqual({ ...before, title: 'Renamed', version: before.version + 3 });
  });

  test('can be undone by sending the earlier times, as the undo of any page does', async () => {
    const before = await now();
    await correct([MONDAY, after(3)]);
    const { timer: back } = await correct([MONDAY, after(24)]);
    expect(back).toEqual({ ...before, version: before.version + 2 });
    expect(await undoable()).toEqual([]);
  });

  test('is not undone by sending other times than those, which is a correction', async () => {
    await correct([MONDAY, after(3)]);
    await correct([MONDAY, after(23)]);
    expect(await now()).toMatchObject({ needsReview: false, endedAt: after(23) });
    expect(await undoable()).toEqual([]);
  });

  test('can be undone for a week', async () => {
    await reviewTimer(maya, target());
    const [question] = await undoable();
    world.clock.set(after(25 + 7 * 24));
    expect(await codeOf(undoAnswer(maya, question!.id))).toBe('answer_not_undoable');
  });
});

test('an answer by setting can still be undone after a later edit was undone', async () => {
  await editOwnSettings(maya, { cap_point: 'last_seen' });
  await presentUntil(3);
  world.clock.set(after(25));
  await fire();
  await reviewTimer(maya, { id: timer.id, ifMatch: null });
  for (const end of [after(3), after(24)]) {
    const [question] = (await listQuestions(maya)).undoable;
    await undoAnswer(maya, question!.id);
    expect(await now()).toMatchObject({ needsReview: true, endedAt: end });
  }
});

describe('concurrent actions on a question', () => {
  const HUNDRED = 100;

  test('of several answers one counts; later ones get it as an error', async () => {
    const { id } = await askedAfterSixHours();
    const actions = ['keep', 'stop', 'trim_stop', 'trim_continue'];
    const attempts = Array.from({ length: HUNDRED }, (_none, n) => codeOf(answer(id, { action: actions[n % 4] })));
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'question_answered')).toHaveLength(HUNDRED - 1);
    expect((await now()).version).toBeLessThanOrEqual(2);
  });

  test('an answer and a stop end the timer once, whichever is first', async () => {
    for (let round = 0; round < scaled(10, 50); round += 1) {
      await world.database.pool.query('delete from wakeups; delete from timers');
      world.clock.set(MONDAY);
      timer = (await startTimer(maya, startTimerInput.parse({}))).timer;
      world.clock.set(after(6));
      await fire();
      const id = (await open())[0]?.id ?? '';
      const trim = () => codeOf(answer(id, { action: 'trim_stop', at: after(1).toISOString() }));
      const stop = () => codeOf(stopTimer(maya, { id: timer.id, ifMatch: null }));
      const [trimmed] = await Promise.all(round % 2 ? [trim(), stop()] : [stop(), trim()].reverse());
      const { status, endedAt, version } = await now();
      expect({ status, version }).toEqual({ status: 'stopped', version: 2 });
      if (trimmed === 'ok') expect(endedAt).toEqual(after(1));
      expect(await open()).toEqual([]);
    }
  });

  test('an answer and the cap: the cap ends the timer, so nothing is left to answer', async () => {
    const { id } = await askedAfterSixHours();
    world.clock.set(after(24));
    const [code] = await Promise.all([codeOf(answer(id, { action: 'trim_stop' })), ...Array.from({ length: 9 }, fire)]);
    expect(code).toBe('question_answered');
    expect(await now()).toMatchObject({ status: 'completed', endedAt: after(24), version: 2 });
  });
});
