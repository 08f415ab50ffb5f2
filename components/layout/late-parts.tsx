'use client';

import { latePart } from '#/components/ui/late-part.tsx';

// Parts of every page that nothing waits for: they load after it. One whose code can't be loaded is retried once the
// server responds again.

export const LateDeadCount = latePart(() =>
  import('#/components/alarms/dead-letters/dead-count.tsx').then((part) => part.DeadCount),
);
export const LateLookCount = latePart(() =>
  import('#/components/corrections/look-count.tsx').then((part) => part.LookCount),
);
export const LateUnreadCount = latePart(() =>
  import('#/components/notifications/unread-count.tsx').then((part) => part.UnreadCount),
);
export const LateBar = latePart(() => import('#/components/offline/late-bar.tsx').then((part) => part.LateBar));
export const LateTimerCare = latePart(() =>
  import('#/components/questions/timer-care.tsx').then((part) => part.TimerCare),
);
export const LateMoveDeviceSettings = latePart(() =>
  import('#/components/settings/move-device-settings.ts').then((part) => part.MoveDeviceSettings),
);
export const LateLostWorkspace = latePart(() =>
  import('#/components/workspaces/lost-workspace.ts').then((part) => part.LostWorkspace),
);
export const LateCutTitles = latePart(() => import('#/components/layout/cut-titles.ts').then((part) => part.CutTitles));
export const LatePageGuards = latePart(() =>
  import('#/components/layout/page-guards.tsx').then((part) => part.PageGuards),
);
export const LateWarmth = latePart(() => import('#/components/layout/warmth.ts').then((part) => part.Warmth));
export const LateTimerWatch = latePart(() =>
  import('#/components/timers/timer-watch.tsx').then((part) => part.TimerWatch),
);
export const LateOfflineKeeper = latePart(() =>
  import('#/components/offline/offline-keeper.tsx').then((part) => part.OfflineKeeper),
);
