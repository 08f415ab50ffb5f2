'use client';

import { useMemo } from 'react';
import { AlarmMutations } from '#/lib/client/alarms/alarm-mutations.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** What a person can do to alarms. */
export function useAlarmMutations(): AlarmMutations {
  const { http, client, alarmUpdates } = useLive();
  return useMemo(() => new AlarmMutations(http, client, alarmUpdates), [http, client, alarmUpdates]);
}
