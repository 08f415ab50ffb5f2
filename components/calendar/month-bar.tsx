import { classNames } from '#/components/ui/class-names.ts';
import type { MonthEntry } from '#/lib/client/calendar/month-days.ts';

/** A day's time without room for text: a part for each entry, as long as its time. */
export function MonthBar({ entries, isPale }: { entries: readonly MonthEntry[]; isPale: boolean }) {
  return (
    <span className={classNames('flex h-1 w-full gap-px md:hidden', isPale && 'opacity-50')}>
      {entries.map(({ timer, ms, isLive, tint }) => (
        <span
          key={timer.id}
          className="min-w-0.5 basis-0 rounded-[1px] forced-colors:bg-[CanvasText]"
          style={{ flexGrow: Math.max(1, ms), background: isLive ? 'var(--accent)' : `var(--chart-${tint})` }}
        />
      ))}
    </span>
  );
}
