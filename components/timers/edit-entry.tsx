'use client';

import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import type { EntryEdit } from '#/components/timers/entry-actions.ts';
import { EntryFormFoot } from '#/components/timers/entry-form-foot.tsx';
import { SpanFields } from '#/components/timers/span-fields.tsx';
import { SubjectFields } from '#/components/timers/subject-fields.tsx';
import { useEntryForm } from '#/components/timers/use-entry-form.ts';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import { lengthWords } from '#/lib/client/time-words.ts';
import { readSpans, type SpanProblem, type TypedSpan, typedLengthMs, typedSpan } from '#/lib/client/typed-span.ts';
import { readSubject, type SubjectProblem, typedSubject } from '#/lib/client/typed-subject.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/use-live.tsx';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type EditEntryProps = {
  timer: TimerJson;
  onSave: (edit: EntryEdit) => Promise<void>;
  /** Without it nothing here deletes the entry. */
  onDelete?: (() => void) | undefined;
  onClose: () => void;
};

/** What an entry is about and its exact times. ⌘↵ saves, as Enter does. */
export function EditEntry({ timer: latest, onSave, onDelete, onClose }: EditEntryProps) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const [timer] = useState(latest);
  const saved = useRef(latest);
  const [subject, setSubject] = useState(() => typedSubject(timer));
  const [spans, setSpans] = useState<TypedSpan[]>(() => timer.spans.map((span) => typedFrom(span, style)));
  const [wrong, setWrong] = useState<SpanProblem | SubjectProblem | null>(null);
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const forgive = () => {
    setWrong(null);
    setProblem(null);
  };
  const change = (next: TypedSpan[]) => {
    forgive();
    setSpans(next);
  };
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    const about = readSubject(subject, timer);
    const times = readSpans(spans, style);
    if ('problem' in about) setWrong(about);
    else if ('problem' in times) setWrong(times);
    else
      void send(() =>
        onSave({ before: timer, saved: saved.current, subject: about.change, spans: times.spans, onSaved }),
      );
  };
  const onSaved = (next: TimerJson) => {
    saved.current = next;
  };
  const length = typedLengthMs(spans, style, now);
  return (
    <Modal title={`Edit ${timerName(timer)}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && submit(event)}
        className="grid gap-4"
      >
        <SubjectFields
          subject={subject}
          problem={wrong && !('key' in wrong) ? wrong : null}
          onChange={(next) => {
            forgive();
            setSubject(next);
          }}
        />
        <SpanFields spans={spans} problem={wrong && 'key' in wrong ? wrong : null} onChange={change} />
        <div className="flex min-h-7 items-center justify-between">
          <Button
            size="sm"
            variant="ghost"
            icon="plus"
            onClick={() => change([...spans, spanAfter(spans, now, style)])}
          >
            Add a span
          </Button>
          {onDelete && (
            <Button size="sm" variant="ghost" icon="discard" className="mr-auto" onClick={onDelete}>
              Delete
            </Button>
          )}
          <span className="font-medium">{length === null ? '–' : lengthWords(length)}</span>
        </div>
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Save" busyVerb="Saving…" onClose={onClose} />
      </form>
    </Modal>
  );
}

function typedFrom(span: TimerJson['spans'][number], style: Parameters<typeof typedSpan>[3]): TypedSpan {
  const to = span.ended_at === null ? null : Date.parse(span.ended_at);
  return typedSpan(span.id, Date.parse(span.started_at), to, style);
}

/** As long as nothing is said: the quarter of an hour before the first span, where there is always room in the fields. */
function spanAfter(spans: TypedSpan[], now: number, style: Parameters<typeof typedSpan>[3]): TypedSpan {
  const first = Math.min(now, ...spans.map(({ was }) => was.from));
  return typedSpan(newId(), first - 15 * MINUTE_MS, first, style);
}
