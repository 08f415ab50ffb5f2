import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import type { Entry } from '#/lib/client/entries/day-entries.ts';
import { counted } from '#/lib/client/time/format-time.ts';

/** How many spans, or what has to be reviewed. */
export function EntryType({ entry, className }: { entry: Entry; className?: string }) {
  const { timer, spans } = entry;
  if (timer.needs_review) {
    return (
      <span className={classNames('flex items-center gap-1.5 text-xs whitespace-nowrap text-warn', className)}>
        <Icon name="warning" className="max-md:size-3.5" />
        {timer.end_reason === 'capped' ? 'Stopped by the cap' : 'Needs review'}
      </span>
    );
  }
  const rounds = formatRounds(timer);
  const isPaused = timer.status === 'paused';
  return (
    <span className={classNames('flex items-center gap-1.5 text-xs whitespace-nowrap text-text-3', className)}>
      <Icon
        name={rounds ? (timer.type === 'manual' ? 'spans' : timer.type) : isPaused ? 'paused' : 'spans'}
        className="max-md:size-3.5"
      />
      {rounds ?? (isPaused ? 'Paused' : counted(spans.length, 'span'))}
    </span>
  );
}

/** "4 of 4": how many rounds are finished or in progress; null without a plan. */
function formatRounds({ plan, cycles }: Entry['timer']): string | null {
  if (!plan || cycles.length === 0) return null;
  if (plan.type === 'countdown' || plan.rounds === 1) return 'Countdown';
  return `${Math.max(0, ...cycles.map(({ kind, round }) => (kind === 'work' ? round : 0)))} of ${plan.rounds}`;
}
