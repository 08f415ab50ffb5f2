import { estimateShare } from '#/components/tickets/format-ticket.ts';
import { classNames } from '#/components/ui/class-names.ts';

type Props = { trackedMs: number; estimateSeconds: number; className?: string };

/** Time and estimate: time past the estimate is hatched, and described in words. */
export function EstimateBar({ trackedMs, estimateSeconds, className }: Props) {
  const { within, over, text } = estimateShare(trackedMs, estimateSeconds);
  return (
    <span title={text} className={classNames('flex h-2 rounded-xs border border-line bg-sunken', className)}>
      <span className="sr-only">{text}</span>
      <span style={{ width: `${within}%` }} className="rounded-l-xs bg-span-edge" />
      {over > 0 && <span style={{ width: `${over}%` }} className="surplus-hatched rounded-r-xs" />}
    </span>
  );
}
