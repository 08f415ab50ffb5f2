import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { MergeTimerJson, SplitTimerJson } from '#/lib/tracking/timers/correction-schemas.ts';
import type { ChangeTimerJson, StartTimerJson, TimerJson, TimerStatus } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;
let now: number;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
  now = (await world.clock.now()).getTime();
});

/** This many minutes before the beginning of the test. */
const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
const span = (from: number, to: number | null) => ({ started_at: ago(from), ended_at: to === null ? null : ago(to) });
const add = async (...spans: { started_at: string; ended_at: string | null }[]) =>
  (await api<StartTimerJson>('POST', '/timers', { title: 'Call', spans })).body.timer;
const put = (id: string, spans: unknown, headers?: Record<string, string>) =>
  api<ChangeTimerJson>('PUT', `/timers/${id}/spans`, { spans }, headers);
const act = (id: string, verb: string, body: unknown = {}) =>
  api<ChangeTimerJson>('POST', `/timers/${id}/${verb}`, body);
const start = (body: object = {}) => api<StartTimerJson>('POST', '/timers/start', body);
const stretches = ({ spans }: TimerJson) => spans.map((one) => [one.started_at, one.ended_at, one.origin]);

/** A timer in this state, with work from 60 to 50 minutes ago, or since 60 minutes ago. */
async function timerIn(status: TimerStatus): Promise<TimerJson> {
  world.clock.set(new Date(now - 60 * MINUTE_MS));
  const { timer } = (await start({ title: 'Work', tags: ['deep'] })).body;
  world.clock.advance(10 * MINUTE_MS);
  const ends: Partial<Record<TimerStatus, string>> = { paused: 'pause', stopped: 'stop', discarded: 'discard' };
  if (ends[status]) await act(timer.id, ends[status]);
  if (status === 'completed') {
    await world.db.timer.update({ where: { id: timer.id }, data: { capSeconds: 600 } });
    await act(timer.id, 'stop');
  }
  world.clock.set(new Date(now));
  return (await api<StartTimerJson>('GET', `/timers/${timer.id}`)).body.timer;
}

const STATES: TimerStatus[] = ['running', 'paused', 'stopped', 'completed', 'discarded'];
type Verb = 'correct' | 'split' | 'merge' | 'discard' | 'restore';
const DO: Record<Verb, (timer: TimerJson) => ReturnType<typeof act>> = {
  correct: ({ id, status }) => put(id, [span(70, status === 'running' ? null : 55)]),
  split: ({ id }) => act(id, 'split', { at: ago(55) }),
  merge: async ({ id }) => act(id, 'merge', { timer_id: (await add(span(90, 80))).id }),
  discard: ({ id }) => act(id, 'discard'),
  restore: ({ id }) => act(id, 'restore'),
};
const TABLE: Record<Verb, Record<TimerStatus, string>> = {
  correct: {
    running: 'running',
    paused: 'paused',
    stopped: 'stopped',
    completed: 'completed',
    discarded: 'timer_ended',
  },
  split: { running: 'stopped', paused: 'stopped', stopped: 'stopped', completed: 'stopped', discarded: 'timer_ended' },
  merge: { running: 'running', paused: 'paused', stopped: 'stopped', completed: 'completed', discarded: 'timer_ended' },
  discard: {
    ...{ running: 'discarded', paused: 'discarded', stopped: 'discarded', completed: 'discarded' },
    discarded: 'as it was',
  },
  restore: {
    ...{ running: 'as it was', paused: 'as it was', stopped: 'as it was', completed: 'as it was' },
    discarded: 'paused',
  },
};
const CELLS = (Object.keys(TABLE) as Verb[]).flatMap((verb) => STATES.map((status) => [verb, status] as const));

describe('every verb in every state', () => {
  test.each(CELLS)('%s a timer that is %s', async (verb, status) => {
    const timer = await timerIn(status);
    const outcome = TABLE[verb][status];
    const response = await DO[verb](timer);
    const { body: after } = await api<StartTimerJson>('GET', `/timers/${timer.id}`);
    if (outcome === 'timer_ended') {
      expect(response).toMatchObject({ status: 409, body: { code: outcome } });
      return expect(after.timer).toEqual(timer);
    }
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe(`"${after.timer.version}"`);
    const { last_seen_at } = after.timer;
    if (outcome === 'as it was') {
      return expect([response.body.changed, after.timer]).toEqual([false, { ...timer, last_seen_at }]);
    }
    expect(after.timer).toMatchObject({ status: outcome, version: timer.version + 1 });
  });
});

describe('rejected without a change:', () => {
  test.each([
    ['no span', [], '/spans'],
    ['a span that ends before it starts', () => [span(30, 40)], '/spans/0/ended_at'],
    ['spans that overlap each other', () => [span(60, 40), span(50, 30)], '/spans/1/started_at'],
    ['spans that are not in order', () => [span(30, 20), span(60, 50)], '/spans/1/started_at'],
    ['an open span that is not the last one', () => [span(60, null), span(30, 20)], '/spans/1/started_at'],
    ['time before 2000', () => [{ started_at: '1999-12-31T23:00:00Z', ended_at: ago(1) }], '/spans/0/started_at'],
    [
      'an instant without a zone',
      () => [{ started_at: '2026-03-10T08:00:00', ended_at: ago(1) }],
      '/spans/0/started_at',
    ],
    ['201 spans', () => Array.from({ length: 201 }, (_, index) => span(300 - index, 300 - index)), '/spans'],
  ])('a correction with %s', async (_what, spans, pointer) => {
    const { id } = await add(span(120, 110));
    const response = await expectUnchanged(world, () => put(id, typeof spans === 'function' ? spans() : spans));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('added time of zero length, or without an end', async () => {
    const empty = await expectUnchanged(world, () => api('POST', '/timers', { spans: [span(5, 5)] }));
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ pointer: '/spans/0/ended_at' }] } });
    const open = await expectUnchanged(world, () => api('POST', '/timers', { spans: [span(5, null)] }));
    expect(open).toMatchObject({ status: 400, body: { errors: [{ pointer: '/spans/0/ended_at' }] } });
  });

  test('time a millisecond ahead of the database, with its pointer, but not time up to now', async () => {
    const ahead = { started_at: ago(5), ended_at: new Date(now + 1).toISOString() };
    const response = await expectUnchanged(world, () => api('POST', '/timers', { spans: [span(9, 8), ahead] }));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'time_in_future', errors: [{ pointer: '/spans/1/ended_at' }] },
    });
    expect(stretches(await add(span(5, 0)))).toEqual([[ago(5), ago(0), 'entered']]);
  });

  test('time that overlaps other time, with the conflicting time', async () => {
    const other = await add(span(60, 50), span(40, 30));
    const response = await expectUnchanged(world, () =>
      api('POST', '/timers', { spans: [span(70, 60), span(35, 20)] }),
    );
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'time_overlaps',
        detail: 'This time overlaps “Call”. Shorten one of them.',
        overlaps: [{ timer_id: other.id, title: 'Call', ticket_key: null, started_at: ago(40), ended_at: ago(30) }],
      },
    });
  });

  test('time that overlaps time in another workspace, without showing what it is', async () => {
    await add(span(60, 30));
    const elsewhere = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    const response = await expectUnchanged(world, () => elsewhere('POST', '/timers', { spans: [span(40, 20)] }));
    const hidden = { timer_id: null, title: null, ticket_key: null, started_at: ago(40), ended_at: ago(30) };
    expect(response).toMatchObject({ status: 409, body: { code: 'time_overlaps', overlaps: [hidden] } });
    expect(JSON.stringify(response.body)).not.toContain('Call');
  });

  test("a correction of another member's timer", async () => {
    const { id } = await add(span(60, 30));
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' }));
    const response = await expectUnchanged(world, () => leo('PUT', `/timers/${id}/spans`, { spans: [span(60, 20)] }));
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('a running timer that would be over its cap, so that no measured time is cut off', async () => {
    const timer = await timerIn('running');
    const response = await expectUnchanged(world, () => put(timer.id, [span(30 * 60, null)]));
    expect(response).toMatchObject({ status: 409, body: { code: 'cap_reached', cap_seconds: 86_400 } });
  });

  test.each([
    ['at its start', 60],
    ['at its end', 50],
    ['before it', 90],
    ['after it', 10],
  ])('a split %s', async (_where, minutes) => {
    const { id } = await timerIn('stopped');
    const response = await expectUnchanged(world, () => act(id, 'split', { at: ago(minutes) }));
    expect(response).toMatchObject({ status: 400, body: { code: 'split_outside', errors: [{ pointer: '/at' }] } });
  });
});

describe('a correction', () => {
  test('keeps unchanged spans, labels the rest, and moves start and end of the timer', async () => {
    const before = await add(span(60, 50), span(40, 30));
    const { body } = await put(before.id, [span(90, 80), span(60, 50), span(40, 35)]);
    expect(stretches(body.timer)).toEqual([
      [ago(90), ago(80), 'corrected'],
      [ago(60), ago(50), 'entered'],
      [ago(40), ago(35), 'corrected'],
    ]);
    expect(body.timer.spans[1]?.id).toBe(before.spans[0]?.id);
    expect(body.timer).toMatchObject({ started_at: ago(90), ended_at: ago(35), elapsed_ms: 25 * MINUTE_MS });
  });

  test('may swap spans', async () => {
    const { id } = await add(span(60, 50), span(40, 30));
    const { status, body } = await put(id, [span(60, 39), span(39, 30)]);
    expect([status, body.timer.elapsed_ms]).toEqual([200, 30 * MINUTE_MS]);
  });

  test('to the same spans changes nothing, but confirms a timer that needs a review', async () => {
    const { id } = await add(span(60, 50));
    expect((await expectUnchanged(world, () => put(id, [span(60, 50)]))).body.changed).toBe(false);
    await world.db.timer.update({ where: { id }, data: { needsReview: true } });
    const { body } = await put(id, [span(60, 50)]);
    expect(body).toMatchObject({ changed: true, timer: { needs_review: false, spans: [{ origin: 'entered' }] } });
  });

  test('of a running timer moves its cap, and reports the spans before and after', async () => {
    const timer = await timerIn('running');
    const { body } = await put(timer.id, [span(120, null)]);
    const cap = new Date(now - 2 * HOUR_MS + 24 * HOUR_MS).toISOString();
    expect(body.timer).toMatchObject({ status: 'running', running_since: ago(120), cap_at: cap });
    const wakeup = await world.db.wakeup.findFirst({ where: { subjectId: timer.id } });
    expect(wakeup?.dueAt.toISOString()).toBe(cap);
    const { rows } = await world.database.pool.query(
      `select data from events where subject_id = $1 and type = 'timer.corrected'`,
      [timer.id],
    );
    expect(rows[0].data).toMatchObject({
      before: { spans: [{ started_at: ago(60), origin: 'live' }] },
      after: { spans: [{ started_at: ago(120), origin: 'corrected' }] },
    });
  });

  test('of one version by two at once is rejected for one of them', async () => {
    const { id } = await add(span(60, 50));
    const both = [span(60, 40), span(60, 45)].map((one) => put(id, [one], { 'if-match': '"1"' }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('is included in a sync', async () => {
    const { id } = await add(span(60, 50));
    const since = new Date(world.clock.advance(1_000)).toISOString();
    await put(id, [span(60, 40)]);
    const { body } = await api<{ timers: TimerJson[] }>('GET', `/sync/timers?updated_since=${since}`);
    expect(body.timers.map((timer) => timer.id)).toEqual([id]);
  });
});

describe('a backdated start', () => {
  test('runs since then, labelled as such, and its duration counts from there', async () => {
    const { status, body } = await start({ started_at: ago(15), duration: '25m' });
    expect([status, stretches(body.timer)]).toEqual([201, [[ago(15), null, 'back_dated']]]);
    expect(body.timer).toMatchObject({ elapsed_ms: 15 * MINUTE_MS, expected_end_at: ago(-10) });
  });

  test.each([
    ['switch', 'stopped'],
    ['pause', 'paused'],
  ])('with %s ends what runs at this same instant, labelled too', async (on_conflict, status) => {
    const first = await timerIn('running');
    const { body } = await start({ started_at: ago(15), on_conflict });
    expect(body.ended).toMatchObject({ id: first.id, status, elapsed_ms: 45 * MINUTE_MS });
    expect(stretches(body.ended as TimerJson)).toEqual([[ago(60), ago(15), 'back_dated']]);
    expect(body.timer.started_at).toBe(ago(15));
  });

  test('before the start of the running timer is rejected with that time', async () => {
    const first = await timerIn('running');
    const response = await expectUnchanged(world, () => start({ started_at: ago(61), on_conflict: 'switch' }));
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'time_overlaps', overlaps: [{ timer_id: first.id, started_at: ago(60), ended_at: null }] },
    });
  });

  test('before the end of other time is rejected, but not exactly at its end', async () => {
    await add(span(60, 30));
    const response = await expectUnchanged(world, () => start({ started_at: ago(31) }));
    expect(response).toMatchObject({ status: 409, body: { code: 'time_overlaps' } });
    expect((await start({ started_at: ago(30) })).status).toBe(201);
  });

  test('may be 24 hours back, not a millisecond more', async () => {
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { capSeconds: 200_000 } });
    const tooEarly = new Date(now - 24 * HOUR_MS - 1).toISOString();
    const response = await expectUnchanged(world, () => start({ started_at: tooEarly }));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'time_too_early', errors: [{ pointer: '/started_at' }] },
    });
    expect((await start({ started_at: ago(24 * 60) })).status).toBe(201);
  });
});

describe('split and merge', () => {
  test('a running timer is split: the first part is stopped, the second continues', async () => {
    const timer = await timerIn('running');
    const { body } = await api<SplitTimerJson>('POST', `/timers/${timer.id}/split`, { at: ago(20) });
    expect(stretches(body.timer)).toEqual([[ago(60), ago(20), 'corrected']]);
    expect(stretches(body.second)).toEqual([[ago(20), null, 'corrected']]);
    expect(body.second).toMatchObject({ status: 'running', title: 'Work', tags: ['deep'], version: 1 });
    expect(await world.db.wakeup.findMany({ where: { subjectId: { in: [timer.id, body.second.id] } } })).toMatchObject([
      { subjectId: body.second.id },
      { subjectId: body.second.id },
    ]);
  });

  test('a split timer is merged again and continues; undoing the merge needs the time to be taken back first', async () => {
    const timer = await timerIn('running');
    const { second } = (await api<SplitTimerJson>('POST', `/timers/${timer.id}/split`, { at: ago(20) })).body;
    const { body } = await api<MergeTimerJson>('POST', `/timers/${timer.id}/merge`, { timer_id: second.id });
    expect(body.timer).toMatchObject({ status: 'running', elapsed_ms: 60 * MINUTE_MS, running_since: ago(20) });
    expect(body.merged).toMatchObject({ status: 'discarded', elapsed_ms: 20 * MINUTE_MS });
    expect(await act(second.id, 'restore')).toMatchObject({ status: 409, body: { code: 'time_overlaps' } });
    await act(timer.id, 'stop');
    await put(timer.id, [span(60, 20)]);
    expect((await act(second.id, 'restore')).body.timer).toMatchObject({ status: 'paused' });
  });

  test('a split in a pause leaves every span unchanged', async () => {
    const { id } = await add(span(60, 50), span(40, 30));
    const { body } = await api<SplitTimerJson>('POST', `/timers/${id}/split`, { at: ago(45) });
    expect([stretches(body.timer), stretches(body.second)]).toEqual([
      [[ago(60), ago(50), 'entered']],
      [[ago(40), ago(30), 'entered']],
    ]);
  });
});

test('a discarded timer frees its time, and is restored unchanged unless that was taken', async () => {
  const first = await add(span(60, 30));
  await act(first.id, 'discard');
  const second = await add(span(50, 40));
  const rejected = await expectUnchanged(world, () => act(first.id, 'restore'));
  expect(rejected).toMatchObject({ body: { code: 'time_overlaps', overlaps: [{ timer_id: second.id }] } });
  await act(second.id, 'discard');
  const { version: _version, ...facts } = first;
  expect((await act(first.id, 'restore')).body.timer).toMatchObject(facts);
});
