'use client';

import { useMemo } from 'react';
import { formatWaitingSent } from '#/components/receivers/format-receiver.ts';
import type { EditReceiverInput, ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { ReceiverMutations } from '#/lib/client/receivers/receiver-mutations.ts';
import type { ReceiverRow } from '#/lib/client/receivers/receiver-rows.ts';

export type ReceiverActions = ReturnType<typeof receiverActions>;

/** Actions on receivers, with toasts of their results. */
export function useReceiverActions(): ReceiverActions {
  const live = useLive();
  return useMemo(() => receiverActions(live), [live]);
}

function receiverActions(live: Live) {
  const { client, http, toasts } = live;
  const mutations = new ReceiverMutations(client, http);
  const showError = (error: unknown) => toastError(live, error);

  function pause(row: ReceiverRow): Promise<void> {
    return mutations.change(row.target, { paused: true }).then(() => {
      const text = 'Requests in flight finish; the rest wait.';
      toasts.show({ icon: 'pause', lead: `Paused: ${row.name}.`, text });
    }, showError);
  }

  function resume(row: ReceiverRow): Promise<void> {
    const waiting = row.receiver?.waiting_count ?? 0;
    return mutations.change(row.target, { paused: false }).then(() => {
      const text = waiting > 0 ? 'Waiting alarms are being sent.' : 'Nothing was waiting.';
      toasts.show({ icon: 'play', lead: `Resumed: ${row.name}.`, text });
    }, showError);
  }

  function limit(row: ReceiverRow, limits: EditReceiverInput): Promise<void> {
    return mutations.change(row.target, limits).then(() => {
      toasts.show({ icon: 'check', lead: 'Saved:', text: row.name });
    }, showError);
  }

  /** A paused one stays so: resuming is a separate action. */
  function removeLimits(row: ReceiverRow & { receiver: ReceiverJson }): Promise<void> {
    const { paused, max_per_second, max_concurrency, waiting_count } = row.receiver;
    const limits = { max_per_second, max_concurrency };
    if (paused) return limit(row, { max_per_second: null, max_concurrency: null });
    return mutations.remove(row.target).then(() => {
      const again = () => void mutations.change(row.target, limits).catch(showError);
      const text = waiting_count > 0 ? formatWaitingSent(waiting_count) : '';
      toasts.show({
        icon: 'check',
        lead: `No limits: ${row.name}.`,
        ...(text && { text }),
        action: { undo: again },
      });
    }, showError);
  }

  return { pause, resume, limit, removeLimits, mutations };
}

function toastError({ toasts }: Live, error: unknown): void {
  if (error instanceof ApiProblem) toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  else
    toasts.show({ icon: 'warning', lead: 'No response from the server.', text: 'The list shows the current state.' });
}
