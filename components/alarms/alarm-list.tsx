'use client';

import { Tabs } from 'radix-ui';
import { useCallback, useState } from 'react';
import { AlarmListEmpty } from '#/components/alarms/alarm-list-empty.tsx';
import { AlarmListError } from '#/components/alarms/alarm-list-error.tsx';
import { AlarmListSkeleton } from '#/components/alarms/alarm-list-skeleton.tsx';
import { AlarmSearch } from '#/components/alarms/alarm-search.tsx';
import { AlarmTable } from '#/components/alarms/alarm-table.tsx';
import { AlarmTabs } from '#/components/alarms/alarm-tabs.tsx';
import { AlarmWindowMenu } from '#/components/alarms/alarm-window-menu.tsx';
import { useAlarmList } from '#/components/alarms/use-alarm-list.ts';
import type { AlarmAddress } from '#/components/alarms/use-alarm-view.ts';
import { Button } from '#/components/ui/button.tsx';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmTab, alarmsHref } from '#/lib/client/alarm-view.ts';
import { useIsOffline } from '#/lib/client/use-live.tsx';

type AlarmListProps = {
  address: AlarmAddress;
  selected: AlarmJson | null;
  onOpen: (id: string, isByKey: boolean) => void;
};

const NOTHING: ReadonlySet<string> = new Set();

/** Alarms by state, window and search. They change by themselves; what is new waits while somebody reads. */
export function AlarmList({ address, selected, onOpen }: AlarmListProps) {
  const { view, openId, show } = address;
  const { query, rows, waiting, showWaiting } = useAlarmList(view, selected, openId !== null);
  const [chosen, setChosen] = useState(NOTHING);
  const hrefOf = useCallback((id: string) => alarmsHref(view, id), [view]);
  const choose = useCallback(
    (id: string) => setChosen((ids) => new Set(ids.has(id) ? without(ids, id) : [...ids, id])),
    [],
  );
  const search = useCallback((text: string) => show({ search: text }), [show]);
  const isDeadLetters = view.tab === 'dead';
  return (
    <Tabs.Root
      value={view.tab}
      onValueChange={(tab) => {
        setChosen(NOTHING);
        show({ tab: tab as AlarmTab });
      }}
      className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4"
    >
      <NewRows count={waiting} onShow={showWaiting} />
      <div className="mb-2 flex items-center gap-2">
        <AlarmSearch search={view.search} onSearch={search} />
        <AlarmWindowMenu window={view.window} onChoose={(window) => show({ window })} />
        <UpdateWords />
      </div>
      <AlarmTabs view={view} />
      <Tabs.Content value={view.tab} tabIndex={-1} className="@container outline-none max-md:-mx-4">
        {rows.length > 0 && (
          <AlarmTable
            rows={rows}
            hrefOf={hrefOf}
            openId={openId}
            onOpen={onOpen}
            chosen={isDeadLetters ? chosen : null}
            onChoose={choose}
          />
        )}
        <div className="max-md:px-4">
          {query.isPending && <AlarmListSkeleton />}
          {rows.length === 0 && query.isSuccess && <AlarmListEmpty view={view} onShow={show} />}
          {rows.length === 0 && query.isError && <AlarmListError error={query.error} />}
          {query.hasNextPage && rows.length > 0 && (
            <Button
              variant="soft"
              className="mt-4"
              busy={query.isFetchingNextPage}
              busyLabel="Asking…"
              onClick={() => void query.fetchNextPage()}
            >
              Show 50 more
            </Button>
          )}
        </div>
      </Tabs.Content>
    </Tabs.Root>
  );
}

function without(ids: ReadonlySet<string>, id: string): string[] {
  return [...ids].filter((other) => other !== id);
}

/** Takes no room of its own, so that nothing moves when it comes. */
function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none sticky top-16 z-[2] flex h-0 justify-end md:top-14">
      {count > 0 && (
        <Button
          variant="ink"
          size="xs"
          className="pointer-events-auto mt-1 shadow-menu"
          onClick={() => {
            onShow();
            window.scrollTo({ top: 0 });
          }}
        >
          {count} new
        </Button>
      )}
    </div>
  );
}

function UpdateWords() {
  const isOffline = useIsOffline();
  return (
    <span className="ml-auto truncate text-text-3 max-md:hidden">
      {isOffline ? 'Offline, as it was' : 'Updates by itself'}
    </span>
  );
}
