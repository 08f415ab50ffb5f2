'use client';

import { useCallback, useMemo } from 'react';
import { lastHalfHour, useCalendarForm } from '#/components/calendar/use-calendar-form.ts';
import { dateAt } from '#/components/calendar/use-month-navigation.ts';
import { freeHour, type MonthDay } from '#/lib/client/calendar/month-days.ts';
import { useLive, useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The open form over a month: for an entry, or, with A, for new time on the focused day. */
export function useMonthForm(days: ReadonlyMap<string, MonthDay> | null, today: string) {
  const { isOn, form, open, close } = useCalendarForm();
  const { clock } = useLive();
  const style = useTimeStyle();
  const add = useCallback(() => {
    const date = dateAt(document.activeElement);
    const day = date !== null && date < today ? days?.get(date) : undefined;
    const now = clock.now();
    open({ kind: 'add', range: day ? freeHour(day, now, style) : lastHalfHour(now) });
  }, [days, today, clock, open, style]);
  useShortcuts(useMemo(() => ({ a: isOn ? add : undefined }), [isOn, add]));
  const edit = useCallback((timer: TimerJson) => isOn && open({ kind: 'edit', timer }), [isOn, open]);
  return { isOn, form, close, edit };
}
