'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { entryActions } from '#/components/entries/entry-actions.ts';
import { EntryConflict } from '#/components/entries/entry-conflict.tsx';
import { TicketField } from '#/components/entries/ticket-field.tsx';
import { useEntryEdit } from '#/components/entries/use-entry-edit.ts';
import { ProposeReason } from '#/components/proposals/propose-reason.tsx';
import { Button } from '#/components/ui/button.tsx';
import { DiscardPromptBar, useCloseGuard } from '#/components/ui/dialog/close-guard.tsx';
import { FieldError, TextField } from '#/components/ui/form/text-field.tsx';
import type { SpanProblem } from '#/lib/client/entries/typed-span.ts';
import type { TypedSubject } from '#/lib/client/entries/typed-subject.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type EntryEditorProps = { timer: TimerJson; onClose: () => void };

/**
 * An entry edited in the list: start, end, ticket, title and tags. Enter saves, Esc and Cancel discard, and ask before
 * typed text is lost. With several spans it has the first one's start and the last one's end; the form of all times has
 * the rest.
 */
export function EntryEditor({ timer, onClose }: EntryEditorProps) {
  const live = useLive();
  const style = useTimeStyle();
  const actions = useMemo(() => entryActions(live, style), [live, style]);
  const edit = useEntryEdit(timer, actions.edit, onClose);
  const guard = useCloseGuard(true, onClose);
  const formId = useId();
  const box = useRef<HTMLTableRowElement>(null);
  // The browser scrolls to the focused field, and leaves the part below it behind the bar and the toasts of a phone.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const errorId = `${formId}-error`;
  const problem = edit.spanProblem?.problem ?? edit.subjectProblem?.problem ?? edit.problem;
  const shared = (isWrong: boolean) => ({
    form: formId,
    isLabelHidden: true,
    autoComplete: 'off',
    className: 'min-w-0',
    ...(isWrong && { 'aria-invalid': true }),
    ...(problem && { 'aria-describedby': errorId }),
  });
  const about = (name: keyof TypedSubject) => ({
    ...shared(edit.subjectProblem?.field === name),
    value: edit.subject[name],
  });
  const time = (end: 'from' | 'to') => {
    const span = edit.spans.at(end === 'from' ? 0 : -1);
    return {
      ...shared(isWrongAt(edit.spanProblem, end, span?.key)),
      value: span?.[end] ?? 'now',
      disabled: span?.[end] === null,
      onChange: ({ target }: { target: HTMLInputElement }) =>
        edit.changeSpans(edit.spans.map((one) => (one === span ? { ...one, [end]: target.value } : one))),
    };
  };
  const change = (name: keyof TypedSubject) => (value: string) =>
    edit.changeSubject({ ...edit.subject, [name]: value });
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) edit.submit(event);
    if (event.key === 'Escape') guard.close();
    // They move the caret here, not the selection in the list.
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  };
  return (
    <tr
      ref={box}
      data-entry={timer.id}
      aria-level={1}
      className="block scroll-mt-8 scroll-mb-12 md:scroll-mb-36 border-b border-line bg-sunken px-4 py-2 md:px-2"
    >
      <td className="block" onFocus={guard.note} onKeyDown={handleKey}>
        <form id={formId} noValidate aria-label={`Edit ${timerName(timer)}`} onSubmit={edit.submit}>
          <div className="grid grid-cols-2 gap-2 max-md:[&_input]:scroll-mb-12 md:grid-cols-[84px_84px_112px_minmax(0,1fr)_120px]">
            <TextField label="From" {...time('from')} />
            <TextField label="To" {...time('to')} />
            <TicketField
              label="Ticket"
              placeholder="Ticket"
              maxLength={2_000}
              {...about('ticket')}
              onChange={change('ticket')}
            />
            <TextField
              label="Title"
              placeholder="Title"
              maxLength={500}
              spellCheck
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
              {...about('title')}
              className="min-w-0 max-md:order-first max-md:col-span-full"
              onChange={(event) => change('title')(event.target.value)}
            />
            <TextField
              label="Tags"
              placeholder="Tags"
              maxLength={3_000}
              {...about('tags')}
              onChange={(event) => change('tags')(event.target.value)}
            />
          </div>
          {guard.question && (
            <DiscardPromptBar isInline question={guard.question} onKeep={guard.keep} onClose={guard.discard} />
          )}
          {edit.closed !== null && (
            <div className="mt-2">
              <ProposeReason text={edit.closed} reason={edit.reason} onChange={edit.changeReason} />
            </div>
          )}
          {edit.theirs && <EntryConflict theirs={edit.theirs} onTake={edit.takeTheirs} onKeep={edit.keepYours} />}
          <div className={guard.question ? 'hidden' : 'mt-2 flex items-center gap-2'}>
            <span className="font-medium">{edit.lengthMs === null ? '–' : formatDuration(edit.lengthMs)}</span>
            <div role="alert" className="min-w-0 grow">
              <FieldError id={errorId} error={problem ?? null} />
            </div>
            <Button size="sm" className="pointer-coarse:h-11" onClick={guard.close}>
              Cancel
            </Button>
            <Button
              type="submit"
              size="sm"
              variant="ink"
              keyLabel="↵"
              busy={edit.isBusy}
              busyLabel={edit.closed === null ? 'Saving…' : 'Proposing…'}
              className="pointer-coarse:h-11"
            >
              {edit.closed === null ? 'Save' : 'Propose this correction'}
            </Button>
          </div>
        </form>
      </td>
    </tr>
  );
}

function isWrongAt(problem: SpanProblem | null, end: 'from' | 'to', key: string | undefined): boolean {
  if (!problem || problem.key !== key) return false;
  return problem.field === end || (problem.field === 'date' && end === 'from');
}
