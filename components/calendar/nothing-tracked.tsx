import type { CalendarKind, CalendarView } from '#/lib/client/calendar/calendar-view.ts';

const PERIOD_LABELS: Record<CalendarKind, string> = { day: 'on this day', week: 'this week', month: 'this month' };

/** The message of an empty calendar: nothing is wrong, and how to add time. */
export function NothingTracked({ view: { kind }, mayAdd }: { view: CalendarView; mayAdd: boolean }) {
  return (
    <p className="sticky top-24 z-10 mx-auto h-0 w-fit max-md:px-4">
      <span className="block rounded-md border border-line bg-surface px-3 py-1.5 text-text-2 shadow-menu">
        Nothing tracked {PERIOD_LABELS[kind]}.
        {mayAdd && (
          <>
            <span className="max-md:hidden">
              {kind === 'month' ? ' Open a day' : ' Drag over the hours'} to add time, or press A.
            </span>
            <span className="md:hidden"> Tap {kind === 'month' ? 'a day' : '+'} to add time.</span>
          </>
        )}
      </span>
    </p>
  );
}
