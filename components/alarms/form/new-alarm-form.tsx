'use client';

import { type SubmitEvent, useRef, useState } from 'react';
import {
  type AlarmDraft,
  type DraftProblems,
  draftLike,
  problemsOf,
  readDraft,
} from '#/components/alarms/form/alarm-form.ts';
import { BodyField } from '#/components/alarms/form/body-field.tsx';
import { DestinationFields } from '#/components/alarms/form/destination-fields.tsx';
import { MoreAlarmOptions } from '#/components/alarms/form/more-alarm-options.tsx';
import { WhenFields } from '#/components/alarms/form/when-fields.tsx';
import { alarmName } from '#/components/alarms/format-alarm.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { draftFields } from '#/components/ui/form/draft-fields.ts';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import { Notice } from '#/components/ui/notice.tsx';
import type { CreateAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { AlarmJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { useAlarmMutations } from '#/lib/client/alarms/use-alarm-mutations.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { useIsOffline, useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

type NewAlarmFormProps = { like: AlarmJson | null; onCreated: (id: string) => void };

/** When, where to, and the body; the rest is collapsed. */
export function NewAlarmForm({ like, onCreated }: NewAlarmFormProps) {
  const { draft, change, problems, message, isBusy, submit, form } = useDraft(like, onCreated);
  const field = draftFields(draft, problems, change);
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <WhenFields
        when={draft.when}
        error={problems.when}
        onChange={(when) => change({ when: { ...draft.when, ...when } })}
      />
      <DestinationFields draft={draft} problems={problems} onChange={change} />
      <TextField label="Name" autoComplete="off" placeholder="invoice.reminder" {...field('name')} />
      <BodyField body={draft} rows={5} error={problems.payload} isJson={draft.sendTo !== 'webhook'} onChange={change} />
      <MoreAlarmOptions draft={draft} problems={problems} onChange={change} />
      <ModalFoot problem={message && <Notice tone="danger">{message}</Notice>}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
          Create alarm
        </Button>
      </ModalFoot>
    </form>
  );
}

/** The typed form, validated by the schema of the API before it is sent, and by the server afterwards. */
function useDraft(like: AlarmJson | null, onCreated: (id: string) => void) {
  const { clock, toasts } = useLive();
  const alarmMutations = useAlarmMutations();
  const { time_zone: timeZone } = useMe().user;
  const isOffline = useIsOffline();
  const [draft, setDraft] = useState(() => draftLike(like, dateIn(timeZone, clock.now())));
  const [problems, setProblems] = useState<DraftProblems>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sent = useRef({ body: '', key: '' });
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(form);

  const showProblems = (found: DraftProblems) => {
    setProblems(found);
    focusInvalid();
  };
  const change = (part: Partial<AlarmDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isOffline) return setMessage('You’re offline. Create it once the server is responding again.');
    const read = readDraft(draft, timeZone, clock.now());
    setMessage(null);
    if (!read.ok) return showProblems(read.problems);
    setBusy(true);
    try {
      const created = await alarmMutations.create(read.body, keyOf(sent, read.body));
      const { alarm } = created;
      toasts.show({ icon: 'check', lead: isNew(created) ? 'Created:' : 'Already exists:', text: alarmName(alarm) });
      onCreated(alarm.id);
    } catch (error) {
      const found = error instanceof ApiProblem ? problemsOf(error.fields) : {};
      showProblems(found);
      if (Object.keys(found).length === 0) setMessage(formatError(error));
      setBusy(false);
    }
  };
  return { draft, change, problems, message, isBusy, submit, form };
}

/** An alarm with this external id may have existed before. */
function isNew({ alarm, server_time }: AlarmResponseJson): boolean {
  return Date.parse(server_time) - Date.parse(alarm.created_at) < SECOND_MS;
}

/** The same key for the same body: sending it again after no response creates no second alarm. */
function keyOf(sent: { current: { body: string; key: string } }, body: CreateAlarmBody): string {
  const text = JSON.stringify(body);
  if (sent.current.body !== text) sent.current = { body: text, key: randomId() };
  return sent.current.key;
}

function formatError(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  return 'No response from the server. Send it again; it’s created only once.';
}
