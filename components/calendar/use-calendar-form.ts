'use client';

import { useCallback, useMemo, useState } from 'react';
import type { CalendarFormState } from '#/components/calendar/calendar-forms.tsx';
import type { TimeRange } from '#/lib/client/calendar/calendar-drag.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** The open form, for people who may edit time; offline none opens. */
export function useCalendarForm() {
  const [form, setForm] = useState<CalendarFormState | null>(null);
  const isOn = useMay('timers:write');
  const needsServer = useNeedsServer();
  return {
    isOn,
    form,
    open: useMemo(() => needsServer((next: CalendarFormState) => setForm(next)), [needsServer]),
    close: useCallback(() => setForm(null), []),
  };
}

/** The initial range of the form for new time without a focused place in the calendar. */
export function lastHalfHour(serverNow: number): TimeRange {
  const to = Math.floor(serverNow / MINUTE_MS) * MINUTE_MS;
  return { from: to - HOUR_MS / 2, to };
}
