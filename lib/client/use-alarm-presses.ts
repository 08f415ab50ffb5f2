'use client';

import { useMemo } from 'react';
import { AlarmPresses } from '#/lib/client/alarm-presses.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** What a person can do to alarms. */
export function useAlarmPresses(): AlarmPresses {
  const { http, alarmNews } = useLive();
  return useMemo(() => new AlarmPresses(http, alarmNews), [http, alarmNews]);
}
