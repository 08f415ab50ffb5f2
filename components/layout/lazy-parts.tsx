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
export const LazyForgottenTimerCheck = lazyPart(() =>
  import('#/components/questions/forgotten-timer-check.tsx').then((part) => part.ForgottenTimerCheck),
);
export const LazyMoveDeviceSettings = lazyPart(() =>
  import('#/components/settings/move-device-settings.ts').then((part) => part.MoveDeviceSettings),
);
export const LazyLostWorkspace = lazyPart(() =>
  import('#/components/workspaces/lost-workspace.ts').then((part) => part.LostWorkspace),
);
export const LazyTruncatedTextTooltips = lazyPart(() =>
  import('#/components/layout/truncated-text-tooltips.ts').then((part) => part.TruncatedTextTooltips),
);
export const LazyPageGuards = lazyPart(() =>
  import('#/components/layout/page-guards.tsx').then((part) => part.PageGuards),
);
export const LazyPagePrefetcher = lazyPart(() =>
  import('#/components/layout/page-prefetcher.ts').then((part) => part.PagePrefetcher),
);
export const LazyTimerWatch = lazyPart(() =>
  import('#/components/timers/timer-watch.tsx').then((part) => part.TimerWatch),
);
export const LazyOfflinePreparation = lazyPart(() =>
  import('#/components/offline/offline-preparation.tsx').then((part) => part.OfflinePreparation),
);
