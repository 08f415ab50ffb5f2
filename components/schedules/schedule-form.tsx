'use client';

import { type SubmitEvent, useRef, useState } from 'react';
import { BodyField } from '#/components/alarms/body-field.tsx';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import { MoreScheduleOptions } from '#/components/schedules/more-schedule-options.tsx';
import {
  type DraftErrors,
  draftOf,
  errorsOf,
  readDraft,
  type ScheduleDraft,
} from '#/components/schedules/schedule-draft.ts';
import { TimingFields } from '#/components/schedules/timing-fields.tsx';
import { useScheduleActions } from '#/components/schedules/use-schedule-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/close-guard.tsx';
import { ModalFoot } from '#/components/ui/modal.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { SelectField } from '#/components/ui/select-field.tsx';
import { TextField } from '#/components/ui/text-field.tsx';
import { useInvalidFocus } from '#/components/ui/use-invalid-focus.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ApiProblem } from '#/lib/client/problem.ts';
import { useIsOffline, useLive, useMe } from '#/lib/client/use-live.tsx';

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'];

export type ScheduleFormProps = {
  /** The one that is edited; null for a new one. */
  schedule: ScheduleJson | null;
  zones: string[];
  onDone: (id: string) => void;
};

/** When it runs and what each run does; the rest folded away. */
export function ScheduleForm({ schedule, zones, onDone }: ScheduleFormProps) {
  const { draft, change, errors, message, isBusy, submit, form } = useDraft(schedule, onDone);
  const isEvent = schedule?.output_mode === 'event';
  const methods = METHODS.includes(draft.method) ? METHODS : [draft.method, ...METHODS];
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <TimingFields draft={draft} errors={errors} schedule={schedule} zones={zones} onChange={change} />
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
        hint="Of the schedule and of its alarms"
        value={draft.name}
        error={errors.name ?? null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <BodyField body={draft} rows={4} error={errors.payload} isJson={isEvent} onChange={change} />
      <MoreScheduleOptions draft={draft} errors={errors} isEdit={schedule !== null} onChange={change} />
      <ModalFoot problem={message && <Notice tone="danger">{message}</Notice>}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
          {schedule ? 'Save' : 'Create schedule'}
        </Button>
      </ModalFoot>
    </form>
  );
}

/** What is typed, checked before it is sent, and by the server after. */
function useDraft(schedule: ScheduleJson | null, onDone: (id: string) => void) {
  const { toasts } = useLive();
  const { mutations } = useScheduleActions();
  const { time_zone: timeZone } = useMe().user;
  const isOffline = useIsOffline();
  // What it was when the form was opened: someone else may change it meanwhile.
  const [opened] = useState(schedule);
  const [before] = useState(() => draftOf(schedule, timeZone));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(form);

  const showErrors = (found: DraftErrors) => {
    setErrors(found);
    focusInvalid();
  };
  const change = (part: Partial<ScheduleDraft>) => {
    setDraft((last) => ({ ...last, ...part }));
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([field]) => !(field in part))));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isOffline) return setMessage('You’re offline. Save it once the server responds again.');
    const read = readDraft(draft, opened && before, opened?.output_mode === 'event');
    setMessage(null);
    if (!read.ok) return showErrors(read.errors);
    setBusy(true);
    try {
      const saved = await (opened ? mutations.edit(opened, read.body) : mutations.create(read.body));
      toasts.show({ icon: 'check', lead: opened ? 'Saved:' : 'Created:', text: scheduleName(saved) });
      onDone(saved.id);
    } catch (error) {
      const found = error instanceof ApiProblem ? errorsOf(error.fields, draft) : {};
      showErrors(found);
      if (Object.keys(found).length === 0) setMessage(formatError(error, opened !== null));
      setBusy(false);
    }
  };
  return { draft, change, errors, message, isBusy, submit, form };
}

function formatError(error: unknown, isEdit: boolean): string {
  if (error instanceof ApiProblem) return error.detail;
  if (isEdit) return 'No response from the server. Send it again.';
  return 'No response from the server. Send it again; it’s created only once.';
}
