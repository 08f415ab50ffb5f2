'use client';

import { useMemo } from 'react';
import { AddEntry } from '#/components/entries/add-entry.tsx';
import { EditEntry } from '#/components/entries/edit-entry.tsx';
import { entryActions } from '#/components/entries/entry-actions.ts';
import type { TimeRange } from '#/lib/client/calendar/calendar-drag.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The open form: for a timer, or for time to be added. */
export type CalendarFormState = { kind: 'edit'; timer: TimerJson } | { kind: 'add'; range: TimeRange };

/** Exact times and words, in fields: also everything that a drag can do. Loaded when it is first opened. */
export function CalendarForms({ form, onClose }: { form: CalendarFormState; onClose: () => void }) {
  const actions = useEntryActions();
  if (form.kind === 'edit') return <EditForm timer={form.timer} onClose={onClose} />;
  return <AddEntry like={null} {...form.range} onAdd={actions.add} onClose={onClose} />;
}

function EditForm({ timer, onClose }: { timer: TimerJson; onClose: () => void }) {
  const actions = useEntryActions();
  const remove = () => {
    onClose();
    actions.remove(timer);
  };
  const isRunning = timer.status === 'running';
  return <EditEntry timer={timer} onSave={actions.edit} onDelete={isRunning ? undefined : remove} onClose={onClose} />;
}

/** The actions of the forms, with messages about their results. */
function useEntryActions() {
  const live = useLive();
  const style = useTimeStyle();
  return useMemo(() => entryActions(live, style), [live, style]);
}
