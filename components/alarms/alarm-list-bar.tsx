'use client';

import { useCallback } from 'react';
import { AlarmWindowMenu } from '#/components/alarms/alarm-window-menu.tsx';
import { SearchField } from '#/components/ui/form/search-field.tsx';
import { lazyPart } from '#/components/ui/lazy-part.tsx';
import type { AlarmView } from '#/lib/client/alarms/alarm-view.ts';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';

const OfSchedule = lazyPart(() => import('#/components/alarms/drawer/of-schedule.tsx').then((part) => part.OfSchedule));

type AlarmListBarProps = {
  view: AlarmView;
  /** New rows wait, and their button takes the place of the words about updates. */
  hasNew: boolean;
  onShow: (change: Partial<AlarmView>) => void;
};

/** The filters of the list, and whether it is updated live. */
export function AlarmListBar({ view, hasNew, onShow }: AlarmListBarProps) {
  const isOffline = useIsOffline();
  const search = useCallback((text: string) => onShow({ search: text }), [onShow]);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 group-data-beside/list:xl:pr-6">
      <SearchField search={view.search} onSearch={search} label="Find alarms" placeholder="Name, ID, or URL" />
      <AlarmWindowMenu window={view.window} onChoose={(window) => onShow({ window })} />
      {view.schedule && <OfSchedule id={view.schedule} onShowAll={() => onShow({ schedule: '' })} />}
      <span className="grow basis-0 truncate text-right text-text-3 max-md:hidden">
        {isOffline && 'Offline, last known state'}
        {!isOffline && !hasNew && 'Updates automatically'}
      </span>
    </div>
  );
}
