'use client';

import { type ComponentType, lazy, useState } from 'react';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const nothingInstead = () => {};

/**
 * A part that few pages show from their first frame on, separate from the script of the page. Props are those of
 * `load`.
 */
export function awaited<P extends object>(load: () => Promise<ComponentType<P>>) {
  const late = new LazyModule(load);
  // Loaded before the first page is rendered: a part that arrives later than the rest of the page would move it. One
  // that can't be loaded fails where it is shown.
  if (typeof window === 'undefined') late.get().catch(nothingInstead);
  // With `lazy` the server renders it anyway, and its HTML stays until it is loaded.
  return { late, lazy: lazy(async () => ({ default: await late.get() })) };
}

/** The part, loaded while the page is at rest, or awaited (in a `Suspense`) where it is shown. */
export function useAwaited<P extends object>(part: ReturnType<typeof awaited<P>>, isWanted: boolean): ComponentType<P> {
  useLazyModule(part.late, isWanted);
  // The same one as long as it is shown: another, even if equal, would remount.
  return useState<ComponentType<P>>(() => part.late.loaded() ?? part.lazy)[0];
}
