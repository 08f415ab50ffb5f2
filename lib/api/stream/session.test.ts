import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StreamSession, type Transport } from '#/lib/api/stream/session.ts';
import type { Actor } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import { START } from '#/lib/feed/cursor/position.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { ShutdownSignal } from '#/lib/feed/hub/shutdown-signal.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const PING_MS = 15_000;
const MB = 1024 * 1024;
const actor = { userId: 'maya', workspaceId: 'acme', scopes: new Set() } as unknown as Actor;

/** A transport whose client reads on demand. */
class HandTransport implements Transport {
  readonly written: string[] = [];
  readonly ends: string[] = [];
  readonly #unread: { bytes: number; read: () => void }[] = [];
  isOpen = true;

  get waitingBytes(): number {
    return this.#unread.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  format({ type, cursor = '' }: { type: string; cursor?: string | undefined }): string {
    return `${type} ${cursor}`.trim();
  }

  write(text: string): Promise<void> {
    this.written.push(text);
    return new Promise((read) => this.#unread.push({ bytes: text.length, read }));
  }

  ping(send: () => Promise<void>): void {
    void send();
  }

  end(why: string): void {
    this.#over(why);
  }

  cut(): void {
    this.#over('cut');
  }

  read(): void {
    for (const { read } of this.#unread.splice(0)) read();
  }

  #over(how: string): void {
    this.isOpen = false;
    this.ends.push(how);
  }
}

let transport: HandTransport;
let shutdown: ShutdownSignal;
let isUpToDate: boolean;
let session: StreamSession;

function opened(): StreamSession {
  const hub = { position: START, shutdown } as unknown as FeedHub;
  const created = new StreamSession({ hub, clock: new SettableClock(), db: {} as Db }, transport, () => isUpToDate);
  created.start();
  return created;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  transport = new HandTransport();
  shutdown = new ShutdownSignal();
  isUpToDate = true;
  session = opened();
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
});

const aPing = () => vi.advanceTimersByTimeAsync(PING_MS);

describe('a ping', () => {
  test('has a cursor once everything before it was sent', async () => {
    isUpToDate = false;
    await aPing();
    transport.read();
    isUpToDate = true;
    await aPing();
    expect(transport.written).toEqual(['ping', expect.stringMatching(/^ping \S+$/)]);
  });

  test('ends the connection of a caller who lost access', async () => {
    session.watch(actor, () => Promise.reject(new AppError('api_key_invalid')));
    await aPing();
    expect([transport.ends, transport.written]).toEqual([['credential'], []]);
  });

  test('detects a client that reads nothing until the next ping', async () => {
    void session.send('unread');
    await aPing();
    expect(transport.ends).toEqual([]);
    await aPing();
    expect([transport.ends, transport.written.length]).toEqual([['cut'], 2]);
  });

  test('is followed by more pings while the client reads something', async () => {
    for (let count = 0; count < 3; count += 1) {
      await aPing();
      transport.read();
      await Promise.resolve();
    }
    expect([transport.ends, transport.written.length]).toEqual([[], 3]);
  });
});

describe('the buffer of waiting messages', () => {
  test('holds 4 MB at most', async () => {
    for (let count = 0; count < 4; count += 1) void session.send('x'.repeat(MB));
    expect(transport.ends).toEqual([]);
    await session.send('x');
    expect([transport.ends, transport.written.length]).toEqual([['cut'], 4]);
  });

  test('holds 4 MB at most while the caller is checked', async () => {
    session.watch(actor, () => new Promise(() => {}));
    void session.recheck();
    for (let count = 0; count < 4; count += 1) void session.send('x'.repeat(MB));
    expect(transport.ends).toEqual([]);
    void session.send('x');
    expect([transport.ends, transport.written]).toEqual([['cut'], []]);
  });

  test('is sent in order after the check, and is empty once it is read', async () => {
    const checked = Promise.withResolvers<Actor>();
    session.watch(actor, () => checked.promise);
    const check = session.recheck();
    for (const letter of 'abcd') void session.send(letter.repeat(MB));
    expect(transport.written).toEqual([]);
    checked.resolve(actor);
    await check;
    expect(transport.written.map(([first]) => first)).toEqual(['a', 'b', 'c', 'd']);
    transport.read();
    for (let count = 0; count < 4; count += 1) void session.send('x'.repeat(MB));
    expect([transport.ends, transport.written.length]).toEqual([[], 8]);
  });

  test('is never sent to a caller who lost access', async () => {
    const checked = Promise.withResolvers<Actor>();
    session.watch(actor, () => checked.promise);
    const check = session.recheck();
    const sent = session.send('secret');
    checked.reject(new AppError('api_key_invalid'));
    await Promise.all([check, sent]);
    expect([transport.ends, transport.written]).toEqual([['credential'], []]);
  });
});

test('a caller that was not accepted is not checked again', async () => {
  session.watch(actor, () => Promise.reject(new AppError('api_key_invalid')));
  session.unwatch();
  await aPing();
  expect([transport.ends, transport.written.length]).toEqual([[], 1]);
});

describe('a shutdown', () => {
  test('ends the connection', () => {
    shutdown.announce();
    expect(transport.ends).toEqual(['shutdown']);
  });

  test('does nothing to one that has ended', () => {
    session.stop();
    shutdown.announce();
    expect(transport.ends).toEqual([]);
  });

  test('ends one that is opened later at once', () => {
    session.stop();
    shutdown.announce();
    session = opened();
    expect(transport.ends).toEqual(['shutdown']);
  });
});
