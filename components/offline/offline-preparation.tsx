'use client';

import { useEffect } from 'react';
import { useConnection, useCurrentTimer, useLive, useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { clearWithOtherTabs } from '#/lib/client/offline/clear-last-known.ts';
import { saveLastKnown } from '#/lib/client/offline/last-known.ts';
import { whenIdle } from '#/lib/client/page/idle-queue.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** Prepares this device for being offline: caches the offline page, and its data. */
export function OfflinePreparation() {
  useServiceWorker();
  useLastKnown();
  useEffect(clearWithOtherTabs, []);
  return null;
}

function useServiceWorker(): void {
  useEffect(() => {
    // Development changes its files all the time; none of them is worth caching.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    // The page works without it: private windows and http reject it.
    return whenIdle.add(() => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  }, []);
}

/** The server's state, stored once a minute and when the page is left; never an optimistic one. */
function useLastKnown(): void {
  const { data } = useCurrentTimer();
  const { clock, client, connection, queue, ticker } = useLive();
  const style = useTimeStyle();
  const { theme } = useMe().user;
  const isSynced = useConnection().kind === 'synced';
  useEffect(() => {
    if (!data || !isSynced) return;
    const save = () => {
      if (client.isMutating({ mutationKey: TIMERS_KEY }) > 0 || queue.isNeeded()) return;
      const sender = { queueName: queue.name, aheadMs: clock.now() - Date.now() };
      saveLastKnown(data.timer ?? data.paused[0] ?? null, connection.aliveAt() ?? clock.now(), {
        style,
        theme,
        sender,
      });
    };
    const endTicks = ticker.add({ paint: save, stepMs: MINUTE_MS, phase: 0 });
    window.addEventListener('pagehide', save);
    return () => {
      endTicks();
      window.removeEventListener('pagehide', save);
    };
  }, [data, isSynced, clock, client, connection, queue, ticker, style, theme]);
}
