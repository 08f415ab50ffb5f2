'use client';

import dynamic from 'next/dynamic';
import type { CalendarFormState } from '#/components/calendar/calendar-forms.tsx';

const CalendarForms = dynamic(() =>
  import('#/components/calendar/calendar-forms.tsx').then((file) => file.CalendarForms),
);

/** The requested form, loaded with the first one. */
export function OpenForm({ form, onClose }: { form: CalendarFormState | null; onClose: () => void }) {
  return form && <CalendarForms form={form} onClose={onClose} />;
}
