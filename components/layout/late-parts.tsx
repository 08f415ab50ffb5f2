'use client';

import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { fetchLate } from '#/lib/client/fetch-late.ts';
import { Late } from '#/lib/client/late.ts';
import { useLive } from '#/lib/client/use-live.tsx';

// Parts of every page that nothing waits for: they come after it. One whose code can't be fetched comes once the server
// answers again.

export const LateDeadCount = late(() => import('#/components/alarms/dead-count.tsx').then((part) => part.DeadCount));
export const LateLookCount = late(() =>
  import('#/components/corrections/look-count.tsx').then((part) => part.LookCount),
);
export const LateUnreadCount = late(() =>
  import('#/components/notifications/unread-count.tsx').then((part) => part.UnreadCount),
);
export const LateBar = late(() => import('#/components/offline/late-bar.tsx').then((part) => part.LateBar));
export const LateTimerCare = late(() => import('#/components/questions/timer-care.tsx').then((part) => part.TimerCare));
export const LateMoveDeviceSettings = late(() =>
  import('#/components/accounts/move-device-settings.ts').then((part) => part.MoveDeviceSettings),
);
export const LateLostWorkspace = late(() =>
  import('#/components/accounts/lost-workspace.ts').then((part) => part.LostWorkspace),
);
export const LateCutTitles = late(() => import('#/components/layout/cut-titles.ts').then((part) => part.CutTitles));
export const LateTimerWatch = late(() => import('#/components/timers/timer-watch.tsx').then((part) => part.TimerWatch));
export const LateOfflineKeeper = late(() =>
  import('#/components/offline/offline-keeper.tsx').then((part) => part.OfflineKeeper),
);

function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = new Late(load);
  return function LatePart(props: Props) {
    const { connection } = useLive();
    const [Part, setPart] = useState(() => part.loaded());
    useEffect(() => {
      if (part.loaded()) return;
      return fetchLate(part, connection, (loaded) => startTransition(() => setPart(() => loaded)));
    }, [connection]);
    return Part && <Part {...props} />;
  };
}
