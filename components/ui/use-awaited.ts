'use client';

import { type ComponentType, lazy, useState } from 'react';
import { useLate } from '#/components/ui/use-late.ts';
import { Late } from '#/lib/client/offline/late.ts';

const nothingInstead = () => {};

/** A part that few pages show from their first frame on, apart from the script of the page. Props are those of `load`. */
export function awaited<P extends object>(load: () => Promise<ComponentType<P>>) {
  const late = new Late(load);
  // There before the first page is made: what came in later than the rest of the page would move it. What can't be loaded
  // fails where it is shown.
  if (typeof window === 'undefined') late.get().catch(nothingInstead);
  // With `lazy` the server makes it all the same, and what it has made stands until it is here.
  return { late, lazy: lazy(async () => ({ default: await late.get() })) };
}

/** The part, fetched while the page is at rest, or awaited (in a `Suspense`) where it is shown. */
export function useAwaited<P extends object>(part: ReturnType<typeof awaited<P>>, isWanted: boolean): ComponentType<P> {
  useLate(part.late, isWanted);
  // The same one as long as it is shown: another, and be it equal, would begin anew.
  return useState<ComponentType<P>>(() => part.late.loaded() ?? part.lazy)[0];
}
