import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let page: EventTarget & { readyState: string };
let turns: typeof import('#/lib/client/page/idle-queue.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = Object.assign(new EventTarget(), { readyState: 'complete' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', page);
  turns = await import('#/lib/client/page/idle-queue.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

describe('background work', () => {
  it('runs once the page has been at rest for four seconds', async () => {
    const run = vi.fn();
    turns.whenIdle.add(run);
    await seconds(3.9);
    expect(run).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(run).toHaveBeenCalledOnce();
  });

  it('waits for the load of the page', async () => {
    page.readyState = 'interactive';
    const run = vi.fn();
    turns.whenIdle.add(run);
    await seconds(3);
    page.dispatchEvent(new Event('load'));
    await seconds(3.9);
    expect(run).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(run).toHaveBeenCalledOnce();
  });

  it('lets actions go first, but not forever', async () => {
    const run = vi.fn();
    turns.whenIdle.add(run);
    for (let n = 0; n < 5; n += 1) {
      await seconds(2);
      page.dispatchEvent(new Event('keydown'));
    }
    expect(run).not.toHaveBeenCalled();
    await seconds(1.9);
    expect(run).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs one task after another, whatever the result of each', async () => {
    const first = Promise.withResolvers<void>();
    const [second, third] = [vi.fn(), vi.fn()];
    turns.whenIdle.add(() => first.promise);
    turns.whenIdle.add(second.mockRejectedValue(new Error('offline')));
    turns.whenIdle.add(third);
    await seconds(5);
    expect(second).not.toHaveBeenCalled();
    first.resolve();
    await seconds(0);
    expect(second).toHaveBeenCalledOnce();
    await seconds(0.1);
    expect(third).toHaveBeenCalledOnce();
  });

  it('waits three seconds for one that hangs, not forever', async () => {
    const hangs = Promise.withResolvers<void>();
    const [second, third] = [vi.fn(), vi.fn()];
    turns.afterLoad.add(() => hangs.promise);
    turns.afterLoad.add(second);
    await seconds(2.9);
    expect(second).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(second).toHaveBeenCalledOnce();
    hangs.reject(new Error('offline'));
    turns.afterLoad.add(third);
    await seconds(0.1);
    expect(third).toHaveBeenCalledOnce();
  });

  it('does not run when it was canceled', async () => {
    const run = vi.fn();
    const cancel = turns.whenIdle.add(run);
    await seconds(3);
    cancel();
    await seconds(5);
    expect(run).not.toHaveBeenCalled();
  });
});

it('that belongs to the page runs as soon as it is loaded', async () => {
  page.readyState = 'interactive';
  const run = vi.fn();
  turns.afterLoad.add(run);
  await seconds(1);
  expect(run).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('load'));
  await seconds(0.1);
  expect(run).toHaveBeenCalledOnce();
});
