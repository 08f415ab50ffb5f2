'use client';

import { useEffect, useState } from 'react';
import { sendHeartbeats } from '#/lib/client/live/heartbeats.ts';
import { LastActivity } from '#/lib/client/live/last-activity.ts';
import { useCurrentTimer, useLive, useMay } from '#/lib/client/live/use-live.tsx';
import { isOptimistic } from '#/lib/client/timers/optimistic-timer.ts';

/** Sends a heartbeat to the server once a minute, as long as a timer runs. */
export function HeartbeatSender() {
  const { http, clock, connection, updates, madeAt } = useLive();
  // A timer that begins to run, by itself or from elsewhere, is no sign of the person.
  const [touch] = useState(() => new LastActivity(clock, madeAt));
  useEffect(() => touch.listen(), [touch]);
  const id = useCurrentTimer().data?.timer?.id;
  // A start in flight needs no heartbeat yet.
  const runs = useMay('timers:write') && id !== undefined && !isOptimistic(id) ? id : null;
  useEffect(() => {
    if (!runs) return;
    return sendHeartbeats({ http, clock, connection, touch, onAsked: () => void updates.refresh() });
  }, [runs, http, clock, connection, updates, touch]);
  return null;
}
