import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionKind } from '#/lib/client/live/connection.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

let fetchLate: typeof import('#/lib/client/offline/preload-module.ts').preloadModule;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const page = Object.assign(new EventTarget(), { readyState: 'complete' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', page);
  ({ preloadModule: fetchLate } = await import('#/lib/client/offline/preload-module.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A connection to the server; `turn` changes its state, a moment later. */
function aLine() {
  let kind: ConnectionKind = 'synced';
  const listeners = new Set<() => void>();
  return {
    current: () => ({ kind, since: 0, confirmedAt: 0 }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn: async (next: ConnectionKind) => {
      kind = next;
      for (const listener of listeners) listener();
      await seconds(0.1);
    },
    listeners,
  };
}

it('code that could not be loaded is loaded when the server responds again, and never once it is there', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('bar');
  const [line, onLoaded] = [aLine(), vi.fn()];
  fetchLate(new LazyModule(load), line, onLoaded);
  await seconds(0.1);
  await line.turn('offline');
  await line.turn('checking');
  expect(load).toHaveBeenCalledOnce();
  expect(onLoaded).not.toHaveBeenCalled();
  await line.turn('synced');
  expect(onLoaded).toHaveBeenCalledExactlyOnceWith('bar');
  await line.turn('offline');
  await line.turn('synced');
  expect(load).toHaveBeenCalledTimes(2);
  expect(line.listeners.size).toBe(0);
});

it('one that hangs does not block the others, and is loaded later', async () => {
  const response = Promise.withResolvers<string>();
  const [line, hanging, other] = [aLine(), vi.fn(), vi.fn()];
  fetchLate(new LazyModule(() => response.promise), line, hanging);
  fetchLate(new LazyModule(async () => 'care'), line, other);
  await seconds(2.9);
  expect(other).not.toHaveBeenCalled();
  await seconds(0.2);
  expect(other).toHaveBeenCalledExactlyOnceWith('care');
  response.resolve('bar');
  await seconds(0.1);
  expect(hanging).toHaveBeenCalledExactlyOnceWith('bar');
});

it('unwanted code is not loaded', async () => {
  const load = vi.fn(async () => 'bar');
  const line = aLine();
  fetchLate(new LazyModule(load), line)();
  await seconds(0.1);
  await line.turn('synced');
  expect(load).not.toHaveBeenCalled();
  expect(line.listeners.size).toBe(0);
});

it('code without a listener is loaded all the same', async () => {
  const load = vi.fn(async () => 'keeper');
  const keeper = new LazyModule(load);
  fetchLate(keeper, aLine());
  await seconds(0.1);
  expect(keeper.loaded()).toBe('keeper');
});
