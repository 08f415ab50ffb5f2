'use client';

import { type SubmitEvent, useRef, useState } from 'react';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import {
  type DraftErrors,
  type DraftField,
  draftOf,
  errorsOf,
  readDraft,
  type ScheduleDraft,
} from '#/components/schedules/schedule-draft.ts';
import { rebaseDraft, withTheirFields } from '#/components/schedules/schedule-rebase.ts';
import { useScheduleActions } from '#/components/schedules/use-schedule-actions.ts';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useIsOffline, useLive, useMe } from '#/lib/client/live/use-live.tsx';

/** The base of a draft: a schedule at a version, and its form. A new one has none. */
type Base = { schedule: ScheduleJson | null; draft: ScheduleDraft };
/** Fields that another person has changed meanwhile too. */
type Conflict = { theirs: ScheduleJson; fields: readonly DraftField[] };

export type ScheduleEdit = ReturnType<typeof useScheduleDraft>;

/**
 * The typed form, validated before it is sent, and by the server afterwards. Changes saved by another person meanwhile
 * are not overwritten unseen, and nothing typed is lost because of them.
 */
export function useScheduleDraft(schedule: ScheduleJson | null, onDone: (id: string) => void) {
  const { toasts } = useLive();
  const { mutations } = useScheduleActions();
  const { time_zone: timeZone } = useMe().user;
  const isOffline = useIsOffline();
  const baseOf = (one: ScheduleJson | null): Base => ({ schedule: one, draft: draftOf(one, timeZone) });
  const [base, setBase] = useState(() => baseOf(schedule));
  const [draft, setDraft] = useState(base.draft);
  const [conflict, setConflict] = useState<Conflict | null>(null);
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
  const send = async (over: Base, typed: ScheduleDraft, body: object): Promise<void> => {
    const opened = over.schedule;
    try {
      const saved = await (opened ? mutations.edit(opened, body) : mutations.create(body));
      toasts.show({ icon: 'check', lead: opened ? 'Saved:' : 'Created:', text: scheduleName(saved) });
      onDone(saved.id);
    } catch (error) {
      if (!opened || !isOutdated(error)) throw error;
      await rebase(over, typed, await mutations.read(opened.id));
    }
  };
  /** Sends the draft for their version, or asks if both changed the same. */
  const rebase = async (over: Base, typed: ScheduleDraft, theirs: ScheduleJson): Promise<void> => {
    const next = baseOf(theirs);
    const rebased = rebaseDraft({ draft: typed, before: over.draft, theirs: next.draft });
    setDraft(rebased.draft);
    if (rebased.contested.length > 0) return setConflict({ theirs, fields: rebased.contested });
    setBase(next);
    await save(next, rebased.draft);
  };
  const save = async (over: Base, typed: ScheduleDraft): Promise<void> => {
    const read = readDraft(typed, over.schedule && over.draft, over.schedule?.output_mode === 'event');
    setMessage(null);
    setConflict(null);
    if (!read.ok) return showErrors(read.errors);
    setBusy(true);
    try {
      await send(over, typed, read.body);
    } catch (error) {
      const found = error instanceof ApiProblem ? errorsOf(error.fields, typed) : {};
      showErrors(found);
      if (Object.keys(found).length === 0) setMessage(formatError(error, over.schedule !== null));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isOffline) return setMessage('You’re offline. Save it once the server is responding again.');
    void save(base, draft);
  };
  /** Their version from here on; with their or our fields where both changed them. */
  const decide = (decided: (next: Base, found: Conflict) => void) => () => {
    if (!conflict) return;
    const next = baseOf(conflict.theirs);
    setBase(next);
    setConflict(null);
    // The pressed button is removed.
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    decided(next, conflict);
  };
  return {
    /** As it was when typing began: another person may change it meanwhile. */
    schedule: base.schedule,
    draft,
    change,
    errors,
    message,
    isBusy,
    submit,
    form,
    conflict,
    takeTheirs: decide((next, { fields }) => setDraft((last) => withTheirFields(last, next.draft, fields))),
    keepYours: decide((next) => void save(next, draft)),
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'schedule_version_mismatch';
}

function formatError(error: unknown, isEdit: boolean): string {
  if (error instanceof ApiProblem) return error.detail;
  if (isEdit) return 'No response from the server. Send it again.';
  return 'No response from the server. Send it again; it’s created only once.';
}
