'use client';

import { useCallback, useMemo, useState } from 'react';
import type { entryActions } from '#/components/entries/entry-actions.ts';
import type { EntryFormState } from '#/components/entries/entry-dialog.tsx';
import { useLive, useMay, useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Not part of the page's first load.
const ACTIONS = new LazyModule(() => import('#/components/entries/entry-actions.ts').then((part) => part.entryActions));

/** The actions on one entry. Undefined ones are not possible at the moment. */
export type EntryActions = {
  /** Opens the form with all its times. */
  edit: () => void;
  split: () => void;
  /** With the previous entry, if there is one. */
  merge: (() => void) | undefined;
  duplicate: () => void;
  ticketId: string | null;
  /** Pins or unpins its ticket. */
  pin: (() => void) | undefined;
  remove: () => void;
};

/** Actions on entries, the form that some of them open, and A for time added by hand. */
export function useEntryRowActions() {
  const live = useLive();
  const style = useTimeStyle();
  const needsServer = useNeedsServer();
  const mayPin = useMay('tickets:write');
  const [form, setForm] = useState<EntryFormState | null>(null);
  const close = useCallback(() => setForm(null), []);
  const add = useMemo(() => needsServer(() => setForm({ kind: 'add', like: null })), [needsServer]);
  useShortcuts(useMemo(() => ({ a: add }), [add]));
  const actionsFor = useCallback(
    (timer: TimerJson, before: TimerJson | undefined): EntryActions => {
      const { ticket } = timer;
      const act = needsServer(
        (action: (actions: ReturnType<typeof entryActions>) => void) =>
          void ACTIONS.get().then(
            (make) => action(make(live, style)),
            () =>
              live.toasts.show({
                icon: 'warning',
                lead: 'Couldn’t do that.',
                text: 'Can’t reach the server; try again in a moment.',
              }),
          ),
      );
      const open = needsServer(setForm);
      return {
        edit: () => open({ kind: 'edit', timer }),
        split: () => open({ kind: 'split', timer }),
        merge: before && (() => act((actions) => actions.merge(timer, before))),
        duplicate: () => open({ kind: 'add', like: timer }),
        ticketId: ticket?.id ?? null,
        pin: mayPin && ticket ? () => act((actions) => actions.pin(ticket)) : undefined,
        remove: () => act((actions) => actions.remove(timer)),
      };
    },
    [needsServer, mayPin, live, style],
  );
  return { form, close, add, actionsFor };
}
