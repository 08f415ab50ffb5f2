'use client';

import { formatLastSeen, formatWhyReview, trimmedSpans } from '#/components/questions/format-review.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { dayTitle, formatRange, timeOfDay } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type ReviewRowProps = {
  timer: TimerJson;
  /** It gets the focus first, and when the focused one is removed. */
  isFirst: boolean;
  isDisabled: boolean;
  /** An action on it is in flight: the pressed button keeps the focus. */
  isBusy: boolean;
  onTrim: (spans: SpanBody[]) => void;
  onEdit: () => void;
  onConfirm: () => void;
  /** If the person's settings have already removed time. */
  onUndo: (() => void) | undefined;
};

/** One timer that ended without its owner. */
export function ReviewRow(props: ReviewRowProps) {
  const { timer, isFirst, isDisabled, isBusy, onTrim, onEdit, onConfirm, onUndo } = props;
  const style = useTimeStyle();
  const today = useToday();
  const name = timerName(timer);
  const started = Date.parse(timer.started_at);
  const ended = timer.ended_at === null ? null : Date.parse(timer.ended_at);
  const seen = timer.last_seen_at === null ? null : Date.parse(timer.last_seen_at);
  const trimmed = trimmedSpans(timer);
  const canTrim = trimmed !== null && seen !== null;
  const first = { 'data-autofocus': isFirst || undefined, 'data-focus-home': isFirst || undefined };
  const shared = { size: 'sm', className: 'pointer-coarse:h-11', disabled: isDisabled, busy: isBusy } as const;
  return (
    <li data-review aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="flex max-w-full min-w-0 items-baseline gap-2 font-medium">
          {timer.ticket && <TicketKey>{timer.ticket.key}</TicketKey>}
          <span className="min-w-0 truncate" title={timer.title}>
            {timer.title || (!timer.ticket && name)}
          </span>
        </span>
        <span className="text-text-2 md:ml-auto">
          {dayTitle(dateIn(style.timeZone, started), today.slice(0, 4))}, {formatRange(started, ended, style)}
        </span>
      </div>
      <p className="text-text-2">
        {formatWhyReview(timer)}. {formatLastSeen(timer, style, today)}
      </p>
      <div className="flex flex-wrap gap-2">
        {canTrim && (
          <Button
            {...shared}
            {...first}
            aria-label={`Trim to ${timeOfDay(seen, style)}, ${name}`}
            onClick={() => onTrim(trimmed)}
          >
            Trim to {timeOfDay(seen, style)}
          </Button>
        )}
        <Button {...shared} {...(!canTrim && first)} aria-label={`Edit times…, ${name}`} onClick={onEdit}>
          Edit times…
        </Button>
        <Button {...shared} variant="ghost" aria-label={`Looks right, ${name}`} onClick={onConfirm}>
          Looks right
        </Button>
        {onUndo && (
          <Button {...shared} aria-label={`Restore to the cap, ${name}`} onClick={onUndo}>
            Restore to the cap
          </Button>
        )}
      </div>
    </li>
  );
}
