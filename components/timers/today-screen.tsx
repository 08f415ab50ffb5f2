'use client';

import { PageHead } from '#/components/layout/page-head.tsx';
import { HeroError } from '#/components/timers/hero-error.tsx';
import { TodayPage } from '#/components/timers/today-page.tsx';
import { useLate } from '#/components/ui/use-late.ts';
import { weekNumber } from '#/lib/client/calendar.ts';
import { Late } from '#/lib/client/late.ts';
import { dayTitle } from '#/lib/client/time-words.ts';
import { useCurrentTimer, useMe, useToday, useWeek } from '#/lib/client/use-live.tsx';

// A page that the server has made brings its answers along.
const SKELETON = new Late(() => import('#/components/timers/today-skeleton.tsx').then((part) => part.TodaySkeleton));
const nothingInstead = () => {};

/** Today: run the timer, see the day. Before the first answer its skeleton, without one the reason. */
export function TodayScreen() {
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const current = useCurrentTimer();
  const week = useWeek();
  const TodaySkeleton = useLate(SKELETON, !current.data || !week.data, nothingInstead);
  if (current.data && week.data) return <TodayPage today={today} current={current.data} list={week.data} />;
  return (
    <>
      <PageHead title={dayTitle(today)} facts={`Week ${weekNumber(today, weekStart)}`} />
      <div className="mx-auto max-w-[1440px] px-4 py-4 md:px-8 md:py-6">
        {current.isError || week.isError ? <HeroError /> : TodaySkeleton && <TodaySkeleton />}
      </div>
    </>
  );
}
