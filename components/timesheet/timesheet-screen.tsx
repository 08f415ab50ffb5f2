'use client';

import { useMemo, useState } from 'react';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { TimesheetSkeleton } from '#/components/timesheet/timesheet-skeleton.tsx';
import { TimesheetWeek } from '#/components/timesheet/timesheet-week.tsx';
import type { CopiedWeeks } from '#/components/timesheet/use-last-week.ts';
import { useTimesheetView } from '#/components/timesheet/use-timesheet-view.ts';
import { useWholeWeek } from '#/components/timesheet/use-whole-days.ts';
import { WeekSteps } from '#/components/timesheet/week-steps.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { addDays, weekNumber } from '#/lib/client/calendar/calendar.ts';
import { weekTitle } from '#/lib/client/calendar/calendar-view.ts';
import { useMe, useShortcuts, useToday } from '#/lib/client/live/use-live.tsx';

const BY_LABELS = [
  ['ticket', 'Tickets'],
  ['project', 'Projects'],
] as const;

/** The week as a sheet: time by subject and day. */
export function TimesheetScreen() {
  const { view, thisWeek, show, step } = useTimesheetView();
  const { week_start: weekStart } = useMe().user;
  const today = useToday();
  const week = useWholeWeek(view.week);
  const copied = useState<CopiedWeeks>({});
  useShortcuts(
    useMemo(
      () => ({ '[': () => step(-1), ']': () => step(1), t: () => show({ week: thisWeek }) }),
      [step, show, thisWeek],
    ),
  );
  const steps = (
    <WeekSteps isThisWeek={view.week === thisWeek} onStep={step} onThisWeek={() => show({ week: thisWeek })} />
  );
  const rowsBy = <Segmented label="Rows" options={BY_LABELS} value={view.by} onChange={(by) => show({ by })} />;
  return (
    <>
      <PageHead
        title={weekTitle([view.week, addDays(view.week, 6)], today.slice(0, 4))}
        facts={`Week ${weekNumber(view.week, weekStart)}`}
      >
        <span className="flex items-center gap-2 max-md:hidden">
          {steps}
          {rowsBy}
        </span>
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pb-20 md:px-8 md:pt-4">
        <div className="mb-4 flex items-center justify-between md:hidden">
          {steps}
          {rowsBy}
        </div>
        {week.data && <TimesheetWeek key={view.week} list={week.data} view={view} today={today} copied={copied} />}
        {!week.data && week.isError && (
          <ListError noun="timesheet" error={week.error} meanwhile="Timers keep counting." />
        )}
        {week.isPending && <TimesheetSkeleton />}
      </div>
    </>
  );
}
