'use client';

import { useEffect } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

// Texts for rare events: loaded when one happens.
const NOTICE = new LazyModule(() => import('#/components/timers/remote-timer-toast.ts'));
type ToastModule = Awaited<ReturnType<typeof NOTICE.get>>;

/** Toasts about timers changed in other tabs, on other devices, through the API, or by the cap. */
export function useRemoteTimerToasts(): void {
  const { onElsewhere, toasts, announcer } = useLive();
  useEffect(
    () =>
      onElsewhere((event) => {
        const showToast = ({ toastOf, SILENT_EVENTS }: ToastModule) => {
          const toast = toastOf(event);
          if (toast) toasts.show({ ...toast, isRemote: true });
          else if (!SILENT_EVENTS.has(event.type))
            announcer.announce(`${timerName(event.timer)} was changed elsewhere`);
        };
        // Without it the page still shows the change.
        NOTICE.get().then(showToast, () => announcer.announce(`${timerName(event.timer)} was changed elsewhere`));
      }),
    [onElsewhere, toasts, announcer],
  );
}
