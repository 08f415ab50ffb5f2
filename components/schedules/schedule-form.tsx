'use client';

import type { ReactNode } from 'react';
import { BodyField } from '#/components/alarms/form/body-field.tsx';
import { formatContested } from '#/components/schedules/format-contested.ts';
import { MoreScheduleOptions } from '#/components/schedules/more-schedule-options.tsx';
import { TimingFields } from '#/components/schedules/timing-fields.tsx';
import { type ScheduleEdit, useScheduleDraft } from '#/components/schedules/use-schedule-draft.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ConflictNotice } from '#/components/ui/dialog/conflict-notice.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'];

export type ScheduleFormProps = {
  /** The one that is edited; null for a new one. */
  schedule: ScheduleJson | null;
  zones: string[];
  onDone: (id: string) => void;
};

/** When it runs and what each run does; the rest folded away. */
export function ScheduleForm({ schedule, zones, onDone }: ScheduleFormProps) {
  const edit = useScheduleDraft(schedule, onDone);
  const { draft, change, errors, isBusy, submit, form } = edit;
  const isEvent = schedule?.output_mode === 'event';
  const methods = METHODS.includes(draft.method) ? METHODS : [draft.method, ...METHODS];
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <TimingFields draft={draft} errors={errors} schedule={edit.schedule} zones={zones} onChange={change} />
      {!isEvent && (
        <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
          <SelectField
            label="Method"
            value={draft.method}
            error={errors.method}
            onChange={(event) => change({ method: event.target.value })}
          >
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </SelectField>
          <TextField
            label="URL"
            type="url"
            autoComplete="off"
            placeholder="https://reports.example.com/hooks/daily"
            value={draft.url}
            error={errors.url ?? null}
            onChange={(event) => change({ url: event.target.value })}
          />
        </div>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="report.daily"
        hint="Used for the schedule and its alarms"
        value={draft.name}
        error={errors.name ?? null}
        onChange={(event) => change({ name: event.target.value })}
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

/** What someone else has saved meanwhile, or why it was not saved. */
function problemOf({ conflict, message, takeTheirs, keepYours }: ScheduleEdit): ReactNode {
  if (!conflict) return message && <Notice tone="danger">{message}</Notice>;
  return (
    <ConflictNotice onTake={takeTheirs} onKeep={keepYours}>
      It was changed elsewhere since you opened it. The saved version has:{' '}
      {formatContested(conflict.theirs, conflict.fields)}.
    </ConflictNotice>
  );
}
