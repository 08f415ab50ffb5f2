'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AlarmList } from '#/components/alarms/alarm-list.tsx';
import { AlarmPageLinks } from '#/components/alarms/alarm-page-links.tsx';
import { AlarmDrawer } from '#/components/alarms/drawer/alarm-drawer.tsx';
import { AlarmDrawerError } from '#/components/alarms/drawer/alarm-drawer-error.tsx';
import { NewAlarm } from '#/components/alarms/form/new-alarm.tsx';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { useAlarmView } from '#/components/alarms/use-alarm-view.ts';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmPages, LISTS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import { alarmQuery } from '#/lib/client/alarms/alarm-queries.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';

/** Alarms: the list, the open one next to it, and the form for a new one. */
export function AlarmsScreen({ keyNames }: { keyNames: Readonly<Record<string, string>> }) {
  const address = useAlarmView();
  const { openId, open } = address;
  const alarm = useOpenAlarm(openId);
  const [draft, setDraft] = useState<AlarmJson | 'empty' | null>(null);
  const { hasBegun } = useLive();
  // After creating an alarm on another page, the focus moves to it.
  const [focusRequest, setFocusRequest] = useState(() => (openId !== null && hasBegun() ? 1 : 0));
  const mayWrite = useMay('alarms:write');
  const compose = useCallback(() => setDraft('empty'), []);
  useShortcuts(useMemo(() => ({ c: mayWrite ? compose : undefined }), [mayWrite, compose]));
  const close = useCallback(() => open(null), [open]);
  const openFromList = useCallback(
    (id: string, isByKey: boolean) => {
      setFocusRequest((count) => (isByKey ? count + 1 : 0));
      open(id);
    },
    [open],
  );
  useFocusBack(openId);
  return (
    <>
      <PageHead title="Alarms">
        <AlarmPageLinks here="alarms" className="max-md:hidden" />
        {mayWrite && <CreateButton text="New alarm" onClick={compose} />}
        <TimerStrip />
      </PageHead>
      <div className={classNames(openId !== null && 'xl:grid xl:grid-cols-[minmax(0,1fr)_464px] xl:overflow-x-clip')}>
        <section aria-label="Alarms" className={classNames('min-w-0', openId !== null && 'max-md:hidden')}>
          <AlarmList address={address} selected={alarm.data ?? null} onOpen={openFromList} />
        </section>
        {alarm.data && (
          <AlarmDrawer
            alarm={alarm.data}
            error={alarm.error}
            focusRequest={focusRequest}
            keyNames={keyNames}
            onDuplicate={setDraft}
            onClose={close}
          />
        )}
        {!alarm.data && alarm.error && <AlarmDrawerError error={alarm.error} onClose={close} />}
      </div>
      {draft && (
        <NewAlarm
          like={draft === 'empty' ? null : draft}
          onCreated={(id) => {
            setDraft(null);
            openFromList(id, true);
          }}
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}

/** The open alarm; until its response arrives, and if none does, the fields known from the list. */
function useOpenAlarm(openId: string | null) {
  const client = useQueryClient();
  const findListed = () =>
    client
      .getQueriesData<AlarmPages>({ queryKey: LISTS_KEY })
      .flatMap(([, list]) => list?.pages.flatMap((page) => page.alarms) ?? [])
      .find(({ id }) => id === openId);
  const { data, error } = useQuery({
    ...alarmQuery(useAlarmSource(), openId ?? ''),
    enabled: openId !== null,
    placeholderData: findListed,
  });
  // An error of the API concerns the alarm: it does not exist, or not for this reader.
  return { data: data ?? (error && !(error instanceof ApiProblem) ? findListed() : undefined), error };
}

/** When the drawer closes, its focused element is gone: the row that opened it gets the focus. */
function useFocusBack(openId: string | null): void {
  const last = useRef(openId);
  useEffect(() => {
    const left = last.current;
    last.current = openId;
    if (openId !== null || left === null || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-alarm="${CSS.escape(left)}"] a`)?.focus({ preventScroll: true });
  }, [openId]);
}
