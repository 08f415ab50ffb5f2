import { LiveTotal } from '#/components/calendar/live-total.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { dayOfMonth } from '#/lib/client/calendar/format-calendar.ts';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import { dayTitle, shortWeekday } from '#/lib/client/time/format-time.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type DayStripProps = {
  view: CalendarView;
  today: string;
  list: TimerListJson;
  onShow: (change: ViewChange<CalendarView>) => void;
};

/** The days of the week on a phone, which shows one of them. */
export function DayStrip({ view, today, list, onShow }: DayStripProps) {
  const shown = list.totals.days.find(({ date }) => date === view.date);
  return (
    <div className="sticky top-0 z-10 border-b border-line bg-bg px-2 pb-2 md:hidden">
      <div className="grid grid-cols-7">
        {list.totals.days.toReversed().map(({ date }) => (
          <button
            key={date}
            type="button"
            title={dayTitle(date)}
            aria-pressed={date === view.date}
            onClick={() => onShow({ date })}
            className={classNames(
              'grid h-12 content-center justify-items-center rounded-md text-xs text-text-3',
              date === view.date && 'bg-hover font-semibold text-text',
              date === today && 'text-accent',
            )}
          >
            <span>{shortWeekday(date)}</span>
            <span className="text-base">{dayOfMonth(date)}</span>
          </button>
        ))}
      </div>
      {shown && (
        <p className="flex justify-between px-2 pt-1 text-xs">
          <span className="font-medium">{dayTitle(shown.date)}</span>
          <LiveTotal key={shown.date} list={list} day={shown} className="text-text-3" />
        </p>
      )}
    </div>
  );
}
