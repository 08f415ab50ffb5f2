'use client';

import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The open form about an entry, and its entry. */
export type EntryFormState =
  | { kind: 'add'; like: TimerJson | null }
  | { kind: 'edit'; timer: TimerJson }
  | { kind: 'split'; timer: TimerJson };

// Fields and the parsing of times are not part of the page's first load.
const FORMS = new LazyModule(() => import('#/components/entries/entry-forms.tsx').then((part) => part.EntryForms));

export function EntryDialog({ form, onClose }: { form: EntryFormState | null; onClose: () => void }) {
  const Forms = useLazyModule(FORMS, form !== null, onClose);
  if (!form) return null;
  return Forms ? <Forms form={form} onClose={onClose} /> : <i data-awaits-field />;
}
