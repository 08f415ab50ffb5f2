'use client';

import { useMutationState, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { AlarmPageLinks } from '#/components/alarms/alarm-page-links.tsx';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { AddReceiver } from '#/components/receivers/add-receiver.tsx';
import type { RowActions } from '#/components/receivers/receiver-row.tsx';
import { ReceiverTable } from '#/components/receivers/receiver-table.tsx';
import { ToggleReceiver } from '#/components/receivers/toggle-receiver.tsx';
import { useReceiverActions } from '#/components/receivers/use-receiver-actions.ts';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { endpointsQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { useIsOffline, useLive, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { pendingChange, RECEIVER_CHANGES } from '#/lib/client/receivers/receiver-mutations.ts';
import { receiversQuery, usedOriginsQuery } from '#/lib/client/receivers/receiver-queries.ts';
import { type ReceiverRow, receiverRows, withPending } from '#/lib/client/receivers/receiver-rows.ts';

/** Receivers: where alarms go, how many wait, and how fast they are sent. */
export function ReceiversScreen() {
  const source = useAlarmSource();
  const query = useQuery(receiversQuery(source.get));
  const rows = useRows(query.data?.receivers);
  const mayWrite = useMay('alarms:write');
  const isOffline = useIsOffline();
  const [dialog, setDialog] = useState<ReceiverRow | 'new' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-receiver]');
  const compose = useCallback(() => setDialog('new'), []);
  useShortcuts(useMemo(() => ({ c: mayWrite ? compose : undefined }), [mayWrite, compose]));
  const actions = useActions(setDialog);
  const close = () => setDialog(null);
  return (
    <>
      <PageHead title="Receivers">
        <AlarmPageLinks here="receivers" className="max-md:hidden" />
        {mayWrite && <CreateButton text="Add an origin" onClick={compose} />}
        <TimerStrip />
      </PageHead>
      <div
        ref={box}
        tabIndex={-1}
        className="@container mx-auto max-w-[1440px] px-4 pt-2 pb-16 outline-none md:px-8 md:pt-4"
      >
        <AlarmPageLinks here="receivers" className="mb-3 md:hidden" />
        <p className="mb-2 max-w-[640px] text-text-3">
          Pause or limit delivery. Alarms that come due in the meantime are sent later.
          {!mayWrite && ' Your role doesn’t include this. Ask an owner or admin of the workspace.'}
          {isOffline && ' Offline, last known state.'}
        </p>
        {query.data && (
          <div className="max-md:-mx-4">
            <ReceiverTable rows={rows} actions={mayWrite ? actions : null} />
          </div>
        )}
        {query.data && rows.length === 1 && <NoReceivers />}
        {query.isPending && <ListSkeleton noun="receivers" isTall />}
        {query.isError && !query.data && (
          <ListError noun="receivers" error={query.error} meanwhile="Alarms still fire." />
        )}
      </div>
      {dialog === 'new' && <AddReceiver onAdded={close} onClose={close} />}
      {dialog !== null && dialog !== 'new' && <ToggleReceiver row={dialog} onClose={close} />}
    </>
  );
}

function NoReceivers() {
  return (
    <p role="status" className="py-6 text-text-2">
      No alarms have been sent yet. Webhooks and the origins that alarms and schedules call are listed here.
    </p>
  );
}

/** Receivers that are paused or limited, and all that could be. */
function useRows(receivers: Parameters<typeof receiverRows>[0]['receivers'] | undefined): ReceiverRow[] {
  const { http } = useLive();
  const { data: origins } = useQuery(usedOriginsQuery(useAlarmSource()));
  const mayRead = useMay('endpoints:manage');
  const { data: endpoints } = useQuery({ ...endpointsQuery(http), enabled: mayRead });
  const pending = useMutationState({ filters: RECEIVER_CHANGES, select: ({ state }) => state.variables });
  return useMemo(() => {
    const shown = withPending(receivers ?? [], pending.flatMap(pendingChange));
    return receiverRows({ receivers: shown, endpoints: endpoints?.endpoints ?? [], origins: origins ?? [] });
  }, [receivers, endpoints, origins, pending]);
}

/** Pausing asks first, and resuming if alarms wait. */
function useActions(ask: (row: ReceiverRow) => void): NonNullable<RowActions> {
  const { limit, resume, removeLimits } = useReceiverActions();
  const needsServer = useNeedsServer();
  return useMemo(
    () => ({
      onToggle: needsServer((row) => {
        const isIdle = row.receiver?.paused === true && row.receiver.waiting_count === 0;
        if (isIdle) void resume(row);
        else ask(row);
      }),
      onLimit: needsServer((row, limits) => void limit(row, limits)),
      onRemove: needsServer(({ receiver, ...row }) => {
        if (receiver) void removeLimits({ ...row, receiver });
      }),
    }),
    [needsServer, limit, resume, removeLimits, ask],
  );
}
