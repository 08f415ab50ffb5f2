'use client';

import type { ReactNode } from 'react';
import { BodyField } from '#/components/alarms/form/body-field.tsx';
import { WebhookFields } from '#/components/alarms/form/webhook-fields.tsx';
import { formatContested } from '#/components/schedules/format-contested.ts';
import { MoreScheduleOptions } from '#/components/schedules/more-schedule-options.tsx';
import { TimingFields } from '#/components/schedules/timing-fields.tsx';
import { type ScheduleEdit, useScheduleDraft } from '#/components/schedules/use-schedule-draft.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ConflictNotice } from '#/components/ui/dialog/conflict-notice.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { draftFields } from '#/components/ui/form/draft-fields.ts';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

export type ScheduleFormProps = {
  /** The one being edited; null for a new one. */
  schedule: ScheduleJson | null;
  zones: string[];
  onDone: (id: string) => void;
};

/** When it runs and what each run does; the rest is collapsed. */
export function ScheduleForm({ schedule, zones, onDone }: ScheduleFormProps) {
  const edit = useScheduleDraft(schedule, onDone);
  const { draft, change, errors, isBusy, submit, form } = edit;
  const field = draftFields(draft, errors, change);
  const isEvent = schedule?.output_mode === 'event';
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <TimingFields draft={draft} errors={errors} schedule={edit.schedule} zones={zones} onChange={change} />
      {!isEvent && (
        <WebhookFields
          webhook={draft}
          errors={errors}
          placeholder="https://reports.example.com/hooks/daily"
          onChange={change}
        />
      )}
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="report.daily"
        hint="Used for the schedule and its alarms"
        {...field('name')}
      />
      <BodyField body={draft} rows={4} error={errors.payload} isJson={isEvent} onChange={change} />
      <MoreScheduleOptions draft={draft} errors={errors} isEdit={schedule !== null} onChange={change} />
      <ModalFoot problem={problemOf(edit)}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
          {schedule ? 'Save' : 'Create schedule'}
        </Button>
      </ModalFoot>
    </form>
  );
}

/** What another person has saved meanwhile, or why it was not saved. */
function problemOf({ conflict, message, takeTheirs, keepYours }: ScheduleEdit): ReactNode {
  if (!conflict) return message && <Notice tone="danger">{message}</Notice>;
  return (
    <ConflictNotice onTake={takeTheirs} onKeep={keepYours}>
      It was changed elsewhere since you opened it. The saved version has:{' '}
      {formatContested(conflict.theirs, conflict.fields)}.
    </ConflictNotice>
  );
}
