'use client';

import dynamic from 'next/dynamic';
import type { CalendarAsk } from '#/components/calendar/calendar-forms.tsx';

const CalendarForms = dynamic(() =>
  import('#/components/calendar/calendar-forms.tsx').then((file) => file.CalendarForms),
);

/** The requested form, loaded with the first one. */
export function OpenForm({ ask, onClose }: { ask: CalendarAsk | null; onClose: () => void }) {
  return ask && <CalendarForms ask={ask} onClose={onClose} />;
}
