import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '#/lib/client/live/connection.ts';
import type { StreamListener } from '#/lib/client/live/event-stream.ts';
import { LiveSync } from '#/lib/client/live/live-sync.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';

class Page extends EventTarget {
  visibilityState = 'visible';
  emit(type: string) {
    this.dispatchEvent(new Event(type));
  }
}

let page: Page;
let frame: Page;
let network: { onLine: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  frame = new Page();
  network = { onLine: true };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', frame);
  vi.stubGlobal('navigator', network);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setUp() {
  const device = { asleepMs: 0 };
  const clock = new ServerClock({ wall: () => Date.now() + device.asleepMs, monotonic: () => performance.now() });
  const connection = new Connection({ monotonic: () => performance.now(), serverNow: () => clock.now() });
  const streams: (StreamListener & { close: () => void })[] = [];
  const askTime = vi.fn(async () => {});
  const refresh = vi.fn();
  const onAlarms = vi.fn();
  const liveSync = new LiveSync({
    clock,
    connection,
    openStream: (listener) => {
      const stream = { ...listener, close: vi.fn() };
      streams.push(stream);
      return stream;
    },
    getTime: askTime,
    refresh,
    onTimer: () => {},
    onElsewhere: vi.fn(),
    onAlarms,
    onNotification: () => {},
    onMembers: () => {},
    onEvents: () => {},
    onWork: () => {},
  });
  liveSync.start();
  return {
    liveSync,
    clock,
    device,
    connection,
    streams,
    askTime,
    refresh,
    onAlarms,
    stream: () => streams.at(-1) as StreamListener,
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a page that keeps in sync', () => {
  it('measures the clock three times, and requests what happened while the stream was opened', async () => {
    const { askTime, refresh, stream } = setUp();
    await settle();
    expect(askTime).toHaveBeenCalledTimes(3);
    expect(refresh).not.toHaveBeenCalled();
    stream().onAlive();
    stream().onAlive();
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('does not poll while the stream lives', async () => {
    const { refresh, stream } = setUp();
    for (let i = 0; i < 20; i++) {
      stream().onAlive();
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('reports changed alarms, and whether such updates are streamed', async () => {
    const { liveSync, onAlarms, stream } = setUp();
    expect(liveSync.isStreaming()).toBe(false);
    stream().onAlive();
    stream().onAlarms();
    expect(onAlarms).toHaveBeenCalledOnce();
    expect(liveSync.isStreaming()).toBe(true);
    stream().onDead();
    expect(liveSync.isStreaming()).toBe(false);
  });

  it('sends a request at once when the stream dies, then polls every 25 s', async () => {
    const { refresh, stream } = setUp();
    stream().onAlive();
    stream().onDead();
    await settle();
    expect(refresh).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(refresh).toHaveBeenCalledTimes(4);
  });

  it('reopens the stream with growing delays', async () => {
    const { streams, stream } = setUp();
    for (const [wait, opened] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      stream().onDead();
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(streams).toHaveLength(opened - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams).toHaveLength(opened);
    }
  });

  it('retries when the server does not respond, reports when, and can retry now', async () => {
    const { liveSync, askTime, refresh } = setUp();
    await settle();
    askTime.mockRejectedValue(new Error('away'));
    await liveSync.check();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(liveSync.retry.current()).toEqual({ nextAttemptAt: performance.now() + 2_000 });
    askTime.mockResolvedValue();
    await liveSync.check();
    expect(liveSync.retry.current()).toBeNull();
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('sends a request by itself when another one got no response, even if the stream is alive', async () => {
    const { connection, stream, askTime, refresh } = setUp();
    stream().onAlive();
    await settle();
    askTime.mockClear();
    refresh.mockClear();
    connection.sent();
    connection.failed();
    await vi.advanceTimersByTimeAsync(1_001);
    expect(connection.current().kind).toBe('checking');
    expect(askTime).toHaveBeenCalledOnce();
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('refreshes when the network is back', async () => {
    const { connection, refresh } = setUp();
    await settle();
    connection.alive();
    network.onLine = false;
    frame.emit('offline');
    expect(connection.current().kind).toBe('offline');
    network.onLine = true;
    frame.emit('online');
    await settle();
    expect(connection.current().kind).toBe('synced');
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('closes its stream after a minute in the background, and refreshes when it is visible again', async () => {
    const { streams, stream, refresh } = setUp();
    stream().onAlive();
    page.visibilityState = 'hidden';
    page.emit('visibilitychange');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams[0]?.close).toHaveBeenCalled();
    const polled = refresh.mock.calls.length;
    page.visibilityState = 'visible';
    page.emit('visibilitychange');
    await settle();
    expect(streams).toHaveLength(2);
    expect(refresh.mock.calls.length).toBeGreaterThan(polled);
  });

  it('measures, refreshes and reconnects after the machine slept', async () => {
    const { clock, device, streams, stream, askTime, refresh } = setUp();
    stream().onAlive();
    await settle();
    askTime.mockClear();
    refresh.mockClear();
    device.asleepMs = 7 * 3_600_000;
    clock.now();
    await settle();
    expect(streams).toHaveLength(2);
    expect(askTime).toHaveBeenCalledTimes(3);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('can be stopped and started twice, and is silent afterwards', async () => {
    const { liveSync, streams, askTime } = setUp();
    await settle();
    liveSync.stop();
    liveSync.stop();
    askTime.mockClear();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(askTime).not.toHaveBeenCalled();
    liveSync.start();
    liveSync.start();
    expect(streams).toHaveLength(2);
  });
});
