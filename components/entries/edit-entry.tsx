'use client';

import type { EntryEdit } from '#/components/entries/entry-actions.ts';
import { EntryConflict } from '#/components/entries/entry-conflict.tsx';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { SpanFields } from '#/components/entries/span-fields.tsx';
import { SubjectFields } from '#/components/entries/subject-fields.tsx';
import { useEntryEdit } from '#/components/entries/use-entry-edit.ts';
import { ProposalState, useOwnProposal } from '#/components/proposals/proposal-state.tsx';
import { ProposeReason } from '#/components/proposals/propose-reason.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { type TypedSpan, typedSpan } from '#/lib/client/entries/typed-span.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type EditEntryProps = {
  timer: TimerJson;
  onSave: (edit: EntryEdit) => Promise<void>;
  /** Without it nothing here deletes the entry. */
  onDelete?: (() => void) | undefined;
  onClose: () => void;
};

/** The subject of an entry and its exact times. ⌘↵ saves, as Enter does. */
export function EditEntry({ timer: latest, onSave, onDelete, onClose }: EditEntryProps) {
  const edit = useEntryEdit(latest, onSave, onClose);
  const { timer, style, now, spans, submit } = edit;
  const proposal = useOwnProposal(timer.id);
  return (
    <Modal title={`Edit ${timerName(timer)}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && submit(event)}
        className="grid gap-4"
      >
        {proposal && <ProposalState proposal={proposal} />}
        <SubjectFields subject={edit.subject} problem={edit.subjectProblem} onChange={edit.changeSubject} />
        <SpanFields spans={spans} problem={edit.spanProblem} onChange={edit.changeSpans} />
        <div className="flex min-h-7 items-center justify-between">
          <Button
            size="sm"
            variant="ghost"
            icon="plus"
            onClick={() => edit.changeSpans([...spans, spanAfter(spans, now, style)])}
          >
            Add a span
          </Button>
          {onDelete && (
            <Button size="sm" variant="ghost" icon="discard" className="mr-auto" onClick={onDelete}>
              Delete
            </Button>
          )}
          <span className="font-medium">{edit.lengthMs === null ? '–' : formatDuration(edit.lengthMs)}</span>
        </div>
        {edit.closed !== null && <ProposeReason text={edit.closed} reason={edit.reason} onChange={edit.changeReason} />}
        {edit.theirs && <EntryConflict theirs={edit.theirs} onTake={edit.takeTheirs} onKeep={edit.keepYours} />}
        <EntryFormFoot
          problem={edit.problem}
          isBusy={edit.isBusy}
          verb={edit.closed === null ? 'Save' : 'Propose this correction'}
          busyVerb={edit.closed === null ? 'Saving…' : 'Proposing…'}
        />
      </form>
    </Modal>
  );
}

/** By default: the quarter of an hour before the first span, where there is always room in the fields. */
function spanAfter(spans: TypedSpan[], now: number, style: TimeStyle): TypedSpan {
  const first = Math.min(now, ...spans.map(({ was }) => was.from));
  return typedSpan(randomId(), first - 15 * MINUTE_MS, first, style);
}
