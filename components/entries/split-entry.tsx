'use client';

import { type SubmitEvent, useState } from 'react';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { readSpans, type TypedSpan, typedSpan } from '#/lib/client/entries/typed-span.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import { elapsedWithinMs, spanEnd } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type SplitEntryProps = {
  timer: TimerJson;
  onSplit: (timer: TimerJson, at: number) => Promise<void>;
  onClose: () => void;
};

/** Splits an entry in two, at an instant between its start and its end. */
export function SplitEntry({ timer: latest, onSplit, onClose }: SplitEntryProps) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const [timer] = useState(latest);
  const range = { from: Date.parse(timer.started_at), to: endOf(timer, now) };
  const [typed, setTyped] = useState<TypedSpan>(() => typedSpan('at', middleOf(range), null, style));
  const [wrong, setWrong] = useState<string | null>(null);
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const at = readAt(typed, style);
  const change = (what: Partial<TypedSpan>) => {
    setWrong(null);
    setProblem(null);
    setTyped((before) => ({ ...before, ...what }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof at === 'string') setWrong(at);
    else if (at <= range.from || at >= range.to)
      setWrong(`Choose a time within ${formatRange(range.from, range.to, style)}.`);
    else void send(() => onSplit(timer, at));
  };
  return (
    <Modal title={`Split ${timerName(timer)}`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text-2">
          {formatRange(range.from, range.to, style)} becomes two entries. Pauses stay pauses.
        </p>
        <div className="grid grid-cols-2 items-start gap-2">
          <TextField
            label="Day"
            type="date"
            value={typed.date}
            onChange={(event) => change({ date: event.target.value })}
          />
          <TextField
            label="Split at"
            data-autofocus
            autoComplete="off"
            value={typed.from}
            error={wrong}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => change({ from: event.target.value })}
          />
        </div>
        <p aria-live="polite" className="min-h-5 text-text-3">
          {typeof at === 'number' && at > range.from && at < range.to && formatParts(timer, at, range.to)}
        </p>
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Split" busyVerb="Splitting…" />
      </form>
    </Modal>
  );
}

function readAt(typed: TypedSpan, style: Parameters<typeof typedSpan>[3]): number | string {
  const read = readSpans([typed], style);
  return 'problem' in read ? read.problem : Date.parse(read.spans[0]?.started_at ?? '');
}

function formatParts(timer: TimerJson, at: number, end: number): string {
  const [first, second] = [
    { from: -Infinity, to: at },
    { from: at, to: Infinity },
  ].map((part) => formatDuration(elapsedWithinMs(timer, part, end)));
  return `${first} and ${second}`;
}

function endOf(timer: TimerJson, now: number): number {
  const last = timer.spans.at(-1);
  return last ? spanEnd(last, timer, now) : now;
}

/** On a full minute, if there is one within. */
function middleOf({ from, to }: { from: number; to: number }): number {
  const middle = (from + to) / 2;
  const minute = Math.round(middle / MINUTE_MS) * MINUTE_MS;
  return minute > from && minute < to ? minute : Math.floor(middle);
}
