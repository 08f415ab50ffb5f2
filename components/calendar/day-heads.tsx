import { LiveTotal } from '#/components/calendar/live-total.tsx';
import { SnapChoice } from '#/components/calendar/snap-choice.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { columnTitle } from '#/lib/client/calendar/format-calendar.ts';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type DayHeadsProps = {
  days: TimerListJson['totals']['days'];
  today: string;
  list: TimerListJson;
  onShow: (change: ViewChange<CalendarView>) => void;
};

/**
 * The days above their columns, with their totals; a click shows one alone. Above the hours, the precision of drags.
 */
export function DayHeads({ days, today, list, onShow }: DayHeadsProps) {
  const isOne = days.length === 1;
  return (
    <div className="sticky top-0 z-10 grid h-14 grid-cols-(--columns) border-b border-line bg-bg max-md:hidden">
      <SnapChoice />
      {days.map((day) => (
        <button
          key={day.date}
          type="button"
          title={dayTitle(day.date)}
          aria-current={day.date === today ? 'date' : undefined}
          onClick={() => onShow({ kind: isOne ? 'week' : 'day', date: day.date })}
          className="min-w-0 border-l border-line px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className={classNames('block truncate font-semibold', day.date === today && 'text-accent')}>
            {columnTitle(day.date)}
          </span>
          <LiveTotal list={list} day={day} className="block truncate text-xs text-text-3" />
          <span className="sr-only">{isOne ? 'Show this week' : 'Show this day'}</span>
        </button>
      ))}
    </div>
  );
}
