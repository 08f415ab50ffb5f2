'use client';

import { useQuery } from '@tanstack/react-query';
import { ALARM_STATE_LABELS, formatCount } from '#/components/alarms/format-alarm.ts';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { LineTab, TabLine } from '#/components/ui/tabs.tsx';
import type { AlarmCountsJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { alarmCountsQuery } from '#/lib/client/alarms/alarm-queries.ts';
import { ALARM_TABS, type AlarmTab, type AlarmView } from '#/lib/client/alarms/alarm-view.ts';

/** The states with the number of alarms in each, for the window and the search. */
export function AlarmTabs({ view }: { view: AlarmView }) {
  const { data } = useQuery(alarmCountsQuery(useAlarmSource(), view));
  return (
    <TabLine aria-label="State" className="max-md:-mx-4 max-md:px-3">
      {ALARM_TABS.map((tab) => (
        <LineTab key={tab} value={tab} count={data && foundLabel(countOf(tab, data.counts), data.more)}>
          {tab === 'all' ? 'All' : ALARM_STATE_LABELS[tab]}
        </LineTab>
      ))}
    </TabLine>
  );
}

/** A search that has not covered everything only knows what it has found. */
function foundLabel(count: number, hasMore: boolean): string | undefined {
  if (!hasMore) return formatCount(count);
  return count > 0 ? `${count.toLocaleString('en')}+` : undefined;
}

function countOf(tab: AlarmTab, counts: AlarmCountsJson['counts']): number {
  return tab === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[tab];
}
