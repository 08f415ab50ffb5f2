import { beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcileDailyTotals } from '#/lib/analytics/daily-totals/reconcile-daily-totals.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { heartbeat } from '#/lib/tracking/presence/heartbeat.ts';
import { answerQuestion } from '#/lib/tracking/questions/answer-question.ts';
import { answerQuestionInput } from '#/lib/tracking/questions/answer-schemas.ts';
import { listQuestions } from '#/lib/tracking/questions/list-questions.ts';
import { undoAnswer } from '#/lib/tracking/questions/undo-answer.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { refreshWithout } from '#/test/tracking/refresh-of-before.ts';
import { testWorld, type World } from '#/test/world.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';

// The changes after the fact in a report, with changes made the way people make them.

const MONDAY = new Date('2026-03-09T08:00:00.000Z');
const RANGE = { from: '2026-03-09', to: '2026-03-10' };

let world: World;
let lead: Ctx;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.database.pool.query('delete from wakeups; delete from timers');
  world.clock.set(MONDAY);
  lead = await world.member();
  maya = await world.member({ workspaceId: lead.actor.workspaceId, role: 'member' });
});

const after = (hours: number) => new Date(MONDAY.getTime() + hours * HOUR_MS);

const system = () => ({ db: world.db, clock: world.clock, requestId: null });

/** The same before and after a refresh; later changes count as changed since then. */
async function adjustments(ctx: Ctx = maya, query: Record<string, string> = {}) {
  const found = await reported(ctx, query);
  await refreshDailyTotals(system());
  expect(await reported(ctx, query)).toEqual(found);
  expect(await reconcileDailyTotals(system())).toBe(0);
  return found;
}

async function reported(ctx: Ctx, query: Record<string, string> = {}) {
  const report = await getReportSummary(ctx, reportSummaryQuery.parse({ ...RANGE, ...query }));
  const inMinutes = ({ timers, ms }: { timers: number; ms: number }) => [timers, ms / MINUTE_MS];
  const { trimmed, correctedByAdmin, addedByHand } = report.adjustments;
  return { trimmed: inMinutes(trimmed), corrected: inMinutes(correctedByAdmin), added: inMinutes(addedByHand) };
}

/** Starts a timer, is present for three hours, and is asked after six whether they are still working. */
async function askedAfterSixHours(): Promise<string> {
  await startTimer(maya, startTimerInput.parse({ title: 'Forgotten' }));
  for (let at = MONDAY; at <= after(3); at = world.clock.advance(10 * MINUTE_MS)) await heartbeat(maya, { idle_ms: 0 });
  world.clock.set(after(6));
  await fireWakeups(system(), HANDLERS);
  const [question] = (await listQuestions(maya)).questions;
  if (!question) throw new Error('nobody was asked');
  return question.id;
}

test.each([
  ['stops where they were last seen', 7, { action: 'trim_stop' }, -4 * 60],
  ['stops later than that', 7, { action: 'trim_stop', at: after(5).toISOString() }, -2 * 60],
  ['stops earlier than that', 6.5, { action: 'trim_stop', at: after(1).toISOString() }, -5.5 * 60],
  [
    'takes an hour out and goes on',
    7,
    { action: 'trim_continue', at: after(4).toISOString(), to: after(5).toISOString() },
    -60,
  ],
])('a member who %s has trimmed the time that this removed, however long ago', async (_, hours, response, minutes) => {
  const id = await askedAfterSixHours();
  world.clock.set(after(hours));
  await answerQuestion(maya, id, answerQuestionInput.parse(response));
  expect((await adjustments()).trimmed).toEqual([1, minutes]);
  world.clock.set(after(12));
  expect((await adjustments()).trimmed).toEqual([1, minutes]);
  expect((await adjustments(maya, { from: '2026-03-08', to: '2026-03-08' })).trimmed).toEqual([0, 0]);
});

test('a view that was not refreshed, because a worker of the previous version ran, is not read', async () => {
  await refreshDailyTotals(system());
  const id = await askedAfterSixHours();
  await answerQuestion(maya, id, answerQuestionInput.parse({ action: 'trim_stop' }));
  await refreshWithout(world.database.pool, 'adjusted timers');
  for (const ctx of [maya, lead]) expect((await reported(ctx)).trimmed).toEqual([1, -3 * 60]);
  expect(await reconcileDailyTotals(system())).toBe(0);

  expect((await adjustments()).trimmed).toEqual([1, -3 * 60]);
  const { timer } = await undoAnswer(maya, id);
  if (!timer) throw new Error('the timer is gone');
  await stopTimer(maya, { id: timer.id, ifMatch: null });
  await refreshWithout(world.database.pool, 'adjusted timers');
  for (const ctx of [maya, lead]) expect((await reported(ctx)).trimmed).toEqual([0, 0]);
  expect(await reconcileDailyTotals(system())).toBe(0);
});

test('reconciling finds a timer whose stored adjustments are wrong, while others run', async () => {
  const id = await askedAfterSixHours();
  await answerQuestion(maya, id, answerQuestionInput.parse({ action: 'trim_stop' }));
  await startTimer(maya, startTimerInput.parse({ title: 'Next' }));
  await adjustments();
  // By plain SQL, so that no change is recorded.
  await world.database.pool.query('update timer_questions set trimmed_ms = trimmed_ms + 1000');
  expect(await reconcileDailyTotals(system())).toBe(1);
  await refreshDailyTotals(system());
  expect(await reconcileDailyTotals(system())).toBe(0);
});

test('a member who keeps the time, or undoes a trim, has trimmed none', async () => {
  const id = await askedAfterSixHours();
  await answerQuestion(maya, id, answerQuestionInput.parse({ action: 'trim_stop' }));
  expect((await adjustments()).trimmed).toEqual([1, -3 * 60]);
  await undoAnswer(maya, id);
  expect((await adjustments()).trimmed).toEqual([0, 0]);
});

test('corrections by an admin are summed, without those that were reverted and without the admin’s own', async () => {
  world.clock.set(after(30));
  const entry = async (from: number, to: number) => {
    const spans = [{ started_at: after(from).toISOString(), ended_at: after(to).toISOString() }];
    return (await addTimer(maya, addTimerInput.parse({ title: 'Work', spans }))).timer;
  };
  const correct = async (ctx: Ctx, timer: { id: string; version: number }, change: object) => {
    const timers = [{ timer_id: timer.id, version: timer.version, ...change }];
    const { correction } = await createCorrection(ctx, createCorrectionInput.parse({ timers, reason: 'Agreed upon.' }));
    return { id: correction.id, timer: { id: timer.id, version: timer.version + 1 } };
  };
  const ending = (from: number, to: number) => ({
    spans: [{ started_at: after(from).toISOString(), ended_at: after(to).toISOString() }],
  });
  const [one, two, three] = [await entry(0, 2), await entry(3, 4), await entry(5, 6)];
  expect(await adjustments()).toEqual({ trimmed: [0, 0], corrected: [0, 0], added: [3, 4 * 60] });

  // An hour removed, then half an hour added again: one timer, 30 minutes removed.
  const first = await correct(lead, one, ending(0, 1));
  const second = await correct(lead, first.timer, ending(0, 1.5));
  expect((await adjustments()).corrected).toEqual([1, -30]);
  // A reverted correction no longer counts.
  const taken = await correct(lead, two, ending(3, 4.75));
  expect((await adjustments()).corrected).toEqual([2, 15]);
  await revertCorrection(lead, taken.id, 'It was right before.');
  expect((await adjustments()).corrected).toEqual([1, -30]);
  // Her own correction is not one by an admin.
  await correct(maya, three, ending(5, 5.5));
  expect((await adjustments()).corrected).toEqual([1, -30]);
  expect((await adjustments(lead, { user_id: lead.actor.userId })).corrected).toEqual([0, 0]);
  expect((await adjustments(lead)).corrected).toEqual([1, -30]);
  // Corrections move with a timer that is reassigned to another member.
  await correct(lead, second.timer, { user_id: lead.actor.userId });
  expect((await adjustments(lead, { user_id: lead.actor.userId })).corrected).toEqual([1, -30]);
  expect((await adjustments()).corrected).toEqual([0, 0]);
});
