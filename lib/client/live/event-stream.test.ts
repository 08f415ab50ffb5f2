import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream } from '#/lib/client/live/event-stream.ts';

class FakeSource extends EventTarget {
  static last: FakeSource;
  isClosed = false;
  constructor() {
    super();
    FakeSource.last = this;
  }
  close() {
    this.isClosed = true;
  }
  emit(type: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

describe('the event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function open() {
    const listener = {
      onAlive: vi.fn(),
      onTimer: vi.fn(),
      onElsewhere: vi.fn(),
      onAlarms: vi.fn(),
      onMembers: vi.fn(),
      onEvents: vi.fn(),
      onWork: vi.fn(),
      onNotification: vi.fn(),
      onDead: vi.fn(),
    };
    const stream = openEventStream(listener);
    return { stream, listener, source: FakeSource.last };
  }

  it('delivers changes of timers', () => {
    const { listener, source } = open();
    source.emit('timer', { type: 'timer.started', request_id: 'r' });
    expect(listener.onTimer).toHaveBeenCalledWith({ type: 'timer.started', request_id: 'r' });
  });

  it('reports changed alarms', () => {
    const { listener, source } = open();
    source.emit('alarms', { server_time: '2026-11-19T13:30:00.000Z' });
    expect(listener.onAlarms).toHaveBeenCalledOnce();
    expect(listener.onAlive).toHaveBeenCalledOnce();
  });

  it.each(['ticket', 'project'])('reports a changed %s', (noun) => {
    const { listener, source } = open();
    source.emit(noun, { server_time: '2026-11-19T13:30:00.000Z' });
    expect(listener.onWork).toHaveBeenCalledOnce();
    expect(listener.onAlive).toHaveBeenCalledOnce();
  });

  it('reports that an import has changed timers and their subjects', () => {
    const { listener, source } = open();
    source.emit('import', { type: 'import.applied' });
    expect(listener.onElsewhere).toHaveBeenCalledOnce();
    expect(listener.onWork).toHaveBeenCalledOnce();
    expect(listener.onAlive).toHaveBeenCalledOnce();
  });

  it('is alive as long as messages arrive', () => {
    const { listener, source } = open();
    source.emit('hello');
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(15_000);
      source.emit('ping');
    }
    expect(listener.onAlive).toHaveBeenCalledTimes(11);
    expect(listener.onDead).not.toHaveBeenCalled();
  });

  it('is dead after 35 s of silence, though the socket is open', () => {
    const { listener, source } = open();
    source.emit('hello');
    vi.advanceTimersByTime(35_000);
    expect(listener.onDead).toHaveBeenCalledOnce();
    expect(source.isClosed).toBe(true);
  });

  it('is dead with the first error', () => {
    const { listener, source } = open();
    source.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(60_000);
    expect(listener.onDead).toHaveBeenCalledOnce();
  });

  it('is silent after it was closed', () => {
    const { stream, listener, source } = open();
    stream.close();
    vi.advanceTimersByTime(60_000);
    expect(source.isClosed).toBe(true);
    expect(listener.onDead).not.toHaveBeenCalled();
  });
});
