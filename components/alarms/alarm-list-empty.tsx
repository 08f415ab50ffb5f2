'use client';

import type { ComponentProps, ReactNode } from 'react';
import { WINDOW_LABELS } from '#/components/alarms/alarm-window-menu.tsx';
import { ALARM_STATE_LABELS } from '#/components/alarms/format-alarm.ts';
import { FirstCall } from '#/components/reference/first-call.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import type { AlarmView } from '#/lib/client/alarms/alarm-view.ts';

type AlarmListEmptyProps = {
  view: AlarmView;
  /** The list so far: a search continues beyond its first page. */
  query: ComponentProps<typeof ShowMore>['query'];
  onShow: (change: Partial<AlarmView>) => void;
};

/** Empty state: how to widen the search or window, or how to create the first alarm. */
export function AlarmListEmpty({ view, query, onShow }: AlarmListEmptyProps) {
  const { tab, search, window, schedule } = view;
  if (search && query.hasNextPage) {
    return (
      <Nothing text={`Nothing matches “${search}” among the first alarms searched.`}>
        <ShowMore count={null} query={query} />
      </Nothing>
    );
  }
  if (search) {
    return (
      <Nothing text={`Nothing matches “${search}” here.`}>
        <Button variant="soft" onClick={() => onShow({ search: '' })}>
          Show all
        </Button>
      </Nothing>
    );
  }
  const isAll = tab === 'all';
  const noAlarms = isAll ? 'No alarms' : `No ${ALARM_STATE_LABELS[tab].toLowerCase()} alarms`;
  return (
    <Nothing text={`${noAlarms} in the ${WINDOW_LABELS[window].toLowerCase()}${isAll ? ', and none upcoming' : ''}.`}>
      {window !== 'month' && (
        <Button variant="soft" onClick={() => onShow({ window: 'month' })}>
          Show 30 days
        </Button>
      )}
      {isAll && !schedule && (
        <div className="mt-8 max-w-[640px]">
          <FirstCall path="/alarms" body={FIRST_ALARM} heading="h2" />
        </div>
      )}
    </Nothing>
  );
}

function Nothing({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="py-10">
      <p role="status" className="mb-4 text-text-2">
        {text}
      </p>
      {children}
    </div>
  );
}

const FIRST_ALARM = {
  name: 'hello',
  delay: '10s',
  url: 'https://example.com/hooks/timer',
  payload: { hello: 'world' },
};
