'use client';

import { Tabs } from 'radix-ui';
import { useCallback, useRef, useState } from 'react';
import { AlarmListBar } from '#/components/alarms/alarm-list-bar.tsx';
import { AlarmListEmpty } from '#/components/alarms/alarm-list-empty.tsx';
import { AlarmPageLinks } from '#/components/alarms/alarm-page-links.tsx';
import { AlarmTable } from '#/components/alarms/alarm-table.tsx';
import { AlarmTabs } from '#/components/alarms/alarm-tabs.tsx';
import { DeadLetterBar } from '#/components/alarms/dead-letters/dead-letter-bar.tsx';
import { useAlarmList } from '#/components/alarms/use-alarm-list.ts';
import type { AlarmAddress } from '#/components/alarms/use-alarm-view.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { NewRows } from '#/components/ui/list/new-rows.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmTab, alarmsHref } from '#/lib/client/alarms/alarm-view.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';

type AlarmListProps = {
  address: AlarmAddress;
  selected: ListedAlarmJson | null;
  onOpen: (id: string, isByKey: boolean) => void;
};

const NOTHING: ReadonlySet<string> = new Set();

/** Alarms by state, window and search, updated live; new rows are held back while someone reads. */
export function AlarmList({ address, selected, onOpen }: AlarmListProps) {
  const { view, openId, show } = address;
  const { query, rows, waiting, showWaiting } = useAlarmList(view, selected, openId !== null);
  const [marked, setMarked] = useState(NOTHING);
  // One that someone else has redriven can no longer be selected.
  const chosen = new Set(rows.map(({ id }) => id).filter((id) => marked.has(id)));
  const hrefOf = useCallback((id: string) => alarmsHref(view, id), [view]);
  const choose = useCallback((id: string) => setMarked((ids) => toggled(ids, id)), []);
  const unchoose = () => setMarked(NOTHING);
  const panel = useRef<HTMLDivElement>(null);
  useRestoredFocus(panel, '[data-alarm]');
  const isDeadLetters = view.tab === 'dead';
  // The bar redrives all matching dead letters, including those of other schedules.
  const canRedrive = useMay('alarms:write') && isDeadLetters && !view.schedule;
  return (
    <Tabs.Root
      value={view.tab}
      onValueChange={(tab) => {
        unchoose();
        show({ tab: tab as AlarmTab });
      }}
      data-beside={openId === null ? undefined : ''}
      className={classNames(
        'group/list mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4',
        openId !== null && 'xl:max-w-none xl:pr-0',
      )}
    >
      <AlarmPageLinks here="alarms" className="mb-3 md:hidden" />
      <NewRows label={waiting > 0 ? `${waiting} new` : null} onShow={showWaiting} />
      <AlarmListBar view={view} hasNew={waiting > 0} onShow={show} />
      <AlarmTabs view={view} />
      <Tabs.Content
        ref={panel}
        value={view.tab}
        data-focus-home
        tabIndex={-1}
        className="@container outline-none max-md:-mx-4"
      >
        {canRedrive && rows.length > 0 && <DeadLetterBar view={view} chosen={chosen} onRedriven={unchoose} />}
        {rows.length > 0 && (
          <AlarmTable
            rows={rows}
            hrefOf={hrefOf}
            openId={openId}
            onOpen={onOpen}
            isDeadLetters={isDeadLetters}
            chosen={chosen}
            onChoose={canRedrive ? choose : null}
          />
        )}
        <div className="max-md:px-4">
          {query.isPending && <ListSkeleton noun="alarms" />}
          {rows.length === 0 && query.isSuccess && <AlarmListEmpty view={view} query={query} onShow={show} />}
          {rows.length === 0 && query.isError && (
            <ListError noun="alarms" error={query.error} meanwhile="Alarms still fire." />
          )}
          {rows.length > 0 && <ShowMore count={view.search ? null : 50} query={query} />}
          {query.data?.pages[0]?.isComingPartial && <ComingPartial onShow={show} />}
        </div>
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** A few upcoming alarms are above the others; a search covers only the next ones of these. */
function ComingPartial({ onShow }: { onShow: AlarmAddress['show'] }) {
  return (
    <p className="mt-4 text-text-2">
      Only the next alarms due were searched.{' '}
      <button type="button" className="underline" onClick={() => onShow({ tab: 'scheduled' })}>
        Search all scheduled alarms
      </button>
    </p>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);
}
