import { describe, expect, it, vi } from 'vitest';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

describe('code that is loaded late', () => {
  it('is loaded once, however often it is requested', async () => {
    const load = vi.fn(async () => 'menu');
    const late = new LazyModule(load);
    expect(late.loaded()).toBeNull();
    expect(await Promise.all([late.get(), late.get()])).toEqual(['menu', 'menu']);
    expect(late.loaded()).toBe('menu');
    expect(load).toHaveBeenCalledOnce();
  });

  it('is loaded again after the server did not respond', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('menu');
    const late = new LazyModule(load);
    await expect(late.get()).rejects.toThrow('offline');
    expect(late.loaded()).toBeNull();
    expect(await late.get()).toBe('menu');
  });
});
