import type { QueryClient } from '@tanstack/react-query';
import type { AlarmJson, AlarmListJson, ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { ALARMS_KEY, type AlarmPages, alarmKey, LISTS_KEY } from '#/lib/client/alarm-keys.ts';
import { RestedRefresh } from '#/lib/client/rested-refresh.ts';

/** What changes is asked for at most this often, however much happens. */
const REFRESH_MS = 1_000;

/** What this page learns about alarms: that some have changed, and what a press has made of one. */
export class AlarmUpdates {
  readonly #client: QueryClient;
  readonly #rested = new RestedRefresh(() => this.refresh(), REFRESH_MS);

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Some alarm of the workspace has changed: asks again for what is on the screen, at once or a second after the last. */
  tell(): void {
    this.#rested.tell();
  }

  /** Asks again for every alarm that is on the screen. */
  refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: ALARMS_KEY });
  }

  /** An alarm as an answer gave it: shown wherever it is, unless something newer is shown there. */
  show(alarm: AlarmJson): void {
    this.#client.setQueryData<AlarmJson>(alarmKey(alarm.id), (known) => newer(known, alarm) ?? alarm);
    this.#client.setQueriesData<AlarmPages>({ queryKey: LISTS_KEY }, (list) => list && inPages(list, alarm));
  }

  stop(): void {
    this.#rested.stop();
  }
}

function inPages(list: AlarmPages, alarm: AlarmJson): AlarmPages {
  return { ...list, pages: list.pages.map((page) => inPage(page, alarm)) };
}

function inPage<T extends Pick<AlarmListJson, 'alarms'>>(page: T, alarm: AlarmJson): T {
  if (!page.alarms.some(({ id }) => id === alarm.id)) return page;
  return { ...page, alarms: page.alarms.map((row) => (row.id === alarm.id ? (newer(row, alarm) ?? alarm) : row)) };
}

/** The known one where it is the newer of the two. */
function newer<T extends ListedAlarmJson>(known: T | undefined, alarm: AlarmJson): T | null {
  return known && known.version > alarm.version ? known : null;
}
