import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { TICKETS_KEY } from '#/lib/client/cache-keys.ts';
import { optimistic, optimisticStart } from '#/lib/client/optimistic-timer.ts';
import { CURRENT_KEY, TIMERS_KEY, WEEKS_KEY } from '#/lib/client/timer-keys.ts';
import { TimerUpdates } from '#/lib/client/timer-updates.ts';
import type { CurrentTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOON = '2026-11-19T12:00:00.000Z';
const LATER = '2026-11-19T12:00:05.000Z';

let client: QueryClient;
let news: TimerUpdates;
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
  news = new TimerUpdates(client);
});

describe('news of a timer', () => {
  const running = timerJson({ version: 2 });

  it('shows at once, and is no news the second time', () => {
    expect(news.tell(running, NOON)).toBe(true);
    expect(current()?.timer).toEqual(running);
    expect(news.tell(running, NOON)).toBe(false);
  });

  it('that is older than what is shown changes nothing, also when a page load brought that', () => {
    client.setQueryData<CurrentTimerJson>(CURRENT_KEY, {
      timer: running,
      paused: [],
      elsewhere: null,
      questions: [],
      server_time: NOON,
    });
    expect(news.tell({ ...running, version: 1, status: 'paused' }, NOON)).toBe(false);
    expect(current()?.timer).toEqual(running);
  });

  it('does not bring back a timer that has been stopped', () => {
    news.tell(running, NOON);
    news.tell({ ...running, version: 4, status: 'stopped' }, LATER);
    news.tell({ ...running, version: 3, status: 'paused' }, LATER);
    expect(current()).toMatchObject({ timer: null, paused: [], elsewhere: null, questions: [] });
  });
});

describe('a page that the server made', () => {
  const bring = async (data: unknown, queryKey: readonly unknown[]) => {
    const server = new QueryClient();
    server.setQueryData(queryKey, data, { updatedAt: Date.now() + 1_000 });
    hydrate(client, dehydrate(server));
    await Promise.resolve();
    return client.getQueryState(queryKey)?.isInvalidated;
  };
  const list = (server_time: string) => ({ timers: [], server_time });
  const week = [...WEEKS_KEY, '2026-11-16'];

  it('before the latest news is asked for again, though it came after them', async () => {
    news.tell(timerJson({ version: 2 }), LATER);
    expect(await bring(list(NOON), week)).toBe(true);
    expect(await bring({ pages: [list(NOON)] }, TICKETS_KEY)).toBe(true);
    expect(
      await bring({ timer: null, paused: [], elsewhere: null, questions: [], server_time: NOON }, CURRENT_KEY),
    ).toBe(true);
  });

  it('while a change was on its way is asked for again, though the change says that it came first', async () => {
    news = new TimerUpdates(client, () => Date.parse(LATER) + 1);
    news.tell(timerJson({ version: 2 }), NOON);
    await news.refresh();
    expect(await bring(list(LATER), week)).toBe(true);
  });

  it('after them is as it says', async () => {
    news.tell(timerJson({ version: 2 }), NOON);
    expect(await bring(list(NOON), week)).toBe(false);
    expect(await bring(list(LATER), TICKETS_KEY)).toBe(false);
    expect(
      await bring({ timer: null, paused: [], elsewhere: null, questions: [], server_time: LATER }, CURRENT_KEY),
    ).toBe(false);
  });
});

describe('a forecast', () => {
  const running = timerJson({ version: 2 });

  it("gives way to the server's answer", () => {
    news.tell(running, NOON);
    news.tell(optimistic(running, 'pause', Date.parse(NOON)));
    expect(current()?.timer).toBeNull();
    const answer = { ...running, version: 3, status: 'paused' as const };
    news.tell(answer, LATER);
    expect(current()?.paused).toEqual([answer]);
  });

  it('is taken back when the server refuses', () => {
    news.tell(running, NOON);
    const paused = optimistic(running, 'pause', Date.parse(NOON));
    news.tell(paused);
    news.takeBack(paused, running);
    expect(current()).toMatchObject({ timer: running, paused: [], elsewhere: null, questions: [] });
  });

  it('is not taken back when the server has moved on', () => {
    news.tell(running, NOON);
    const paused = optimistic(running, 'pause', Date.parse(NOON));
    news.tell(paused);
    news.tell({ ...running, version: 3, status: 'stopped' }, LATER);
    news.takeBack(paused, running);
    expect(current()).toMatchObject({ timer: null, paused: [], elsewhere: null, questions: [] });
  });

  it('of a start goes without a trace', () => {
    const wish = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };
    const started = optimisticStart(wish, { id: 'p', userId: 'u', serverNow: Date.parse(NOON) });
    news.tell(started);
    expect(current()?.timer).toEqual(started);
    news.takeBack(started, null);
    expect(current()?.timer).toBeNull();
  });
});

describe('an answer to an earlier question', () => {
  it('does not replace what a later event said', () => {
    news.tell(timerJson(), LATER);
    const stale = { timer: null, paused: [], elsewhere: null, questions: [], server_time: NOON };
    expect(news.latest(CURRENT_KEY, stale)).toBe(current());
  });

  it('does not replace a forecast while the press is under way', async () => {
    const answered = Promise.withResolvers<void>();
    const press = client
      .getMutationCache()
      .build(client, { mutationKey: TIMERS_KEY, mutationFn: () => answered.promise })
      .execute(undefined);
    const answer = { timer: null, paused: [], elsewhere: null, questions: [], server_time: LATER };
    expect(news.latest(CURRENT_KEY, answer)).toBe(current());
    answered.resolve();
    await press;
    expect(news.latest(CURRENT_KEY, answer)).toBe(answer);
  });
});
