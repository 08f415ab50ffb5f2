'use client';

import { useCallback } from 'react';
import { AlarmSearch } from '#/components/alarms/alarm-search.tsx';
import { AlarmWindowMenu } from '#/components/alarms/alarm-window-menu.tsx';
import { Button } from '#/components/ui/button.tsx';
import type { AlarmView } from '#/lib/client/alarm-view.ts';
import { useIsOffline } from '#/lib/client/use-live.tsx';

type AlarmListBarProps = {
  view: AlarmView;
  /** Something new stands where the words about updates are. */
  hasNew: boolean;
  onShow: (change: Partial<AlarmView>) => void;
};

/** What narrows the list, and whether it keeps up. */
export function AlarmListBar({ view, hasNew, onShow }: AlarmListBarProps) {
  const isOffline = useIsOffline();
  const search = useCallback((text: string) => onShow({ search: text }), [onShow]);
  return (
    <div className="mb-2 flex items-center gap-2 group-data-beside/list:xl:pr-6">
      <AlarmSearch search={view.search} onSearch={search} />
      <AlarmWindowMenu window={view.window} onChoose={(window) => onShow({ window })} />
      <span className="ml-auto truncate text-text-3 max-md:hidden">
        {isOffline && 'Offline, last known state'}
        {!isOffline && !hasNew && 'Updates automatically'}
      </span>
    </div>
  );
}

type NewRowsProps = { count: number; onShow: () => void };

/**
 * How many wait to be shown. Takes no room of its own, so that nothing moves when it comes. Beside a drawer that lies over
 * the list there is none beside the search, so it stands at the foot.
 */
export function NewRows({ count, onShow }: NewRowsProps) {
  return (
    <div className="pointer-events-none sticky top-16 z-[2] flex h-0 justify-end md:top-14 group-data-beside/list:xl:pr-6 group-data-beside/list:md:max-xl:fixed group-data-beside/list:md:max-xl:top-auto group-data-beside/list:md:max-xl:right-[464px] group-data-beside/list:md:max-xl:bottom-24 group-data-beside/list:md:max-xl:left-12 group-data-beside/list:md:max-xl:h-auto group-data-beside/list:md:max-xl:justify-center">
      {count > 0 && (
        <Button
          variant="ink"
          size="sm"
          className="pointer-events-auto mt-0.5 shadow-menu"
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
