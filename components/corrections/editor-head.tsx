'use client';

import { TIMER_STATE_LABELS } from '#/components/corrections/timer-state-labels.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { type Draft, withEnd } from '#/lib/client/corrections/correction-draft.ts';
import { formatZonePlace } from '#/lib/client/corrections/format-correction.ts';
import { useToday } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { OwnerJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  timer: TimerJson;
  owner: OwnerJson;
  draft: Draft;
  style: TimeStyle;
  zone: 'owner' | 'mine';
  isOtherZone: boolean;
  onZone: (zone: 'owner' | 'mine') => void;
  onChange: (draft: Draft) => void;
  onSplit: (() => void) | null;
  /** What is unusual about its days. */
  notes: readonly string[];
  /** The server's time, to the second. */
  secondNow: () => number;
};

/** Owner, day, displayed zone, and actions on the whole timer. */
export function EditorHead({
  timer,
  owner,
  draft,
  style,
  zone,
  isOtherZone,
  onZone,
  onChange,
  onSplit,
  notes,
  secondNow,
}: Props) {
  const started = Date.parse(timer.started_at);
  const day = dayTitle(dayIn(style, started), useToday().slice(0, 4));
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3 xl:grid xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">
          {owner.name}, {day}
        </h2>
        <p className="text-text-2">
          {timer.ticket && <TicketKey className="mr-1.5">{timer.ticket.key}</TicketKey>}
          {timer.title || (!timer.ticket && timerName(timer))}
          <span className="text-text-3">
            , {timer.type}, {TIMER_STATE_LABELS[timer.status].toLowerCase()}, shown in {formatZonePlace(style, started)}
          </span>
        </p>
        {notes.map((text) => (
          <p key={text} className="text-text-2">
            {text}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 md:ml-auto">
        {isOtherZone && (
          <div className="max-md:w-full">
            <Segmented
              label="Show times in"
              options={[
                ['owner', 'Their time'],
                ['mine', 'Your time'],
              ]}
              value={zone}
              onChange={onZone}
            />
          </div>
        )}
        {onSplit && (
          <Button variant="soft" keyLabel="X" onClick={onSplit}>
            Split span
          </Button>
        )}
        <WholeTimer timer={timer} draft={draft} onChange={onChange} secondNow={secondNow} />
      </div>
    </header>
  );
}

/** Actions on the timer as a whole; a second click undoes one. */
function WholeTimer({ timer, draft, onChange, secondNow }: Pick<Props, 'timer' | 'draft' | 'onChange' | 'secondNow'>) {
  const toggle = (status: NonNullable<Draft['status']>) =>
    onChange({ ...draft, status: draft.status === status ? null : status });
  if (timer.status === 'discarded') {
    return (
      <Button variant="soft" aria-pressed={draft.status === 'restored'} onClick={() => toggle('restored')}>
        {draft.status === 'restored' ? 'Leave it deleted' : 'Restore timer'}
      </Button>
    );
  }
  const last = draft.spans.at(-1);
  return (
    <>
      {timer.status === 'running' && last && draft.status !== 'discarded' && (
        <Button
          variant="soft"
          aria-pressed={last.to !== null}
          onClick={() => onChange(withEnd(draft, last.key, 'to', last.to === null ? secondNow() : null))}
        >
          {last.to === null ? 'Stop now' : 'Leave it running'}
        </Button>
      )}
      {timer.status === 'paused' && draft.status !== 'discarded' && (
        <Button variant="soft" aria-pressed={draft.status === 'stopped'} onClick={() => toggle('stopped')}>
          {draft.status === 'stopped' ? 'Leave it paused' : 'Stop timer'}
        </Button>
      )}
      <Button variant="soft" aria-pressed={draft.status === 'discarded'} onClick={() => toggle('discarded')}>
        {draft.status === 'discarded' ? 'Keep timer' : 'Delete timer'}
      </Button>
    </>
  );
}
