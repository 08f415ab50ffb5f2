import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LazyOfflineQueue } from '#/lib/client/offline/lazy-offline-queue.ts';
import { clearOfflineQueue, OfflineQueue, type QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';

const NAME = 'queued_actions:maya:acme';
const OLD_NAME = 'late_presses:maya:acme';

/** Like a browser's: the stored items are its keys. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

const action = (key: string) => ({ key, kind: 'stop', target: { id: key, version: 3 } }) as QueuedAction;
const question = (key: string) => ({ ...action(key), why: 'Too late.', proposal: null, current: null });
const storeOld = (...keys: string[]) => {
  const made = { shown: { id: 'real', version: 4 } };
  localStorage.setItem(OLD_NAME, JSON.stringify({ waiting: keys.map(action), asked: [question('asked')], made }));
};
const keysOf = (actions: readonly QueuedAction[]) => actions.map(({ key }) => key);

let locked: string[];
beforeEach(() => {
  locked = [];
  const request = (name: string, work: () => unknown) => {
    locked.push(name);
    return work();
  };
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { locks: { request } });
});

describe('a queue stored by a tab of an older version', () => {
  it('is read with its actions, its failed actions and its timers', () => {
    storeOld('first', 'second');
    const { waiting, failed, timers } = new OfflineQueue({ name: NAME }).read();
    expect(keysOf(waiting)).toEqual(['first', 'second']);
    expect(failed).toEqual([question('asked')]);
    expect(timers).toEqual({ shown: { id: 'real', version: 4 } });
  });

  it('is read with the proposals of a server before 1.0 under their current names', () => {
    const seen = { timer_id: 'real', version: 4 };
    const asked = { ...question('asked'), proposal: { kind: 'press', press: 'stop', ...seen } };
    localStorage.setItem(OLD_NAME, JSON.stringify({ asked: [asked] }));
    localStorage.setItem(NAME, JSON.stringify({ failed: [asked] }));
    const { failed } = new OfflineQueue({ name: NAME }).read();
    const current = { ...asked, proposal: { kind: 'action', action: 'stop', ...seen } };
    expect(failed).toEqual([current, current]);
  });

  it('is moved once by the next change, under the locks of both versions', async () => {
    storeOld('first');
    const queue = new OfflineQueue({ name: NAME });
    await queue.change((all) => ({ ...all, waiting: [...all.waiting, action('second')] }));
    expect(localStorage.getItem(OLD_NAME)).toBeNull();
    expect(Object.keys(JSON.parse(localStorage.getItem(NAME) ?? '{}'))).toEqual(['waiting', 'failed', 'timers']);
    expect(keysOf(new OfflineQueue({ name: NAME }).read().waiting)).toEqual(['first', 'second']);
    expect(keysOf(queue.read().failed)).toEqual(['asked']);
    expect(locked).toEqual([`${NAME}:change`, `${OLD_NAME}:change`]);
  });

  it('is read again when the older tab stores another action after the move, which goes last', async () => {
    storeOld('first');
    const queue = new OfflineQueue({ name: NAME });
    await queue.change((all) => ({ ...all, failed: [] }));
    localStorage.setItem(OLD_NAME, JSON.stringify({ waiting: [action('second')], asked: [], made: {} }));
    expect(keysOf(queue.read().waiting)).toEqual(['first', 'second']);
    expect(queue.read()).toBe(queue.read());
    await queue.change((all) => ({ ...all, waiting: all.waiting.slice(1) }));
    expect(keysOf(queue.read().waiting)).toEqual(['second']);
    await queue.change((all) => ({ ...all, waiting: [] }));
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('makes later actions wait behind it before the code that moves it is loaded', () => {
    storeOld('first');
    const connection = { current: () => ({ kind: 'synced' }) } as never;
    const clock = new ServerClock({ wall: () => 0, monotonic: () => 0 });
    const queue = new LazyOfflineQueue({ clock, connection, userId: 'maya', workspaceId: 'acme' });
    expect(queue.isNeeded()).toBe(true);
    expect(queue.isQueued('first')).toBe(true);
    expect(queue.isQueued('second')).toBe(false);
  });

  it('is ignored if it can’t be read', () => {
    for (const text of ['{', '7', 'null', '{}']) {
      localStorage.setItem(OLD_NAME, text);
      expect(new OfflineQueue({ name: NAME }).read()).toEqual({ waiting: [], failed: [], timers: {} });
    }
  });

  it('is cleared at sign-out', () => {
    storeOld('first');
    localStorage.setItem('other', '1');
    clearOfflineQueue();
    expect(Object.keys(localStorage)).toEqual(['other']);
  });
});
