import { classNames } from '#/components/ui/class-names.ts';
import { isWeekend } from '#/lib/client/calendar/calendar.ts';
import { columnTitle, formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { counted, dayTitle } from '#/lib/client/time/format-time.ts';
import type { RowsBy, SheetDay, Timesheet } from '#/lib/client/timesheet/timesheet.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';

const head = 'sticky top-12 z-[2] h-9 border-b border-line bg-bg p-0 text-xs font-medium text-text-3';

/** The days of the week above their columns. */
export function DayHead({ days, today, by }: { days: SheetDay[]; today: string; by: RowsBy }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={classNames(head, 'pl-2 text-left')}>
          {by === 'ticket' ? 'Ticket' : 'Project'}
        </th>
        {days.map((day) => (
          <th
            key={day.date}
            scope="col"
            abbr={dayTitle(day.date)}
            aria-current={day.date === today ? 'date' : undefined}
            className={classNames(
              head,
              'w-[68px] pr-2 text-right xl:w-[88px]',
              isWeekend(day.date) && 'bg-sunken',
              day.date === today && 'font-semibold text-text',
            )}
          >
            {columnTitle(day.date)}
            <LongDay day={day} />
          </th>
        ))}
        <th scope="col" className={classNames(head, 'w-[76px] pr-2 text-right xl:w-[96px]')}>
          Total
        </th>
      </tr>
    </thead>
  );
}

/** A day with a clock change shows how long it is. */
function LongDay({ day }: { day: SheetDay }) {
  const length = day.to - day.from;
  if (length === DAY_MS) return null;
  return <span className="block leading-3 font-normal">{`${counted(length / HOUR_MS, 'hour')}`}</span>;
}

/** The total of each day, and the week with its target. */
export function TotalsRow({ sheet }: { sheet: Timesheet }) {
  const { week_target_seconds: target } = useMe().user;
  const liveDay = sheet.days.findIndex((_, index) => sheet.rows.some((row) => row.cells[index]?.isLive));
  const sum = 'h-10 border-t border-line-control py-0 pr-2 text-right font-semibold whitespace-nowrap';
  return (
    <tfoot>
      <tr>
        <th scope="row" className="h-10 border-t border-line-control pl-2 text-left font-medium text-text-2">
          Total
        </th>
        {sheet.days.map((day, index) => (
          <td
            key={day.date}
            className={classNames(sum, isWeekend(day.date) && 'bg-sunken', index === liveDay && 'text-accent')}
          >
            {(sheet.dayMs[index] ?? 0) > 0 ? formatShortDuration(sheet.dayMs[index] ?? 0) : '–'}
          </td>
        ))}
        <td className={classNames(sum, liveDay >= 0 && 'text-accent')}>
          {sheet.ms > 0 ? formatShortDuration(sheet.ms) : '–'}
          {target !== null && (
            <span className="block text-2xs leading-3 font-normal text-text-3">
              of {formatShortDuration(target * SECOND_MS)}
            </span>
          )}
        </td>
      </tr>
    </tfoot>
  );
}
