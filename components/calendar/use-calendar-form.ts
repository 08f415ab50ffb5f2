'use client';

import { useCallback, useMemo, useState } from 'react';
import type { CalendarAsk } from '#/components/calendar/calendar-forms.tsx';
import type { TimeRange } from '#/lib/client/calendar/calendar-drag.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** Which form is open, for those who may change time; offline none opens. */
export function useCalendarForm() {
  const [ask, setAsk] = useState<CalendarAsk | null>(null);
  const isOn = useMay('timers:write');
  const needsServer = useNeedsServer();
  return {
    isOn,
    ask,
    open: useMemo(() => needsServer((next: CalendarAsk) => setAsk(next)), [needsServer]),
    close: useCallback(() => setAsk(null), []),
  };
}

/** What the form for new time begins with where no place in the calendar has the focus. */
export function lastHalfHour(serverNow: number): TimeRange {
  const to = Math.floor(serverNow / MINUTE_MS) * MINUTE_MS;
  return { from: to - HOUR_MS / 2, to };
}
