import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { Connection } from '#/lib/client/live/connection.ts';
import { sendHeartbeats } from '#/lib/client/live/heartbeats.ts';
import { LastActivity } from '#/lib/client/live/last-activity.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';

const SLEPT_MS = 8 * 3_600_000;

/** Tabs of one browser receive each other's messages, but, as in a browser, not their own. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    Channel.open.delete(this);
  }
}

class Page extends EventTarget {
  visibilityState = 'visible';
  emit(type: string) {
    this.dispatchEvent(new Event(type));
  }
}

let page: Page;
let frame: Page;
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  [page, frame] = [new Page(), new Page()];
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', frame);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', Channel);
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab() {
  const device = { asleepMs: 0 };
  const clock = new ServerClock({ wall: () => Date.now() + device.asleepMs, monotonic: () => performance.now() });
  const connection = new Connection({
    monotonic: () => performance.now(),
    serverNow: () => clock.now(),
    confirmedAt: clock.now(),
  });
  const send = vi.fn(async (_path: string, _ask: { body: { idle_ms: number } }) => ({ heartbeat: { asked: false } }));
  const onAsked = vi.fn();
  const touch = new LastActivity(clock, clock.now());
  const run = () => sendHeartbeats({ http: { send } as never, clock, connection, touch, onAsked });
  const end = run();
  ends.push(touch.listen(), end);
  const idleMs = () => send.mock.calls.at(-1)?.[1].body.idle_ms;
  return { device, clock, connection, send, onAsked, run, end, idleMs };
}

it('sends a heartbeat at once and then once a minute, with the time since the last activity', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).toHaveBeenCalledTimes(1);
  expect(tab.idleMs()).toBe(0);
  await vi.advanceTimersByTimeAsync(20_000);
  frame.emit('keydown');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(tab.send).toHaveBeenCalledTimes(2);
  expect(tab.idleMs()).toBe(40_000);
});

it('continues while the page is hidden, and ends with the timer', async () => {
  const tab = openTab();
  page.visibilityState = 'hidden';
  page.emit('visibilitychange');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(tab.send).toHaveBeenCalledTimes(4);
  tab.end();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(tab.send).toHaveBeenCalledTimes(4);
});

it('one tab sends for all, and another one takes over when it falls silent', async () => {
  const first = openTab();
  await vi.advanceTimersByTimeAsync(3_000);
  const second = openTab();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  // Each once as it opens.
  expect(first.send).toHaveBeenCalledTimes(1);
  expect(second.send).toHaveBeenCalledTimes(6);
  second.end();
  await vi.advanceTimersByTimeAsync(2 * 60_000 + 10_000);
  expect(first.send).toHaveBeenCalledTimes(3);
});

it('activity in any tab counts', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(50_000);
  new Channel().postMessage('touch');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tab.idleMs()).toBe(10_000);
});

it('sends at once when the machine wakes up, with the sleep as idle time', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(30_000);
  tab.send.mockResolvedValueOnce({ heartbeat: { asked: true } });
  tab.device.asleepMs = SLEPT_MS;
  tab.clock.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).toHaveBeenCalledTimes(2);
  expect(tab.idleMs()).toBe(SLEPT_MS + 30_000);
  expect(tab.onAsked).toHaveBeenCalledTimes(1);
});

it('is silent without a connection, and sends as soon as the server is reachable again', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  tab.connection.setOnline(false);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(tab.send).toHaveBeenCalledTimes(1);
  tab.connection.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).toHaveBeenCalledTimes(2);
});

it('a heartbeat without a response is repeated when there is one; a rejected one is not', async () => {
  const tab = openTab();
  const comeBack = async () => {
    tab.connection.setOnline(false);
    tab.connection.setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
  };
  await vi.advanceTimersByTimeAsync(0);
  tab.send.mockRejectedValueOnce(new NoResponse('away'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.send).toHaveBeenCalledTimes(2);
  await comeBack();
  expect(tab.send).toHaveBeenCalledTimes(3);
  tab.send.mockRejectedValueOnce(new Error('refused'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.send).toHaveBeenCalledTimes(4);
  await comeBack();
  expect(tab.send).toHaveBeenCalledTimes(4);
});

it('a heartbeat sent before the machine slept is followed by one that reports the return', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  let arrive: ((response: { heartbeat: { asked: boolean } }) => void) | undefined;
  tab.send.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(60_000);
  page.emit('resume');
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).toHaveBeenCalledTimes(2);
  arrive?.({ heartbeat: { asked: false } });
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).toHaveBeenCalledTimes(3);
});

it('a timer that begins to run, from elsewhere or by itself, is not activity', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(20_000);
  frame.emit('pointerdown');
  tab.end();
  await vi.advanceTimersByTimeAsync(40 * 60_000);
  ends.push(tab.run());
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.idleMs()).toBe(40 * 60_000);
});

it('activity between two timers counts, in this tab or another', async () => {
  const tab = openTab();
  tab.end();
  await vi.advanceTimersByTimeAsync(30_000);
  new Channel().postMessage('touch');
  await vi.advanceTimersByTimeAsync(60_000);
  ends.push(tab.run());
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.idleMs()).toBe(60_000);
});

it('continues when the browser rejects the lock once', async () => {
  const request = vi.fn(async (_name: string, work: () => unknown) => work());
  request.mockRejectedValueOnce(new DOMException('The document is not fully active.', 'InvalidStateError'));
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.send).toHaveBeenCalledTimes(1);
});
