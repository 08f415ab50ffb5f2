'use client';

import { type SubmitEvent, useState } from 'react';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import type { AnswerFormProps } from '#/components/questions/question-dialog.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { readSpans, type SpanProblem, typedSpan } from '#/lib/client/entries/typed-span.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { elapsedWithinMs } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const END_OPTIONS = [
  ['trim_stop', 'Stop there'],
  ['trim_continue', 'Continue from now'],
] as const;
const END_OPTIONS_OF_ABSENCE = [
  ['trim_stop', 'Stop there'],
  ['trim_continue', 'Continue from when you were back'],
] as const;

/** Removes the time after an instant that only the person knows. */
export function TrimForm({ asked, first, onAnswer, onClose }: AnswerFormProps) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const [typed, setTyped] = useState(() => typedSpan('at', first.from, null, style));
  const [then, setThen] = useState<(typeof END_OPTIONS)[number][0]>('trim_stop');
  const [wrong, setWrong] = useState<SpanProblem | null>(null);
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const read = readSpans([typed], style);
  const at = 'problem' in read ? null : (read.spans[0]?.started_at ?? null);
  const change = (what: Partial<typeof typed>) => {
    setWrong(null);
    setProblem(null);
    setTyped((before) => ({ ...before, ...what }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if ('problem' in read) setWrong(read);
    else if (at) void send(() => onAnswer({ action: then, at }));
  };
  const errorOf = (field: SpanProblem['field']) => (wrong?.field === field ? wrong.problem : null);
  const keptMs = at === null ? 0 : elapsedWithinMs(asked.timer, { from: -Infinity, to: Date.parse(at) }, now);
  return (
    <Modal title={`Trim ${timerName(asked.timer)} to another time`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 items-start gap-2">
          <TextField
            label="Day"
            type="date"
            value={typed.date}
            error={errorOf('date')}
            onChange={(event) => change({ date: event.target.value })}
          />
          <TextField
            label="You stopped at"
            data-autofocus
            autoComplete="off"
            value={typed.from}
            error={errorOf('from')}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => change({ from: event.target.value })}
          />
        </div>
        <Segmented
          label="Then"
          options={first.to === null ? END_OPTIONS : END_OPTIONS_OF_ABSENCE}
          value={then}
          onChange={setThen}
        />
        <p aria-live="polite" className="min-h-5 text-text-3">
          {keptMs > 0 && `${formatDuration(keptMs)} before that is kept`}
        </p>
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Trim" busyVerb="Trimming…" />
      </form>
    </Modal>
  );
}
