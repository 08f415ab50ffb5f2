'use client';

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
  viewDates,
  viewTitle,
} from '#/lib/client/calendar/calendar-view.ts';
import { dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useMe, useServerNow } from '#/lib/client/live/use-live.tsx';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type CalendarHeadProps = {
  view: CalendarView;
  today: string;
  /** Null until the week is loaded. */
  list: TimerListJson | null;
  onShow: (change: ViewChange<CalendarView>) => void;
};

const KINDS = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
] as const;

/** The days shown, their total, and navigation to others. */
export function CalendarHead({ view, today, list, onShow }: CalendarHeadProps) {
  const { week_start: weekStart } = useMe().user;
  const { kind } = view;
  const isMonth = kind === 'month';
  return (
    <PageHead title={viewTitle(view, weekStart, today.slice(0, 4))} facts={useFacts(view, list)}>
      {!viewDates(view, weekStart).includes(today) && (
        <Button
          variant="ghost"
          size="sm"
          keyLabel="T"
          className="md:max-lg:[&_[data-single-key]]:hidden"
          onClick={() => onShow({ date: today })}
        >
          Today
        </Button>
      )}
      <span className="flex gap-0.5">
        <IconButton icon="back" label={`Previous ${kind}`} onClick={() => onShow((last) => stepView(last, -1))} />
        <IconButton
          icon="back"
          label={`Next ${kind}`}
          className="*:rotate-180"
          onClick={() => onShow((last) => stepView(last, 1))}
        />
      </span>
      <IconButton
        icon="calendar"
        label="Month"
        aria-pressed={isMonth}
        className="aria-pressed:bg-hover md:hidden"
        onClick={() => onShow({ kind: isMonth ? 'day' : 'month' })}
      />
      <div className="max-md:hidden">
        <Segmented
          label="Days shown"
          options={KINDS}
          value={kind}
          className="md:max-lg:*:px-1.5"
          onChange={(next: CalendarKind) => onShow({ kind: next })}
        />
      </div>
      <TimerStrip />
    </PageHead>
  );
}

/** "Week 47, 26 h 15 min of 37 h 30 min"; for a month only its total. */
function useFacts(view: CalendarView, list: TimerListJson | null): string {
  const { week_start: weekStart, day_target_seconds: ofDay, week_target_seconds: ofWeek } = useMe().user;
  const now = useServerNow(MINUTE_MS);
  const week = `Week ${weekNumber(view.date, weekStart)}`;
  const isMonth = view.kind === 'month';
  if (!list) return isMonth ? '' : week;
  const dates = viewDates(view, weekStart);
  const days = list.totals.days.filter(({ date }) => dates.includes(date));
  const totalMs = days.reduce((sum, day) => sum + dayTotalMs(list, day, now), 0);
  const total = formatDuration(totalMs);
  if (isMonth) return totalMs > 0 ? total : '';
  return `${week}, ${total}${ofTarget(view.kind === 'week' ? ofWeek : ofDay)}`;
}
