'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { RedriveDeadLetters } from '#/components/alarms/dead-letters/redrive-dead-letters.tsx';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { DeadLetters } from '#/components/operations/dead-letters.tsx';
import { WINDOW_NAMES } from '#/components/operations/format-operations.ts';
import { OperationsBar } from '#/components/operations/operations-bar.tsx';
import { DueChart, LatenessChart, QueueChart, TimersChart } from '#/components/operations/operations-charts.tsx';
import { ServiceOverview, WorkspaceOverview } from '#/components/operations/operations-figures.tsx';
import { OperationsSkeleton } from '#/components/operations/operations-skeleton.tsx';
import { AlertList, DatabaseFacts, QueueList, TimeKeeping } from '#/components/operations/service-facts.tsx';
import { type ServiceFigures, serviceFigures, timersUntilNow } from '#/components/operations/service-figures.ts';
import { StaleNotice } from '#/components/operations/stale-notice.tsx';
import { TroubledWebhooks } from '#/components/operations/troubled-webhooks.tsx';
import { WorkerList } from '#/components/operations/worker-list.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { OperationsJson, OperationsWindow } from '#/lib/analytics/minutes/operations-schemas.ts';
import type { DeadLetterChoice } from '#/lib/client/alarms/alarm-mutations.ts';
import { useLive, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { OPERATIONS_KEY, operationsQuery, POLL_MS } from '#/lib/client/operations/operations-queries.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/** Longer than dead letters are kept. */
const ALL_DEAD_MS = 3_650 * DAY_MS;

/** Whether alarms are on time, at a glance. Polls. */
export function OperationsScreen() {
  const source = useAlarmSource();
  const client = useQueryClient();
  const { clock } = useLive();
  const mayRead = useMay('operations:read');
  const mayRedrive = useMay('alarms:write');
  const needsServer = useNeedsServer();
  const [window, setWindow] = useState<OperationsWindow>('1h');
  const [dialog, setDialog] = useState<DeadLetterChoice | null>(null);
  const deadHeading = useRef<HTMLHeadingElement>(null);
  const { data, error, isPending } = useQuery(operationsQuery(source.get, window));
  const showDead = useCallback(() => {
    deadHeading.current?.scrollIntoView({ block: 'start' });
    deadHeading.current?.focus();
  }, []);
  const redriveAll = useMemo(
    () =>
      needsServer(() => {
        const now = clock.now();
        setDialog({
          finished_from: new Date(now - ALL_DEAD_MS).toISOString(),
          finished_to: new Date(now).toISOString(),
        });
      }),
    [needsServer, clock],
  );
  const closeRedrive = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: OPERATIONS_KEY });
  };
  const hasDead = (data?.workspace.dead ?? 0) > 0;
  useShortcuts(
    useMemo(
      () => ({ d: hasDead ? showDead : undefined, r: hasDead && mayRedrive ? redriveAll : undefined }),
      [hasDead, mayRedrive, showDead, redriveAll],
    ),
  );
  return (
    <>
      <PageHead title="Operations">
        {mayRead && (
          <StaleNotice at={data?.server_time} everyMs={POLL_MS[window]}>
            <Segmented label="Period" options={WINDOW_NAMES} value={window} onChange={setWindow} />
          </StaleNotice>
        )}
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4">
        {data && <Operations data={data} deadHeading={deadHeading} onShowDead={showDead} onRedriveAll={redriveAll} />}
        {isPending && <OperationsSkeleton />}
        {!data && error && <ListError noun="figures" error={error} />}
      </div>
      {dialog && <RedriveDeadLetters choice={dialog} onClose={closeRedrive} />}
    </>
  );
}

type OperationsProps = {
  data: OperationsJson;
  deadHeading: RefObject<HTMLHeadingElement | null>;
  onShowDead: () => void;
  onRedriveAll: () => void;
};

function Operations({ data, deadHeading, onShowDead, onRedriveAll }: OperationsProps) {
  const service = serviceFigures(data);
  const ofWorkspace = (
    <>
      <DeadLetters count={data.workspace.dead} heading={deadHeading} onRedriveAll={onRedriveAll} />
      <TroubledWebhooks data={data} />
    </>
  );
  return (
    <>
      <OperationsBar data={data} onShowDead={onShowDead} />
      {service ? (
        <ServiceOperations data={service}>{ofWorkspace}</ServiceOperations>
      ) : (
        <>
          <WorkspaceOverview data={data} />
          <p className="mt-3 mb-6 text-text-3">{formatService(data)}</p>
          <div className="flex min-w-0 flex-col gap-8">{ofWorkspace}</div>
        </>
      )}
    </>
  );
}

/** Shown instead of the service's figures, which are only for operators. */
function formatService({ alerts_open }: OperationsJson): string {
  const state =
    alerts_open > 0
      ? 'The service needs attention; the people who run it have been notified.'
      : 'The service has no open alerts.';
  return `These are your workspace’s figures. ${state}`;
}

function ServiceOperations({ data, children }: { data: ServiceFigures; children: ReactNode }) {
  return (
    <>
      <ServiceOverview data={data} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 md:grid-cols-2 md:max-xl:*:first:col-span-2 xl:grid-cols-[minmax(0,528fr)_minmax(0,288fr)_minmax(0,288fr)]">
        <DueChart data={data} />
        <LatenessChart data={data} />
        <QueueChart data={data} />
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_416px]">
        <div className="flex min-w-0 flex-col gap-8">
          {children}
          <TimersChart data={timersUntilNow(data)} />
        </div>
        <div className="flex flex-col gap-6">
          <WorkerList data={data} />
          <TimeKeeping data={data} />
          <AlertList data={data} />
          <DatabaseFacts data={data} />
          <QueueList now={data.now} />
        </div>
      </div>
    </>
  );
}
