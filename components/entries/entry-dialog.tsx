'use client';

import { useLate } from '#/components/ui/use-late.ts';
import { Late } from '#/lib/client/offline/late.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The open form about an entry, and its entry. */
export type EntryAsk =
  | { kind: 'add'; like: TimerJson | null }
  | { kind: 'edit'; timer: TimerJson }
  | { kind: 'split'; timer: TimerJson };

// Fields and the parsing of times are not part of the page's first load.
const FORMS = new Late(() => import('#/components/entries/entry-forms.tsx').then((part) => part.EntryForms));

export function EntryDialog({ ask, onClose }: { ask: EntryAsk | null; onClose: () => void }) {
  const Forms = useLate(FORMS, ask !== null, onClose);
  if (!ask) return null;
  return Forms ? <Forms ask={ask} onClose={onClose} /> : <i data-awaits-field />;
}
