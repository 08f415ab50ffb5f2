import { expect, test, vi } from 'vitest';
import { Store } from '#/lib/core/store.ts';

test('a subscriber is notified of each change, and reads the new value', () => {
  const store = new Store('one');
  const read: string[] = [];
  store.subscribe(() => read.push(store.current()));
  store.set('two');
  store.set('two');
  expect(read).toEqual(['two', 'two']);
});

test('an unsubscribed listener is not notified, even if another listener just unsubscribed it', () => {
  const store = new Store(1);
  const listener = vi.fn();
  store.subscribe(() => end());
  const end = store.subscribe(listener);
  store.set(2);
  expect(listener).not.toHaveBeenCalled();
});

test('current and subscribe can be passed on separately, as to useSyncExternalStore', () => {
  const { current, subscribe, ...store } = Object.assign(new Store(1), {});
  expect(store).toEqual({});
  subscribe(() => {});
  expect(current()).toBe(1);
});
