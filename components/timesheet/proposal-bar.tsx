import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

type ProposalBarProps = {
  /** How many durations are proposed, and their sum. Milliseconds. */
  count: number;
  ms: number;
  isBusy: boolean;
  onAddAll: () => void;
  onPutAway: () => void;
};

/** Durations of last week to be confirmed: all at once here, or one by one in their cells. */
export function ProposalBar({ count, ms, isBusy, onAddAll, onPutAway }: ProposalBarProps) {
  return (
    <section
      aria-label="Proposals"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md border border-dashed border-line-control px-3 py-2"
    >
      <Icon name="copy" className="text-text-2" />
      <p role="status" className="min-w-0 grow text-text-2">
        <b className="font-medium text-text">{`${counted(count, 'entry', 'entries')} from last week, ${formatDuration(ms)}.`}</b>{' '}
        Nothing is added until you confirm it here, or in its cell with Enter.
      </p>
      <span className="flex gap-2">
        <Button variant="ghost" className="max-md:h-10" disabled={isBusy} onClick={onPutAway}>
          Dismiss
        </Button>
        <Button variant="ink" className="max-md:h-10" busy={isBusy} busyLabel="Adding…" onClick={onAddAll}>
          Add all
        </Button>
      </span>
    </section>
  );
}
