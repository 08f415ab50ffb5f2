import { formatWhyReview } from '#/components/questions/format-review.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = { first: TimerJson; count: number; onReview: (() => void) | undefined };

/** How many timers ended without their owner, which one was first, and why. */
export function ReviewSummary({ first, count, onReview }: Props) {
  return (
    <Notice tone="warn" className="rounded-none border-b border-line px-4 md:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="line-clamp-3 min-w-0 wrap-anywhere">
          <b className="font-medium">{counted(count, 'timer needs review', 'timers need review')}.</b>{' '}
          {timerName(first)}: {formatWhyReview(first)}.
        </p>
        {onReview && (
          <Button size="sm" variant="soft" className="md:ml-auto pointer-coarse:h-11" onClick={onReview}>
            Review…
          </Button>
        )}
      </div>
    </Notice>
  );
}
