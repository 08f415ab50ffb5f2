'use client';

import { type SubmitEvent, useState } from 'react';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { SpanFields } from '#/components/entries/span-fields.tsx';
import { TicketField } from '#/components/entries/ticket-field.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import type { AnswerFormProps } from '#/components/questions/question-dialog.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import {
  readSpans,
  type SpanProblem,
  type TypedSpan,
  typedDurationMs,
  typedSpan,
} from '#/lib/client/entries/typed-span.ts';
import { readSubject, type SubjectProblem, type TypedSubject } from '#/lib/client/entries/typed-subject.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { useLive, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { ticketBody } from '#/lib/client/tickets/ticket-body.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const NOTHING: TypedSubject = { ticket: '', title: '', tags: '' };

/** Moves the time in question to other work; the timer continues without it. */
export function AssignTimeForm({ asked, first, onAnswer, onClose }: AnswerFormProps) {
  const style = useTimeStyle();
  const { http } = useLive();
  const now = useServerNow(MINUTE_MS);
  const [spans, setSpans] = useState<TypedSpan[]>(() => [typedSpan('time', first.from, first.to, style)]);
  const [subject, setSubject] = useState(NOTHING);
  const [wrong, setWrong] = useState<SpanProblem | SubjectProblem | null>(null);
  const [makeKey] = useState(randomId);
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const clearProblem = () => {
    setWrong(null);
    setProblem(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const about = readSubject(subject, { ticket: null, title: '', tags: [] });
    const times = readSpans(spans, style);
    if ('problem' in about) return setWrong(about);
    if ('problem' in times) return setWrong(times);
    const { ticket, title = '' } = about.change;
    if (!ticket && !title) return setWrong({ field: 'ticket', problem: 'Enter a ticket or a title.' });
    const [span] = times.spans;
    void send(async () => {
      const named = ticket ? await ticketBody(http, ticket, title, makeKey) : { title };
      await onAnswer({
        action: 'split',
        ...(span && { at: span.started_at, ...(span.ended_at && { to: span.ended_at }) }),
        title,
        ...named,
      });
    });
  };
  const errorOf = (field: keyof TypedSubject) =>
    wrong && !('key' in wrong) && wrong.field === field ? wrong.problem : null;
  const change = (what: Partial<TypedSubject>) => {
    clearProblem();
    setSubject((before) => ({ ...before, ...what }));
  };
  const length = typedDurationMs(spans, style, now);
  return (
    <Modal title={`Move time of ${timerName(asked.timer)} to another ticket`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 items-start gap-2">
          <TicketField
            label="Ticket"
            data-autofocus
            maxLength={2_000}
            placeholder="API-412, #34, a link"
            className="min-w-0"
            autoComplete="off"
            spellCheck={false}
            value={subject.ticket}
            error={errorOf('ticket')}
            onChange={(ticket) => change({ ticket })}
          />
          <TextField
            label="Title"
            maxLength={500}
            className="min-w-0"
            autoComplete="off"
            value={subject.title}
            error={errorOf('title')}
            onChange={(event) => change({ title: event.target.value })}
          />
        </div>
        <SpanFields
          spans={spans}
          problem={wrong && 'key' in wrong ? wrong : null}
          onChange={(next) => {
            clearProblem();
            setSpans(next);
          }}
        />
        <p className="text-right font-medium">{length === null ? '–' : formatDuration(length)}</p>
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Move time" busyVerb="Moving…" />
      </form>
    </Modal>
  );
}
