import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, connectionKind } from '#/lib/client/live/connection.ts';

describe('the kind of connection', () => {
  it.each([
    [true, true, null, 'synced'],
    [true, true, 999, 'synced'],
    [true, true, 1_000, 'checking'],
    [true, true, 4_999, 'checking'],
    [true, true, 5_000, 'offline'],
    [true, false, null, 'checking'],
    [true, false, 5_000, 'offline'],
    [false, true, null, 'offline'],
  ] as const)(
    'online %s, ever got a response %s, waiting for one for %s ms: %s',
    (isOnline, isKnown, silenceMs, kind) => {
      expect(connectionKind({ isOnline, isKnown, silenceMs })).toBe(kind);
    },
  );
});

describe('a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function connect() {
    const started = Date.now();
    const connection = new Connection({
      monotonic: () => Date.now() - started,
      serverNow: () => Date.now(),
      confirmedAt: started,
    });
    const kinds: string[] = [];
    connection.subscribe(() => kinds.push(connection.current().kind));
    return { connection, kinds };
  }

  it('stays online when the response comes at once', () => {
    const { connection, kinds } = connect();
    connection.sent();
    vi.advanceTimersByTime(200);
    connection.received();
    vi.advanceTimersByTime(60_000);
    expect(kinds).toEqual([]);
  });

  it('does not blame the server for a response that is no longer awaited', () => {
    const { connection, kinds } = connect();
    connection.sent();
    connection.aborted();
    vi.advanceTimersByTime(60_000);
    expect(kinds).toEqual([]);
  });

  it('stays offline after a failure until there is a sign of life', () => {
    const { connection, kinds } = connect();
    for (let i = 0; i < 2; i++) {
      connection.sent();
      connection.failed();
    }
    connection.sent();
    connection.aborted();
    vi.advanceTimersByTime(10_000);
    expect(kinds).toEqual(['checking', 'offline']);
    connection.alive();
    expect(kinds).toEqual(['checking', 'offline', 'synced']);
  });

  it('sends a request after one failure, and is offline when that fails too', () => {
    const { connection, kinds } = connect();
    connection.sent();
    connection.failed();
    vi.advanceTimersByTime(60_000);
    expect(kinds).toEqual(['checking']);
    connection.sent();
    connection.failed();
    vi.advanceTimersByTime(5_000);
    expect(kinds).toEqual(['checking', 'offline']);
  });

  it('is in sync again when the request after one failure gets a response', () => {
    const { connection, kinds } = connect();
    connection.sent();
    connection.failed();
    vi.advanceTimersByTime(60_000);
    connection.sent();
    connection.received();
    vi.advanceTimersByTime(60_000);
    expect(kinds).toEqual(['checking', 'synced']);
  });

  it('ignores one slow response among fast ones', () => {
    const { connection, kinds } = connect();
    connection.sent();
    for (let second = 0; second < 9; second++) {
      vi.advanceTimersByTime(900);
      connection.sent();
      connection.received();
    }
    expect(kinds).toEqual([]);
  });

  it('goes from waiting to offline while the server does not respond, and back with the first response', () => {
    const { connection, kinds } = connect();
    connection.sent();
    vi.advanceTimersByTime(3_000);
    connection.sent();
    vi.advanceTimersByTime(3_000);
    expect(kinds).toEqual(['checking', 'offline']);
    connection.received();
    expect(kinds).toEqual(['checking', 'offline', 'synced']);
  });

  it('records since when it is offline, and when the server last responded', () => {
    const { connection } = connect();
    const signalAt = Date.now();
    connection.alive();
    vi.advanceTimersByTime(10_000);
    connection.setOnline(false);
    expect(connection.current()).toEqual({ kind: 'offline', since: signalAt + 10_000, confirmedAt: signalAt });
  });

  it('waits for a response after the network came back', () => {
    const { connection, kinds } = connect();
    connection.setOnline(false);
    connection.sent();
    vi.advanceTimersByTime(8_000);
    connection.setOnline(true);
    expect(connection.current().kind).toBe('offline');
    connection.received();
    expect(kinds).toEqual(['offline', 'synced']);
  });
});
