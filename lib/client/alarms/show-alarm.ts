import type { QueryClient } from '@tanstack/react-query';
import type { AlarmJson, AlarmListJson, ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmPages, alarmKey, LISTS_KEY } from '#/lib/client/alarms/alarm-keys.ts';

/** Shows an alarm from a response wherever it is on the screen, unless something newer is shown there. */
export function showAlarm(client: QueryClient, alarm: AlarmJson): void {
  client.setQueryData<AlarmJson>(alarmKey(alarm.id), (known) => newer(known, alarm) ?? alarm);
  client.setQueriesData<AlarmPages>({ queryKey: LISTS_KEY }, (list) => list && inPages(list, alarm));
}

function inPages(list: AlarmPages, alarm: AlarmJson): AlarmPages {
  return { ...list, pages: list.pages.map((page) => inPage(page, alarm)) };
}

function inPage<T extends Pick<AlarmListJson, 'alarms'>>(page: T, alarm: AlarmJson): T {
  if (!page.alarms.some(({ id }) => id === alarm.id)) return page;
  return { ...page, alarms: page.alarms.map((row) => (row.id === alarm.id ? (newer(row, alarm) ?? alarm) : row)) };
}

/** The known one if it is the newer of the two. */
function newer<T extends ListedAlarmJson>(known: T | undefined, alarm: AlarmJson): T | null {
  return known && known.version > alarm.version ? known : null;
}
