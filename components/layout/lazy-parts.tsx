'use client';

import { lazyPart } from '#/components/ui/lazy-part.tsx';

// Parts of every page that nothing waits for: they load after it. One whose code can't be loaded is retried once the
// server responds again.

export const LazyDeadLetterCount = lazyPart(() =>
  import('#/components/alarms/dead-letters/dead-letter-count.tsx').then((part) => part.DeadLetterCount),
);
export const LazyReviewCount = lazyPart(() =>
  import('#/components/corrections/review-count.tsx').then((part) => part.ReviewCount),
);
export const LazyUnreadCount = lazyPart(() =>
  import('#/components/notifications/unread-count.tsx').then((part) => part.UnreadCount),
);
export const LazyOfflineQueueBar = lazyPart(() =>
  import('#/components/offline/offline-queue-bar.tsx').then((part) => part.OfflineQueueBar),
);
export const LazyTimerCare = lazyPart(() =>
  import('#/components/questions/timer-care.tsx').then((part) => part.TimerCare),
);
export const LazyMoveDeviceSettings = lazyPart(() =>
  import('#/components/settings/move-device-settings.ts').then((part) => part.MoveDeviceSettings),
);
export const LazyLostWorkspace = lazyPart(() =>
  import('#/components/workspaces/lost-workspace.ts').then((part) => part.LostWorkspace),
);
export const LazyCutTitles = lazyPart(() => import('#/components/layout/cut-titles.ts').then((part) => part.CutTitles));
export const LazyPageGuards = lazyPart(() =>
  import('#/components/layout/page-guards.tsx').then((part) => part.PageGuards),
);
export const LazyWarmth = lazyPart(() => import('#/components/layout/warmth.ts').then((part) => part.Warmth));
export const LazyTimerWatch = lazyPart(() =>
  import('#/components/timers/timer-watch.tsx').then((part) => part.TimerWatch),
);
export const LazyOfflineKeeper = lazyPart(() =>
  import('#/components/offline/offline-keeper.tsx').then((part) => part.OfflineKeeper),
);
