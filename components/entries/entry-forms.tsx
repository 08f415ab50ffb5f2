'use client';

import { type ComponentProps, useMemo, useState } from 'react';
import { AddEntry } from '#/components/entries/add-entry.tsx';
import { EditEntry } from '#/components/entries/edit-entry.tsx';
import { entryActions } from '#/components/entries/entry-actions.ts';
import type { EntryFormState } from '#/components/entries/entry-dialog.tsx';
import { SplitEntry } from '#/components/entries/split-entry.tsx';
import { useCurrentTimer, useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const FIRST_LENGTH_MS = 30 * MINUTE_MS;

/** The forms about entries: one at a time. */
export function EntryForms({ form, onClose }: { form: EntryFormState; onClose: () => void }) {
  const live = useLive();
  const style = useTimeStyle();
  const actions = useMemo(() => entryActions(live, style), [live, style]);
  switch (form.kind) {
    case 'add':
      return <AddForm like={form.like} onAdd={actions.add} onClose={onClose} />;
    case 'edit':
      return <EditEntry timer={form.timer} onSave={actions.edit} onClose={onClose} />;
    case 'split':
      return <SplitEntry timer={form.timer} onSplit={actions.split} onClose={onClose} />;
  }
}

/** Begins with the time just past, before the running timer. */
function AddForm({ like, onAdd, onClose }: Omit<ComponentProps<typeof AddEntry>, 'from' | 'to'>) {
  const { clock } = useLive();
  const { data: current } = useCurrentTimer();
  const [times] = useState(() => {
    const since = current?.timer?.running_since;
    const to = Math.floor((since ? Date.parse(since) : clock.now()) / MINUTE_MS) * MINUTE_MS;
    const length = like ? Math.max(MINUTE_MS, elapsedMs(like, clock.now())) : FIRST_LENGTH_MS;
    return { from: to - Math.round(length / MINUTE_MS) * MINUTE_MS, to };
  });
  return <AddEntry like={like} {...times} onAdd={onAdd} onClose={onClose} />;
}
