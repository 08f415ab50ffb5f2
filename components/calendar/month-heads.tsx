import { classNames } from '#/components/ui/class-names.ts';
import { isWeekend, weekdayOf } from '#/lib/client/calendar/calendar.ts';
import { shortWeekday, WEEKDAYS } from '#/lib/client/time/format-time.ts';

/** Seven days, and on wide screens the week's total. */
export const MONTH_COLUMNS =
  'grid min-h-0 grid-cols-[repeat(7,minmax(0,1fr))] xl:grid-cols-[repeat(7,minmax(0,1fr))_116px]';

const head = 'truncate border-line p-2 text-left text-xs font-medium text-text-3 not-first:border-l max-md:px-1';

/** The weekdays above their columns. */
export function MonthHeads({ week }: { week: readonly string[] }) {
  return (
    <thead className="sticky top-0 z-2 block shrink-0 border-b border-line bg-bg">
      <tr className={MONTH_COLUMNS}>
        {week.map((date) => (
          <th
            key={date}
            scope="col"
            aria-label={WEEKDAYS[weekdayOf(date) - 1]}
            className={classNames(head, isWeekend(date) && 'bg-sunken')}
          >
            {shortWeekday(date)}
          </th>
        ))}
        <th scope="col" className={classNames(head, 'text-right max-xl:hidden xl:px-3')}>
          Total
        </th>
      </tr>
    </thead>
  );
}
