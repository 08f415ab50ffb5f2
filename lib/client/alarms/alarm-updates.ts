import type { QueryClient } from '@tanstack/react-query';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import { RestedRefresh } from '#/lib/client/http/rested-refresh.ts';

/** What changes is asked for at most this often, however much happens. */
const REFRESH_MS = 1_000;

/** The change feed of alarms on this page. It says only that some have changed. */
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

  stop(): void {
    this.#rested.stop();
  }
}
