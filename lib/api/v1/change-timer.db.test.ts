import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';
import type {
  ChangeTimerJson,
  CurrentTimerJson,
  StartTimerJson,
  TimerJson,
} from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const VERBS = ['pause', 'resume', 'stop', 'discard'] as const;
type Verb = (typeof VERBS)[number];

let world: World;
let maya: Ctx;
let api: ApiClient;
let timer: TimerJson;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
  timer = (await api<StartTimerJson>('POST', '/timers/start', { title: 'Work' })).body.timer;
  world.clock.advance(60_000);
});

const act = (verb: Verb, body?: unknown, headers?: Record<string, string>, id = timer.id) =>
  api<ChangeTimerJson>('POST', `/timers/${id}/${verb}`, body, headers);

describe('a change of an outdated version is rejected with the current timer', () => {
  test.each(VERBS)('%s', async (verb) => {
    const response = await expectUnchanged(world, () => act(verb, {}, { 'if-match': '"2"' }));
    expect(response.status).toBe(412);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.body).toMatchObject({
      code: 'timer_version_mismatch',
      detail: 'The timer has changed since you read it; it is at version 1. Look at it and try again.',
      current: { ...timer, elapsed_ms: 60_000 },
    });
  });

  test('the second of two changes of the same version', async () => {
    const [first, second] = await Promise.all([
      act('pause', {}, { 'if-match': '"1"' }),
      act('stop', {}, { 'if-match': '"1"' }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 412]);
  });

  test('a timer past its cap has a new version, whether or not a worker has handled it', async () => {
    world.clock.advance(90_000_000);
    const seen = await api<StartTimerJson>('GET', `/timers/${timer.id}`);
    expect(seen.headers.get('etag')).toMatch(/^"2-/);
    expect(await act('stop', {}, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { current: { version: 2 } },
    });
    expect(await act('stop', {}, { 'if-match': '"2"' })).toMatchObject({ status: 200, body: { changed: false } });
  });
});

test.each(['3', 'W/3', 'three', '"1" "2"', '"1'])(
  'an If-Match of %s is rejected as an invalid list of versions',
  async (ifMatch) => {
    const response = await expectUnchanged(world, () => act('pause', {}, { 'if-match': ifMatch }));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'input_invalid', errors: [{ pointer: '#/header/If-Match' }] },
    });
  },
);

test.each(['"three"', '"2", "3"', '""', '"-1"', '"99999999999"', 'W/"1"'])(
  'an If-Match of %s matches no existing version',
  async (ifMatch) => {
    const response = await expectUnchanged(world, () => act('pause', {}, { 'if-match': ifMatch }));
    expect(response).toMatchObject({ status: 412, body: { current: { version: 1 } } });
  },
);

test.each(['"1"', '"2", "1"', ' "1" ', '*'])('an If-Match of %j matches the first version', async (ifMatch) => {
  expect(await act('pause', {}, { 'if-match': ifMatch })).toMatchObject({ status: 200, body: { changed: true } });
});

describe('a timer that has ended', () => {
  const ways: [string, () => Promise<unknown>, Partial<TimerJson>][] = [
    ['stopped', () => act('stop'), { status: 'stopped', end_reason: 'stopped' }],
    ['discarded', () => act('discard'), { status: 'discarded', end_reason: 'discarded' }],
    ['capped', async () => world.clock.advance(90_000_000), { status: 'completed', end_reason: 'capped' }],
  ];
  const rejecting = ways.flatMap(([name, end, ended]) =>
    (['pause', 'resume'] as const).map((verb) => ({ name, verb, end, ended })),
  );

  test.each(rejecting)('$name rejects $verb, with the timer as current', async ({ verb, end, ended }) => {
    await end();
    const response = await expectUnchanged(world, () => act(verb));
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'timer_ended',
      detail:
        ended.status === 'discarded'
          ? 'This timer is discarded. Restore it first, or start a new one.'
          : `This timer is ${ended.status}. Start a new one to continue the same work.`,
      current: { id: timer.id, ...ended },
    });
  });

  test.each(ways)('%s, responds to a stop with itself, unchanged', async (_name, end, ended) => {
    await end();
    const first = await act('stop');
    expect(first).toMatchObject({ status: 200, body: { changed: false, timer: ended } });
    world.clock.advance(1_000);
    const again = await expectUnchanged(world, () => act('stop'));
    expect(again.body.timer).toEqual(first.body.timer);
    expect(again.headers.get('etag')).toBe(`"${first.body.timer.version}"`);
  });
});

describe('resuming while another timer runs', () => {
  let other: TimerJson;
  beforeEach(async () => {
    await act('pause');
    other = (await api<StartTimerJson>('POST', '/timers/start', { title: 'Other' })).body.timer;
    world.clock.advance(10_000);
  });

  test('is rejected with that timer', async () => {
    const response = await expectUnchanged(world, () => act('resume', {}));
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'timer_already_running', current: { id: other.id, elapsed_ms: 10_000 } },
    });
  });

  test('is rejected for an unknown on_conflict', async () => {
    const response = await expectUnchanged(world, () => act('resume', { on_conflict: 'stop' }));
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/on_conflict' }] } });
  });

  test.each([
    ['switch', { status: 'stopped', end_reason: 'switched' }],
    ['pause', { status: 'paused', end_reason: null }],
  ])('with %s ends the other at the same instant', async (onConflict, ended) => {
    const now = (await world.clock.now()).toISOString();
    const { status, body } = await act('resume', { on_conflict: onConflict });
    expect([status, body.changed]).toEqual([200, true]);
    expect(body.timer).toMatchObject({ status: 'running', running_since: now, version: 3 });
    expect(body.ended).toMatchObject({ id: other.id, ...ended, spans: [{ ended_at: now }] });
  });
});

describe('repeating a change returns 200, unchanged', () => {
  test.each([
    ['pause', ['pause']],
    ['resume', []],
    ['stop', ['stop']],
    ['discard', ['discard']],
  ] as [Verb, Verb[]][])('%s', async (verb, before) => {
    for (const step of before) await act(step);
    world.clock.advance(5_000);
    const response = await expectUnchanged(world, () => act(verb));
    expect(response).toMatchObject({ status: 200, body: { changed: false, ended: null } });
  });

  test('twenty pauses at once close the span once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => act('pause')));
    expect(responses.filter(({ body }) => body.changed)).toHaveLength(1);
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get('etag')}`))).toEqual(
      new Set(['200 "2"']),
    );
    const { rows } = await world.database.pool.query('select type from events where subject_id = $1 order by id', [
      timer.id,
    ]);
    expect(rows).toEqual([{ type: 'timer.started' }, { type: 'timer.paused' }]);
  });
});

test('start, pause, resume, stop: exact shapes, versions and instants', async () => {
  const at = async () => (await world.clock.now()).toISOString();
  const pausedAt = await at();
  const paused = await act('pause');
  expect(paused.headers.get('etag')).toBe('"2"');
  expect(paused.body).toEqual({
    timer: {
      ...timer,
      status: 'paused',
      running_since: null,
      cap_at: null,
      elapsed_ms: 60_000,
      last_seen_at: pausedAt,
      updated_at: pausedAt,
      version: 2,
      spans: [{ ...timer.spans[0], ended_at: pausedAt, ended_zone: timer.spans[0]?.started_zone }],
    },
    changed: true,
    ended: null,
    server_time: pausedAt,
  });
  world.clock.advance(7_500);
  const resumedAt = await at();
  const resumed = await act('resume');
  expect(resumed.body.timer).toMatchObject({
    status: 'running',
    running_since: resumedAt,
    elapsed_ms: 60_000,
    cap_at: new Date(Date.parse(resumedAt) + 86_400_000 - 60_000).toISOString(),
    version: 3,
  });
  world.clock.advance(1_001);
  const stoppedAt = await at();
  const stopped = await act('stop');
  expect(stopped.body.timer).toMatchObject({
    status: 'stopped',
    ended_at: stoppedAt,
    end_reason: 'stopped',
    needs_review: false,
    running_since: null,
    elapsed_ms: 61_001,
    version: 4,
    spans: [
      { started_at: timer.started_at, ended_at: pausedAt },
      { started_at: resumedAt, ended_at: stoppedAt },
    ],
  });
  const { body } = await api<CurrentTimerJson>('GET', '/timers/current');
  expect(body).toEqual({ timer: null, paused: [], elsewhere: null, questions: [], server_time: stoppedAt });
});

test('a discarded timer keeps its spans, and a new one can start at once', async () => {
  const { body } = await act('discard');
  expect(body.timer).toMatchObject({ status: 'discarded', end_reason: 'discarded', elapsed_ms: 60_000 });
  expect(await api('POST', '/timers/start', {})).toMatchObject({ status: 201, body: { timer: { elapsed_ms: 0 } } });
});

test('in any order and with any waits, elapsed is the sum of the spans to the millisecond', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom<Verb>('pause', 'resume'), fc.nat({ max: 3_600_000 })), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat({ max: 100_000 }), async (walk, last) => {
      const ctx = await world.member();
      const theirs = await apiFor(world, ctx);
      const { body } = await theirs<StartTimerJson>('POST', '/timers/start', {});
      for (const [verb, wait] of walk) {
        world.clock.advance(wait);
        await theirs('POST', `/timers/${body.timer.id}/${verb}`);
      }
      world.clock.advance(last);
      const stopped = (await theirs<ChangeTimerJson>('POST', `/timers/${body.timer.id}/stop`)).body.timer;
      expect(stopped.elapsed_ms).toBe(stopped.spans.reduce((sum, span) => sum + lengthOf(span), 0));
      expect(
        stopped.spans.every((span, index) => index === 0 || endOf(stopped.spans[index - 1]) <= startOf(span)),
      ).toBe(true);
    }),
    { numRuns: 25 },
  );
});

const startOf = (span: SpanJson) => Date.parse(span.started_at);
const endOf = (span: SpanJson | undefined) => Date.parse(span?.ended_at ?? '');
const lengthOf = (span: SpanJson) => endOf(span) - startOf(span);
