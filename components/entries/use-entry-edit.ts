'use client';

import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import type { EntryEdit } from '#/components/entries/entry-actions.ts';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import { usePropose } from '#/components/proposals/use-propose.ts';
import { formatClosedReason } from '#/lib/client/corrections/format-closed-reason.ts';
import { isSameSpans, spansOf } from '#/lib/client/entries/span-bodies.ts';
import {
  readSpans,
  type SpanProblem,
  type TypedSpan,
  typedDurationMs,
  typedSpan,
} from '#/lib/client/entries/typed-span.ts';
import {
  readSubject,
  type SubjectProblem,
  type TypedSubject,
  typedSubject,
} from '#/lib/client/entries/typed-subject.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useMay, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { proposalBody } from '#/lib/client/proposals/proposal-body.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { conflictingTimer } from '#/lib/client/timers/timer-results.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { MIN_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The edit of an entry, wherever its fields are, and saving it. Rejected text stays as typed. */
export function useEntryEdit(latest: TimerJson, onSave: (edit: EntryEdit) => Promise<void>, onClose: () => void) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  // The state being edited, which another device may change meanwhile.
  const [timer, setTimer] = useState(latest);
  const saved = useRef(latest);
  const timed = useRef(latest);
  const before = useRef(latest);
  const [subject, setSubject] = useState(() => typedSubject(timer));
  const [spans, setSpans] = useState<TypedSpan[]>(() => timer.spans.map((span) => typedFrom(span, style)));
  const [wrong, setWrong] = useState<SpanProblem | SubjectProblem | null>(null);
  const { isBusy, problem, error, setProblem, clearError, send } = useEntryForm(onClose);
  const [reason, setReason] = useState('');
  const [closed, setClosed] = useState<string | null>(null);
  const propose = usePropose();
  const mayCorrect = useMay('admin:corrections');
  // A change of closed time is proposed instead, until the member can edit it again.
  const closedReason = mayCorrect ? null : formatClosedReason(error);
  if (closedReason !== null && closed === null) setClosed(closedReason);
  if (closed !== null && isOpenAgain(error)) setClosed(null);
  const clearProblem = () => {
    setWrong(null);
    setProblem(null);
  };
  const onSaved = (next: TimerJson) => {
    saved.current = next;
    timed.current = next;
  };
  const save = () => {
    const about = readSubject(subject, timer);
    const times = readSpans(spans, style);
    if ('problem' in about) setWrong(about);
    else if ('problem' in times) setWrong(times);
    else if (closed !== null) {
      if (reason.trim().length < MIN_REASON_LENGTH)
        setProblem(`Enter a reason of at least ${MIN_REASON_LENGTH} characters.`);
      else void send(() => propose(proposalBody(saved.current, { subject: about.change, spans: times.spans, reason })));
    } else {
      const changed = isSameSpans(times.spans, spansOf(timed.current)) ? null : times.spans;
      void send(() =>
        onSave({ before: before.current, saved: saved.current, subject: about.change, spans: changed, onSaved }),
      );
    }
  };
  const theirs = conflictingTimer(error);
  return {
    timer,
    style,
    now,
    subject,
    spans,
    subjectProblem: wrong && !('key' in wrong) ? wrong : null,
    spanProblem: wrong && 'key' in wrong ? wrong : null,
    problem: theirs || (closedReason !== null && problem === (error as ApiProblem).detail) ? null : problem,
    /** Why its member can't edit it anymore; null while they can. */
    closed,
    reason,
    changeReason: (next: string) => {
      setProblem(null);
      setReason(next);
    },
    isBusy,
    lengthMs: typedDurationMs(spans, style, now),
    changeSubject: (next: TypedSubject) => {
      clearProblem();
      setSubject(next);
    },
    changeSpans: (next: TypedSpan[]) => {
      clearProblem();
      setSpans(next);
    },
    submit: (event: SubmitEvent | KeyboardEvent) => {
      event.preventDefault();
      save();
    },
    /** The timer as another device has changed it since this was opened: nothing was overwritten. */
    theirs,
    takeTheirs: () => {
      if (!theirs) return;
      onSaved(theirs);
      before.current = theirs;
      setTimer(theirs);
      setSubject(typedSubject(theirs));
      setSpans(theirs.spans.map((span) => typedFrom(span, style)));
      clearProblem();
      clearError();
    },
    /** Saves the edits over theirs; unedited fields keep their changes. */
    keepYours: () => {
      if (!theirs) return;
      saved.current = theirs;
      before.current = theirs;
      save();
    },
  };
}

function isOpenAgain(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'time_not_closed';
}

function typedFrom(span: TimerJson['spans'][number], style: TimeStyle): TypedSpan {
  const to = span.ended_at === null ? null : Date.parse(span.ended_at);
  return typedSpan(span.id, Date.parse(span.started_at), to, style);
}
