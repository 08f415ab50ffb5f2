'use client';

import { useMemo } from 'react';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { WeekMutations } from '#/lib/client/weeks/week-mutations.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** An approver's actions on a member's week; `name` is the member and the week, for the toasts. */
export function useWeekActions() {
  const live = useLive();
  return useMemo(() => weekActions(live), [live]);
}

function weekActions({ client, http, toasts }: Live) {
  const mutations = new WeekMutations(client, http);

  /** With the sum that is shown. */
  async function approve(week: WeekJson, name: string): Promise<void> {
    try {
      await mutations.approve(week);
      toasts.show({ icon: 'check', lead: 'Approved.', text: `${name}: ${formatDuration(week.total_ms)}.` });
    } catch (error) {
      const isRejected = error instanceof ApiProblem;
      const text = isRejected ? error.detail : 'No response from the server. It may have been approved; check again.';
      toasts.show({ icon: 'warning', lead: 'Not approved.', text });
    }
  }

  /** Rejects with ApiProblem or NoResponse, which its form shows. */
  async function returnWeek(week: WeekJson, label: string, name: string): Promise<void> {
    await mutations.returnWeek(week, label);
    toasts.show({ icon: 'check', lead: 'Returned.', text: `${name}. Its time can be changed again.` });
  }

  return { approve, returnWeek };
}
