'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AlarmPageLinks } from '#/components/alarms/alarm-page-links.tsx';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { DeleteSchedule } from '#/components/schedules/delete-schedule.tsx';
import { ScheduleDialog } from '#/components/schedules/schedule-dialog.tsx';
import { ScheduleDrawer } from '#/components/schedules/schedule-drawer.tsx';
import { ScheduleListEmpty } from '#/components/schedules/schedule-list-empty.tsx';
import type { ScheduleAction } from '#/components/schedules/schedule-row.tsx';
import { ScheduleTable } from '#/components/schedules/schedule-table.tsx';
import { useScheduleActions } from '#/components/schedules/use-schedule-actions.ts';
import { useScheduleView } from '#/components/schedules/use-schedule-view.ts';
import { ChoiceMenu } from '#/components/tickets/choice-menu.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { SearchField } from '#/components/ui/form/search-field.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useIsOffline, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { scheduleListQuery } from '#/lib/client/schedules/schedule-queries.ts';
import type { ScheduleState, ScheduleView } from '#/lib/client/schedules/schedule-view.ts';

const STATES: readonly [ScheduleState, string][] = [
  ['all', 'All schedules'],
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
];

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; schedule: ListedScheduleJson } | null;

/** Schedules: what runs repeatedly, when next, and the last result. */
export function SchedulesScreen({ zones }: { zones: string[] }) {
  const { view, show, isNewAsked } = useScheduleView();
  const { openId } = view;
  const query = useInfiniteQuery(scheduleListQuery(useFetchApi(), view));
  const mayWrite = useMay('alarms:write');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-schedule]');
  const compose = useCallback(() => setDialog({ kind: 'new' }), []);
  useShortcuts(useMemo(() => ({ c: mayWrite ? compose : undefined }), [mayWrite, compose]));
  useEffect(() => {
    if (!isNewAsked) return;
    if (mayWrite) compose();
    // Requested once: a reload shows the list.
    show({});
  }, [isNewAsked, mayWrite, compose, show]);
  const act = useActions(setDialog);
  const open = useCallback((id: string) => show({ openId: id }), [show]);
  const close = useCallback(() => {
    show({ openId: null });
    box.current?.querySelector<HTMLElement>(`[data-schedule="${openId}"] [data-row-focus]`)?.focus();
  }, [show, openId]);
  const schedules = query.data?.pages.flatMap((page) => page.schedules) ?? [];
  return (
    <>
      <PageHead title="Schedules">
        <AlarmPageLinks here="schedules" className="max-md:hidden" />
        {mayWrite && <CreateButton text="New schedule" onClick={compose} />}
        <TimerStrip />
      </PageHead>
      <div className={classNames(openId !== null && 'xl:grid xl:grid-cols-[minmax(0,1fr)_464px] xl:overflow-x-clip')}>
        <div
          ref={box}
          tabIndex={-1}
          className={classNames(
            '@container mx-auto w-full max-w-[1440px] min-w-0 px-4 pt-2 pb-16 outline-none md:px-8 md:pt-4',
            openId !== null && 'max-md:hidden xl:pr-6',
          )}
        >
          <AlarmPageLinks here="schedules" className="mb-3 md:hidden" />
          <ListBar view={view} onShow={show} />
          {!mayWrite && (
            <p className="py-2 text-text-3">
              Your role doesn’t include changing schedules. Ask an owner or admin of the workspace.
            </p>
          )}
          {schedules.length > 0 && (
            <div className="max-md:-mx-4">
              <ScheduleTable schedules={schedules} openId={openId} onOpen={open} onAct={mayWrite ? act : null} />
            </div>
          )}
          {query.isPending && <ListSkeleton noun="schedules" isTall />}
          {query.isSuccess && schedules.length === 0 && (
            <ScheduleListEmpty view={view} onShow={show} onNew={mayWrite ? compose : null} />
          )}
          {query.isError && schedules.length === 0 && (
            <ListError noun="schedules" error={query.error} meanwhile="Schedules still run." />
          )}
          <ShowMore count={50} query={query} />
        </div>
        {openId !== null && (
          <ScheduleDrawer
            id={openId}
            listed={schedules.find(({ id }) => id === openId)}
            onAct={mayWrite ? act : null}
            onClose={close}
          />
        )}
      </div>
      {dialog && dialog.kind !== 'delete' && (
        <ScheduleDialog
          schedule={dialog.kind === 'edit' ? dialog.schedule : null}
          zones={zones}
          onDone={(id) => {
            setDialog(null);
            if (dialog.kind === 'new') show({ openId: id, search: '', state: 'all' });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteSchedule
          schedule={dialog.schedule}
          onClose={(isDeleted) => {
            setDialog(null);
            if (isDeleted && dialog.schedule.id === openId) show({ openId: null });
          }}
        />
      )}
    </>
  );
}

function ListBar({ view, onShow }: { view: ScheduleView; onShow: (change: Partial<ScheduleView>) => void }) {
  const isOffline = useIsOffline();
  const search = useCallback((text: string) => onShow({ search: text }), [onShow]);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <SearchField label="Find schedules" placeholder="Name, ID, or URL" search={view.search} onSearch={search} />
      <ChoiceMenu label="State" options={STATES} value={view.state} onChoose={(state) => onShow({ state })} />
      {isOffline && <span className="ml-auto text-text-3 max-md:hidden">Offline, last known state</span>}
    </div>
  );
}

/** Actions of a row or the drawer: at once if they can be undone, after a question otherwise. */
function useActions(ask: (dialog: OpenDialog) => void) {
  const { pause, resume } = useScheduleActions();
  const needsServer = useNeedsServer();
  return useMemo(
    () =>
      needsServer((schedule: ListedScheduleJson, action: ScheduleAction) => {
        if (action === 'pause') void pause(schedule);
        else if (action === 'resume') void resume(schedule);
        else ask({ kind: action, schedule });
      }),
    [needsServer, pause, resume, ask],
  );
}
