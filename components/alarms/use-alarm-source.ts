'use client';

import { useMemo } from 'react';
import type { AlarmSource } from '#/lib/client/alarms/alarm-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** The source of this page's alarms. */
export function useAlarmSource(): AlarmSource {
  const { http, clock, liveSync } = useLive();
  return useMemo(
    () => ({
      get: (path, signal) => http.send(path, { signal }),
      serverNow: () => clock.now(),
      isStreaming: () => liveSync.isStreaming(),
    }),
    [http, clock, liveSync],
  );
}
