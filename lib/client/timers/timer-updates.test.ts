import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import { optimistic, optimisticStart } from '#/lib/client/timers/optimistic-timer.ts';
import { CURRENT_KEY, TIMERS_KEY, WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { CurrentTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOON = '2026-11-19T12:00:00.000Z';
const LATER = '2026-11-19T12:00:05.000Z';

let client: QueryClient;
let updates: TimerUpdates;
const current = () => client.getQueryData<CurrentTimerJson>(CURRENT_KEY);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData<CurrentTimerJson>(CURRENT_KEY, {
    timer: null,
    paused: [],
    elsewhere: null,
    questions: [],
    server_time: NOON,
  });
  updates = new TimerUpdates(client);
});

describe('updates of a timer', () => {
  const running = timerJson({ version: 2 });

  it('is shown at once, and changes nothing the second time', () => {
    expect(updates.apply(running, NOON)).toBe(true);
    expect(current()?.timer).toEqual(running);
    expect(updates.apply(running, NOON)).toBe(false);
  });

  it('that is older than what is shown changes nothing, also when a page load brought that', () => {
    client.setQueryData<CurrentTimerJson>(CURRENT_KEY, {
      timer: running,
      paused: [],
      elsewhere: null,
      questions: [],
      server_time: NOON,
    });
    expect(updates.apply({ ...running, version: 1, status: 'paused' }, NOON)).toBe(false);
    expect(current()?.timer).toEqual(running);
  });

  it('does not bring back a timer that has been stopped', () => {
    updates.apply(running, NOON);
    updates.apply({ ...running, version: 4, status: 'stopped' }, LATER);
    updates.apply({ ...running, version: 3, status: 'paused' }, LATER);
    expect(current()).toMatchObject({ timer: null, paused: [], elsewhere: null, questions: [] });
  });
});

describe('a page rendered by the server', () => {
  const bring = async (data: unknown, queryKey: readonly unknown[]) => {
    const server = new QueryClient();
    server.setQueryData(queryKey, data, { updatedAt: Date.now() + 1_000 });
    hydrate(client, dehydrate(server));
    await Promise.resolve();
    return client.getQueryState(queryKey)?.isInvalidated;
  };
  const list = (server_time: string) => ({ timers: [], server_time });
  const week = [...WEEKS_KEY, '2026-11-16'];

  it('before the latest update is requested again, even if it arrived after it', async () => {
    updates.apply(timerJson({ version: 2 }), LATER);
    expect(await bring(list(NOON), week)).toBe(true);
    expect(await bring({ pages: [list(NOON)] }, TICKETS_KEY)).toBe(true);
    expect(
      await bring({ timer: null, paused: [], elsewhere: null, questions: [], server_time: NOON }, CURRENT_KEY),
    ).toBe(true);
  });

  it('while a change was in flight is requested again, even if the change has an earlier time', async () => {
    updates = new TimerUpdates(client, () => Date.parse(LATER) + 1);
    updates.apply(timerJson({ version: 2 }), NOON);
    await updates.refresh();
    expect(await bring(list(LATER), week)).toBe(true);
  });

  it('loaded afterwards is shown unchanged', async () => {
    updates.apply(timerJson({ version: 2 }), NOON);
    expect(await bring(list(NOON), week)).toBe(false);
    expect(await bring(list(LATER), TICKETS_KEY)).toBe(false);
    expect(
      await bring({ timer: null, paused: [], elsewhere: null, questions: [], server_time: LATER }, CURRENT_KEY),
    ).toBe(false);
  });
});

describe('an optimistic update', () => {
  const running = timerJson({ version: 2 });

  it('yields to the server’s response', () => {
    updates.apply(running, NOON);
    updates.apply(optimistic(running, 'pause', Date.parse(NOON)));
    expect(current()?.timer).toBeNull();
    const response = { ...running, version: 3, status: 'paused' as const };
    updates.apply(response, LATER);
    expect(current()?.paused).toEqual([response]);
  });

  it('is rolled back when the server rejects', () => {
    updates.apply(running, NOON);
    const paused = optimistic(running, 'pause', Date.parse(NOON));
    updates.apply(paused);
    updates.rollBack(paused, running);
    expect(current()).toMatchObject({ timer: running, paused: [], elsewhere: null, questions: [] });
  });

  it('is not rolled back when the server has a newer state', () => {
    updates.apply(running, NOON);
    const paused = optimistic(running, 'pause', Date.parse(NOON));
    updates.apply(paused);
    updates.apply({ ...running, version: 3, status: 'stopped' }, LATER);
    updates.rollBack(paused, running);
    expect(current()).toMatchObject({ timer: null, paused: [], elsewhere: null, questions: [] });
  });

  it('of a start is removed without a trace', () => {
    const draft = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };
    const started = optimisticStart(draft, { id: 'p', userId: 'u', serverNow: Date.parse(NOON) });
    updates.apply(started);
    expect(current()?.timer).toEqual(started);
    updates.rollBack(started, null);
    expect(current()?.timer).toBeNull();
  });
});

describe('a response to an earlier request', () => {
  it('does not replace what a later event said', () => {
    updates.apply(timerJson(), LATER);
    const stale = { timer: null, paused: [], elsewhere: null, questions: [], server_time: NOON };
    expect(updates.latest(CURRENT_KEY, stale)).toBe(current());
  });

  it('does not replace an optimistic update while the action is in flight', async () => {
    const mutation = Promise.withResolvers<void>();
    const request = client
      .getMutationCache()
      .build(client, { mutationKey: TIMERS_KEY, mutationFn: () => mutation.promise })
      .execute(undefined);
    const response = { timer: null, paused: [], elsewhere: null, questions: [], server_time: LATER };
    expect(updates.latest(CURRENT_KEY, response)).toBe(current());
    mutation.resolve();
    await request;
    expect(updates.latest(CURRENT_KEY, response)).toBe(response);
  });
});
