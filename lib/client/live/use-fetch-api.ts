'use client';

import { useMemo } from 'react';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** This page's function for API requests. */
export function useFetchApi(): FetchApi {
  const { http } = useLive();
  return useMemo(() => (path, signal) => http.send(path, { signal }), [http]);
}
