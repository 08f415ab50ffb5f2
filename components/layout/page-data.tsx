'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { hydratedData } from '#/lib/client/http/hydrated-data.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** Provides the parts of a page with data that the server has already loaded. */
export function PageData({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const live = useLive();
  const initial = useMemo(
    () => hydratedData(state, { deviceErrorMs: live.clock.deviceErrorMs(), isPageLoad: !live.hasBegun() }),
    [state, live],
  );
  return <HydrationBoundary state={initial}>{children}</HydrationBoundary>;
}
