import { Notice } from '#/components/ui/notice.tsx';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatWhen } from '#/lib/client/time/format-time.ts';

/** When starting was disabled. `since` is in the API's format. */
export function MaintenanceBanner({ since }: { since: string }) {
  const style = useTimeStyle();
  const today = useToday();
  return (
    <Notice tone="warn" className="rounded-none border-b border-line px-4 md:px-8">
      Timers have been paused for maintenance since {formatWhen(Date.parse(since), style, today)}.{' '}
      <span className="text-text-2">Your time is kept; you can still stop.</span>
    </Notice>
  );
}
