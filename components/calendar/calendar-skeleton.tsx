import { px } from '#/components/calendar/scale.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import type { CalendarKind } from '#/lib/client/calendar/calendar-view.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const COLUMNS = ['a', 'b', 'c', 'd', 'e'];
const HOURS = Array.from({ length: 11 }, (_, index) => index);

/** The hours in their final places, without text or spans. It appears only when the response takes a moment. */
export function CalendarSkeleton({ kind }: { kind: CalendarKind }) {
  const columns = kind === 'week' ? COLUMNS : COLUMNS.slice(0, 1);
  return (
    <div aria-busy="true" className="animate-late overflow-hidden">
      <span className="sr-only">Loading the calendar</span>
      <div className="flex h-14 border-b border-line pl-13 md:pl-16">
        {columns.map((column, index) => (
          <div key={column} className={classNames('grow border-l border-line px-3 py-2', index > 0 && 'max-md:hidden')}>
            <SkeletonBar className="h-4 w-14" />
            <SkeletonBar className="mt-2 h-3 w-20" />
          </div>
        ))}
      </div>
      {HOURS.map((hour) => (
        <div key={hour} className="border-b border-line" style={{ height: px(HOUR_MS) }} />
      ))}
    </div>
  );
}
