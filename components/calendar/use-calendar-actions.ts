'use client';

import { useMemo } from 'react';
import { undoToasts } from '#/components/timers/undo-toasts.ts';
import { rangeOf, type TimeRange, withSpan } from '#/lib/client/calendar/calendar-drag.ts';
import { EntryMutations } from '#/lib/client/entries/entry-mutations.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import { formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { optimisticEdit } from '#/lib/client/timers/optimistic-timer.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type CalendarActions = ReturnType<typeof calendarActions>;

/** Changes of spans in the calendar: optimistic, rolled back when rejected, undone from the toast. */
export function useCalendarActions(): CalendarActions {
  const live = useLive();
  const style = useTimeStyle();
  const needsServer = useNeedsServer();
  return useMemo(() => {
    const actions = calendarActions(live, style);
    return { ...actions, move: needsServer(actions.move), remove: needsServer(actions.remove) };
  }, [live, style, needsServer]);
}

function calendarActions(live: Live, style: TimeStyle) {
  const { mutations, http, toasts, clock } = live;
  const entryMutations = new EntryMutations(mutations, http);

  const { showAtOnce } = undoToasts(live, style);

  function setSpans(before: TimerJson, spans: TimerJson['spans']): Promise<{ timer: TimerJson }> {
    const last = spans.at(-1)?.ended_at ?? null;
    const shown = { spans, started_at: spans[0]?.started_at ?? before.started_at, ended_at: before.ended_at && last };
    const bare = spans.map(({ started_at, ended_at }) => ({ started_at, ended_at }));
    return entryMutations.setSpans(before, bare, [{ after: optimisticEdit(before, shown), before }]);
  }

  function change(before: TimerJson, spans: TimerJson['spans'], toast: Toast): void {
    showAtOnce(setSpans(before, spans), toast, ({ timer }) => setSpans(timer, before.spans));
  }

  return {
    reject(message: string): void {
      toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: message });
    },

    /** Moves one span of a timer. */
    move(timer: TimerJson, spanIndex: number, range: TimeRange): void {
      const was = rangeOf(timer, spanIndex, clock.now());
      if (was.from === range.from && was.to === range.to) return;
      const text = formatRange(range.from, timer.spans[spanIndex]?.ended_at ? range.to : null, style);
      change(timer, withSpan(timer, spanIndex, range), { icon: 'check', lead: `Moved ${timerName(timer)}:`, text });
    },

    /** Removes one span; with the last one the timer is deleted. */
    remove(timer: TimerJson, spanIndex: number): void {
      const span = timer.spans[spanIndex];
      if (!span) return;
      if (span.ended_at === null) {
        toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: 'This timer is running. Stop it first.' });
        return;
      }
      const { from, to } = rangeOf(timer, spanIndex, clock.now());
      const text = `${timerName(timer)}, ${formatRange(from, to, style)}`;
      const toast = { icon: 'discard', lead: 'Deleted.', text } as const;
      if (timer.spans.length > 1) {
        change(timer, withSpan(timer, spanIndex, null), toast);
        return;
      }
      showAtOnce(mutations.change(timer, 'discard'), toast, ({ timer: gone }) => entryMutations.restore(timer, gone));
    },
  };
}
