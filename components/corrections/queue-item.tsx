'use client';

import { QueueLink } from '#/components/corrections/queue-link.tsx';
import { TIMER_STATE_LABELS } from '#/components/corrections/timer-state-labels.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import type { Find } from '#/lib/client/corrections/correction-view.ts';
import { formatReviewReason, shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useServerNow, useToday } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { OwnerJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  timer: TimerJson;
  owner: OwnerJson;
  /** The search that found it. */
  find: Find | null;
  isOpen: boolean;
  /** It has unsaved changes. */
  isBegun: boolean;
  /** It is selected for a correction of several. */
  isChosen: boolean;
  /** Some are selected. */
  isChoosing: boolean;
  onChoose: (id: string) => void;
  /** Selects all up to this one. */
  onReach: (id: string) => void;
  onOpen: (id: string) => void;
};

/** A timer that needs a review, or was found; with its owner's day. */
export function QueueItem(props: Props) {
  const { timer, owner, find, isOpen, isBegun, isChosen, isChoosing, onOpen, onChoose, onReach } = props;
  const now = useServerNow(MINUTE_MS);
  const year = useToday().slice(0, 4);
  const zone = { timeZone: owner.time_zone, dayStartHour: owner.day_start_hour };
  const day = shortDay(dayIn(zone, Date.parse(timer.started_at)), year);
  const why = formatReviewReason(timer, now);
  const what = `${day}, ${timer.ticket?.key ?? timerName(timer)}`;
  return (
    <div className="group/queue relative">
      <label
        className={classNames(
          'absolute top-2 left-1 z-10 grid size-6 place-items-center opacity-0 group-hover/queue:opacity-100 focus-within:opacity-100 group-focus-within/queue:opacity-100 max-md:hidden',
          isChoosing && 'opacity-100',
        )}
      >
        <input
          type="checkbox"
          aria-label={`Select ${owner.name}, ${what}`}
          checked={isChosen}
          onChange={() => onChoose(timer.id)}
          className="size-4 accent-ink"
        />
      </label>
      <QueueLink
        timerId={timer.id}
        find={find}
        icon={why ? 'warning' : 'spans'}
        isWarning={why !== null}
        title={owner.name}
        figure={<span className="font-medium">{formatDuration(elapsedMs(timer, now))}</span>}
        lines={[what, [why ?? TIMER_STATE_LABELS[timer.status], isBegun && 'not saved'].filter(Boolean).join(', ')]}
        isOpen={isOpen}
        onOpen={onOpen}
        onReach={onReach}
      />
    </div>
  );
}
