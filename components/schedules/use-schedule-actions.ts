'use client';

import { useMemo } from 'react';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { ScheduleMutations } from '#/lib/client/schedules/schedule-mutations.ts';
import { counted } from '#/lib/client/time/format-time.ts';

export type ScheduleActions = ReturnType<typeof scheduleActions>;

const CATCH_UPS = {
  none: 'Missed runs are skipped.',
  latest: 'If runs were missed, the last one runs now.',
  all: 'Missed runs, if any, run now.',
};

/** Actions on schedules, with toasts of their results. */
export function useScheduleActions(): ScheduleActions {
  const live = useLive();
  return useMemo(() => scheduleActions(live), [live]);
}

function scheduleActions(live: Live) {
  const { client, http, toasts, clock } = live;
  const mutations = new ScheduleMutations(client, http);
  const showError = (error: unknown) => toastError(live, error);

  function pause(schedule: ListedScheduleJson): Promise<void> {
    return mutations.pause(schedule, { now: clock.now() }).then((paused) => {
      const text = 'Runs not sent yet are aborted.';
      toasts.show({
        icon: 'pause',
        lead: `${scheduleName(schedule)} paused.`,
        text,
        action: { undo: () => void resume(paused) },
      });
    }, showError);
  }

  function resume(schedule: ListedScheduleJson): Promise<void> {
    return mutations.resume(schedule).then((resumed) => {
      const text = CATCH_UPS[resumed.catch_up];
      toasts.show({ icon: 'play', lead: `${scheduleName(schedule)} resumed.`, text });
    }, showError);
  }

  /** Whether it was deleted. */
  function remove(schedule: ListedScheduleJson): Promise<boolean> {
    return mutations.remove(schedule).then(
      (aborted) => {
        const lead = `${scheduleName(schedule)} deleted.`;
        toasts.show({ icon: 'discard', lead, ...(aborted > 0 && { text: `${counted(aborted, 'run')} aborted.` }) });
        return true;
      },
      (error: unknown) => {
        showError(error);
        return false;
      },
    );
  }

  return { pause, resume, remove, mutations };
}

function toastError({ toasts }: Live, error: unknown): void {
  if (error instanceof ApiProblem) toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  else
    toasts.show({ icon: 'warning', lead: 'No response from the server.', text: 'The list shows the current state.' });
}
