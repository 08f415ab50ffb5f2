import { classNames } from '#/components/ui/class-names.ts';
import { formatDuration, shortWeekday } from '#/lib/client/time/format-time.ts';
import type { Timesheet } from '#/lib/client/timesheet/timesheet.ts';

type DayChoiceProps = { sheet: Timesheet; column: number; today: string; onChoose: (date: string) => void };

/** The days of the week, one of them chosen. */
export function DayChoice({ sheet, column, today, onChoose }: DayChoiceProps) {
  return (
    <div className="mb-4 grid grid-cols-7 gap-1">
      {sheet.days.map(({ date }, index) => (
        <button
          key={date}
          type="button"
          aria-pressed={index === column}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => onChoose(date)}
          className={classNames(
            'grid h-12 content-center justify-items-center rounded-md border text-xs',
            index === column ? 'border-ink bg-ink text-on-ink' : 'border-line bg-surface text-text-2',
          )}
        >
          <span className={classNames(date === today && 'font-semibold')}>{shortWeekday(date)}</span>
          <span className="font-medium">{Number(date.slice(8))}</span>
          <span className="sr-only">, {formatDuration(sheet.dayMs[index] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}
