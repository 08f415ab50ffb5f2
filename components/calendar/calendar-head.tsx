'use client';

import { SnapChoice } from '#/components/calendar/snap-choice.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { weekNumber } from '#/lib/client/calendar/calendar.ts';
import {
  type CalendarKind,
  type CalendarView,
  stepView,
  weekDates,
  weekTitle,
} from '#/lib/client/calendar/calendar-view.ts';
import { dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useMe, useServerNow } from '#/lib/client/live/use-live.tsx';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type CalendarHeadProps = {
  view: CalendarView;
  today: string;
  /** Null until the week is known. */
  list: TimerListJson | null;
  onShow: (change: ViewChange<CalendarView>) => void;
};

const KINDS = [
  ['day', 'Day'],
  ['week', 'Week'],
] as const;

/** The days shown, their total, and navigation to others. */
export function CalendarHead({ view, today, list, onShow }: CalendarHeadProps) {
  const { week_start: weekStart } = useMe().user;
  const dates = weekDates(view, weekStart);
  const isDay = view.kind === 'day';
  const title = isDay ? dayTitle(view.date, today.slice(0, 4)) : weekTitle(dates, today.slice(0, 4));
  const noun = isDay ? 'day' : 'week';
  const isNow = isDay ? view.date === today : dates.includes(today);
  return (
    <PageHead title={title} facts={useFacts(view, list)}>
      {!isNow && (
        <Button variant="ghost" size="sm" keyLabel="T" onClick={() => onShow({ date: today })}>
          Today
        </Button>
      )}
      <span className="flex gap-0.5">
        <IconButton icon="back" label={`Previous ${noun}`} onClick={() => onShow((last) => stepView(last, -1))} />
        <IconButton
          icon="back"
          label={`Next ${noun}`}
          className="*:rotate-180"
          onClick={() => onShow((last) => stepView(last, 1))}
        />
      </span>
      <div className="max-md:hidden">
        <Segmented
          label="Days shown"
          options={KINDS}
          value={view.kind}
          onChange={(kind: CalendarKind) => onShow({ kind })}
        />
      </div>
      <SnapChoice />
      <TimerStrip />
    </PageHead>
  );
}

/** "Week 47, 26 h 15 min of 37 h 30 min". */
function useFacts(view: CalendarView, list: TimerListJson | null): string {
  const { week_start: weekStart, day_target_seconds: ofDay, week_target_seconds: ofWeek } = useMe().user;
  const now = useServerNow(MINUTE_MS);
  const week = `Week ${weekNumber(view.date, weekStart)}`;
  if (!list) return week;
  const days = list.totals.days.filter(({ date }) => view.kind === 'week' || date === view.date);
  const total = formatDuration(days.reduce((sum, day) => sum + dayTotalMs(list, day, now), 0));
  return `${week}, ${total}${ofTarget(view.kind === 'week' ? ofWeek : ofDay)}`;
}
