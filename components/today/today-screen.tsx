'use client';

import { PageHead } from '#/components/layout/page-head.tsx';
import { HeroError } from '#/components/timers/hero-error.tsx';
import { TodayPage } from '#/components/today/today-page.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { weekNumber } from '#/lib/client/calendar/calendar.ts';
import { useCurrentTimer, useMe, useRecentDays, useToday } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { dayTitle } from '#/lib/client/time/format-time.ts';

// A server-rendered page includes its responses.
const SKELETON = new LazyModule(() =>
  import('#/components/today/today-skeleton.tsx').then((part) => part.TodaySkeleton),
);

/** Today: run the timer, see the day. Before the first response its skeleton, without one the reason. */
export function TodayScreen() {
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const current = useCurrentTimer();
  const recent = useRecentDays();
  // A repeated request without any data is pending as if for the first time: the reason stays until there is a
  // response.
  const hasFailed = current.errorUpdateCount + recent.errorUpdateCount > 0;
  const TodaySkeleton = useLazyModule(SKELETON, !current.data || !recent.data);
  if (current.data && recent.data) return <TodayPage today={today} current={current.data} list={recent.data} />;
  return (
    <>
      <PageHead title={dayTitle(today)} facts={`Week ${weekNumber(today, weekStart)}`} />
      <div className="mx-auto max-w-[1440px] px-4 py-4 md:px-8 md:py-6">
        {hasFailed ? <HeroError /> : TodaySkeleton && <TodaySkeleton />}
      </div>
    </>
  );
}
