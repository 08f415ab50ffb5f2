'use client';

import { type SubmitEvent, useState } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useWeekActions } from '#/components/weeks/use-week-actions.ts';
import { useToday } from '#/lib/client/live/use-live.tsx';
import { weekDays } from '#/lib/client/weeks/format-week.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

const MAX_COMMENT_LENGTH = 500;

/** Asks what to change in a week; its member can edit its time again, and submit it again. */
export function ReturnWeek({ week, onClose }: { week: WeekJson; onClose: () => void }) {
  const name = useNames()(week.user_id);
  const days = weekDays(week.starts_on, useToday());
  const { returnWeek } = useWeekActions();
  const [text, setText] = useState('');
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!text.trim()) setProblem('Enter what needs to change.');
    else void send(() => returnWeek(week, text.trim(), `${name}, ${days}`));
  };
  return (
    <Modal title={`Return ${name}’s week, ${days}?`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text-2">
          {week.status === 'approved' ? 'It is no longer approved. ' : ''}
          {name} is notified, can change the week, and submits it again.
        </p>
        <TextField
          label="What needs to change"
          data-autofocus
          autoComplete="off"
          spellCheck
          maxLength={MAX_COMMENT_LENGTH}
          value={text}
          onChange={(event) => {
            setProblem(null);
            setText(event.target.value);
          }}
        />
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Return" busyVerb="Returning…" />
      </form>
    </Modal>
  );
}
