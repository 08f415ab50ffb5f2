import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import type { Entry } from '#/lib/client/day-entries.ts';
import { counted } from '#/lib/client/time-words.ts';

/** How many spans, or what has to be looked at. */
export function EntryType({ entry, className }: { entry: Entry; className?: string }) {
  const { timer, spans } = entry;
  if (timer.end_reason === 'capped') {
    return (
      <span className={classNames('flex items-center gap-1.5 text-xs whitespace-nowrap text-warn', className)}>
        <Icon name="warning" className="max-md:size-3.5" />
        Stopped by the cap
      </span>
    );
  }
  const isPaused = timer.status === 'paused';
  return (
    <span className={classNames('flex items-center gap-1.5 text-xs whitespace-nowrap text-text-3', className)}>
      <Icon name={isPaused ? 'paused' : 'spans'} className="max-md:size-3.5" />
      {isPaused ? 'Paused' : counted(spans.length, 'span')}
    </span>
  );
}
