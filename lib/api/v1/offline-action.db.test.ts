import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { Proposal } from '#/lib/tracking/offline/offline-action.ts';
import type { ChangeTimerJson, StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;
let begin: number;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
  begin = (await world.clock.now()).getTime();
});

type Rejected = { code: string; reason: string; acted_at: string; current: TimerJson | null; proposal: Proposal };

/** This many minutes after the beginning of the test. */
const at = (minutes: number) => new Date(begin + minutes * MINUTE_MS).toISOString();
const wait = (minutes: number) => world.clock.advance(minutes * MINUTE_MS);
const start = (body: object = {}, headers?: Record<string, string>) =>
  api<StartTimerJson>('POST', '/timers/start', body, headers);
const age = (minutes: number, more: object = {}) => ({ offline_age_ms: minutes * MINUTE_MS, ...more });
const act = <Body = ChangeTimerJson>(timer: TimerJson, verb: string, body: object, version = timer.version) =>
  api<Body>('POST', `/timers/${timer.id}/${verb}`, body, { 'if-match': `"${version}"` });
const stretches = ({ spans }: TimerJson) => spans.map((one) => [one.started_at, one.ended_at, one.origin]);
const rejectedAction = async (timer: TimerJson, verb: string, body: object, version?: number) =>
  (await expectUnchanged(world, () => act<Rejected>(timer, verb, body, version))).body;
const rejectedStart = async (body: object) =>
  (await expectUnchanged(world, () => api<Rejected>('POST', '/timers/start', body))).body;

describe('with actions taken offline', () => {
  test('a timer starts, pauses, resumes and stops at the instants of the actions', async () => {
    wait(60);
    const { timer } = (await start(age(50, { title: 'In the tunnel' }))).body;
    const paused = (await act(timer, 'pause', age(40))).body.timer;
    const resumed = (await act(paused, 'resume', age(20))).body.timer;
    const { body, status } = await act(resumed, 'stop', age(10));
    expect([status, body.changed, stretches(body.timer)]).toEqual([
      200,
      true,
      [
        [at(10), at(20), 'offline'],
        [at(40), at(50), 'offline'],
      ],
    ]);
    expect(body.timer).toMatchObject({ status: 'stopped', ended_at: at(50), elapsed_ms: 20 * MINUTE_MS });
  });

  test('the feed has when the action was taken and when it arrived', async () => {
    const { timer } = (await start()).body;
    wait(30);
    await act(timer, 'stop', age(12));
    const { rows } = await world.database.pool.query(
      `select data, created_at from events where subject_id = $1 and type = 'timer.stopped'`,
      [timer.id],
    );
    expect(rows[0].data).toMatchObject({
      before: { status: 'running' },
      after: { status: 'stopped', ended_at: at(18) },
      offline: { pressed_at: at(18), received_at: at(30), age_ms: 12 * MINUTE_MS },
    });
    expect(rows[0].created_at.toISOString()).toBe(at(30));
    const listed = await api<{ events: object[] }>('GET', `/events?subject_id=${timer.id}&type=timer.stopped`);
    expect(listed.body.events).toMatchObject([{ data: { offline: { acted_at: at(18), received_at: at(30) } } }]);
  });

  test('a switch ends the timer that was seen running at the same instant', async () => {
    const first = (await start({ title: 'First' })).body.timer;
    wait(30);
    const seen_running = { id: first.id, version: first.version };
    const { body } = await start(age(10, { title: 'Second', on_conflict: 'switch', seen_running }));
    expect(stretches(body.ended as TimerJson)).toEqual([[at(0), at(20), 'offline']]);
    expect(stretches(body.timer)).toEqual([[at(20), null, 'offline']]);
  });

  test('the same action sent again, older by then, has one effect and one response', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await start(age(5), key);
    wait(3);
    const again = await expectUnchanged(world, () => start(age(8), key));
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await start(age(8, { title: 'Other' }), key)).status).toBe(422);
  });

  test('an action without a response, sent again as a late one, has one effect and one response', async () => {
    const first = await start({ on_conflict: 'switch' }, { 'idempotency-key': 'no-answer' });
    wait(3);
    const late = age(3, { on_conflict: 'switch', seen_running: null });
    const again = await expectUnchanged(world, () => start(late, { 'idempotency-key': 'no-answer' }));
    expect([again.status, again.body]).toEqual([201, first.body]);
    const { id } = first.body.timer;
    const stop = { 'idempotency-key': 'nor-this' };
    const stopped = await api('POST', `/timers/${id}/stop`, {}, stop);
    wait(3);
    const repeated = await expectUnchanged(world, () => api('POST', `/timers/${id}/stop`, age(3), stop));
    expect([repeated.status, repeated.body]).toEqual([200, stopped.body]);
  });

  test('an action sent a hundred times at once takes effect once', async () => {
    const { timer } = (await start()).body;
    wait(30);
    const stops = Array.from({ length: 100 }, (_, index) => act(timer, 'stop', age(10 + index / 100)));
    const responses = await Promise.all(stops);
    expect(responses.filter(({ status, body }) => status === 200 && body.changed)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(99);
  });
});

describe('an offline action collides and changes nothing', () => {
  test('with a change of the timer elsewhere, and the same action on the current timer is proposed', async () => {
    const { timer } = (await start()).body;
    await api('PATCH', `/timers/${timer.id}`, { title: 'Renamed' });
    wait(30);
    const body = await rejectedAction(timer, 'stop', age(10));
    expect(body).toMatchObject({ code: 'intent_collides', reason: 'timer_changed', acted_at: at(20) });
    expect(body.proposal).toEqual({ kind: 'action', action: 'stop', timer_id: timer.id, version: 2 });
    expect(stretches((await act(timer, 'stop', age(10), 2)).body.timer)).toEqual([[at(0), at(20), 'offline']]);
  });

  test('with a later end elsewhere, and its time up to the action is proposed, and can be accepted', async () => {
    const { timer } = (await start()).body;
    wait(20);
    await api('POST', `/timers/${timer.id}/stop`, {});
    wait(10);
    const { proposal, reason } = await rejectedAction(timer, 'stop', age(15));
    expect([reason, proposal]).toEqual([
      'timer_ended',
      { kind: 'correct', timer_id: timer.id, version: 2, spans: [{ started_at: at(0), ended_at: at(15) }] },
    ]);
    if (proposal.kind !== 'correct') return;
    const { timer_id: id, version, spans } = proposal;
    const put = await api<ChangeTimerJson>('PUT', `/timers/${id}/spans`, { spans }, { 'if-match': `"${version}"` });
    expect(stretches(put.body.timer)).toEqual([[at(0), at(15), 'corrected']]);
  });

  test('with the cap', async () => {
    const { timer } = (await start()).body;
    wait(25 * 60);
    const body = await rejectedAction(timer, 'stop', age(20 * 60));
    expect(body).toMatchObject({ reason: 'timer_ended', current: { status: 'completed', end_reason: 'capped' } });
    expect(body.proposal).toMatchObject({ kind: 'correct', spans: [{ started_at: at(0), ended_at: at(5 * 60) }] });
  });

  test('when a start meets a timer that ran unseen, and the time up to that one is proposed', async () => {
    wait(20);
    const other = (await start({ title: 'Elsewhere' })).body.timer;
    wait(10);
    const body = await rejectedStart(age(25, { on_conflict: 'switch' }));
    expect(body).toMatchObject({ reason: 'other_timer', current: { id: other.id } });
    expect(body.proposal).toEqual({ kind: 'add', started_at: at(5), ended_at: at(20) });
    const inside = await rejectedStart(age(5, { on_conflict: 'pause' }));
    expect([inside.reason, inside.proposal]).toEqual(['other_timer', null]);
  });

  test('when a switch meets a change of the timer it saw running', async () => {
    const first = (await start()).body.timer;
    await api('PATCH', `/timers/${first.id}`, { title: 'Renamed' });
    wait(10);
    const seen_running = { id: first.id, version: 1 };
    expect(await rejectedStart(age(5, { on_conflict: 'switch', seen_running }))).toMatchObject({
      reason: 'other_timer',
    });
  });

  test('when a start meets time recorded since', async () => {
    const spans = [{ started_at: at(10), ended_at: at(20) }];
    wait(30);
    await api('POST', '/timers', { spans });
    const body = await rejectedStart(age(25));
    expect(body).toMatchObject({ reason: 'overlaps', overlaps: [{ started_at: at(10), ended_at: at(20) }] });
    expect(body.proposal).toEqual({ kind: 'add', started_at: at(5), ended_at: at(10) });
  });

  test('when a start meets a timer in another workspace, which is not disclosed', async () => {
    const elsewhere = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    await elsewhere('POST', '/timers/start', { title: 'Secret' });
    wait(10);
    const body = await rejectedStart(age(5, { on_conflict: 'switch' }));
    expect(body).toMatchObject({ reason: 'other_timer', current: null, proposal: null });
    expect(JSON.stringify(body)).not.toContain('Secret');
  });

  test('when too much time has passed: a day for a start, or the workspace’s cap', async () => {
    wait(48 * 60);
    expect(await rejectedStart({ offline_age_ms: 24 * HOUR_MS + 1 })).toMatchObject({ reason: 'too_long_ago' });
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { capSeconds: 3600 } });
    expect(await rejectedStart(age(61))).toMatchObject({ reason: 'over_cap', proposal: { kind: 'add' } });
  });

  test('when a resume meets time recorded since the pause', async () => {
    const { timer } = (await start()).body;
    wait(10);
    const paused = (await api<ChangeTimerJson>('POST', `/timers/${timer.id}/pause`, {})).body.timer;
    wait(30);
    await api('POST', '/timers', { spans: [{ started_at: at(20), ended_at: at(30) }] });
    expect(await rejectedAction(paused, 'resume', age(25))).toMatchObject({ reason: 'overlaps' });
    expect((await act(paused, 'resume', age(10))).body.timer).toMatchObject({ running_since: at(30) });
  });
});

describe('a plan started offline', () => {
  const COUNTDOWN = { type: 'countdown', plan: { type: 'countdown', duration_ms: 25 * MINUTE_MS } };
  const POMODORO = {
    type: 'pomodoro',
    plan: { type: 'pomodoro', work_minutes: 25, short_break_minutes: 5, long_break_minutes: 15, rounds: 4 },
  };

  test('starts at the instant of its action, and its deadline counts from there', async () => {
    wait(20);
    const { timer } = (await start(age(10, { title: 'In the tunnel', ...COUNTDOWN }))).body;
    expect(stretches(timer)).toEqual([[at(10), null, 'offline']]);
    expect(timer.phase).toMatchObject({ state: 'running', ends_at: at(35), planned_ms: 25 * MINUTE_MS });
    const { rows } = await world.database.pool.query(
      `select due_at from wakeups where subject_id = $1 and kind = 'timer_phase'`,
      [timer.id],
    );
    expect(rows).toEqual([{ due_at: new Date(at(35)) }]);
  });

  test('does not start once its first phase is over: the phase’s work is proposed, and can be accepted', async () => {
    wait(60);
    const body = await rejectedStart(age(40, POMODORO));
    expect(body).toMatchObject({ code: 'intent_collides', reason: 'phase_over', acted_at: at(20) });
    expect(body.proposal).toEqual({ kind: 'add', started_at: at(20), ended_at: at(45) });
    if (body.proposal.kind !== 'add') return;
    const { kind: _kind, ...span } = body.proposal;
    const added = await api<StartTimerJson>('POST', '/timers', { title: 'In the tunnel', spans: [span] });
    expect(added.body.timer).toMatchObject({ elapsed_ms: 25 * MINUTE_MS });
    expect((await start(age(14, { ...POMODORO, on_conflict: 'switch' }))).body.timer.phase).toMatchObject({
      ends_at: at(71),
    });
  });

  test('proposes nothing if a running timer would have had to end for it', async () => {
    const running = (await start()).body.timer;
    wait(60);
    const seen_running = { id: running.id, version: running.version };
    const body = await rejectedStart(age(40, { ...POMODORO, on_conflict: 'switch', seen_running }));
    expect([body.reason, body.proposal]).toEqual(['phase_over', null]);
  });

  test('replaces the timer that was seen running, whose plan continues with keep_plan', async () => {
    const { timer } = (await start(POMODORO)).body;
    wait(15);
    const seen_running = { id: timer.id, version: timer.version };
    const next = age(5, { title: 'Next', on_conflict: 'switch', keep_plan: true, seen_running });
    const { body } = await start(next);
    expect(stretches(body.ended as TimerJson)).toEqual([[at(0), at(10), 'offline']]);
    expect(body.timer).toMatchObject({ type: 'pomodoro', phase: { ends_at: at(25), round: 1 } });
  });

  test('is paused, resumed and stopped at the instants of the actions, and keeps its remaining time', async () => {
    const { timer } = (await start(POMODORO)).body;
    wait(20);
    const paused = (await act(timer, 'pause', age(10))).body.timer;
    expect(paused.phase).toMatchObject({ state: 'frozen', remaining_ms: 15 * MINUTE_MS });
    const resumed = (await act(paused, 'resume', age(4))).body.timer;
    expect(resumed.phase).toMatchObject({ state: 'running', ends_at: at(31) });
    const stopped = (await act(resumed, 'stop', age(1))).body.timer;
    expect(stretches(stopped)).toEqual([
      [at(0), at(10), 'offline'],
      [at(16), at(19), 'offline'],
    ]);
    expect(stopped.cycles).toMatchObject([{ kind: 'work', ended_at: at(19), actual_ms: 13 * MINUTE_MS }]);
  });

  test('that has entered its break since can’t be stopped before it, and nothing changes', async () => {
    const { timer } = (await start(POMODORO)).body;
    wait(30);
    expect(await rejectedAction(timer, 'stop', age(10))).toMatchObject({ reason: 'timer_changed' });
  });
});

test.each([
  ['a start that is backdated as well', { offline_age_ms: 1, started_at: '2026-03-10T08:59:00Z' }, '/offline_age_ms'],
  ['the running timer, for an action made online', { seen_running: null }, '/seen_running'],
  ['an action in the future', { offline_age_ms: -1 }, '/offline_age_ms'],
])('%s is rejected', async (_what, body, pointer) => {
  const response = await expectUnchanged(world, () => start(body));
  expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
});
