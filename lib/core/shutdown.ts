import { SECOND_MS } from '#/lib/core/duration.ts';

/** How long requests may take to finish, once streams and sockets have been closed. */
export const FINISH_MS = 15 * SECOND_MS;
/** How long a process may take to close its own connections once no client is connected. */
export const CLEAN_UP_MS = 4 * SECOND_MS;

/** The longest that a web process takes from SIGTERM to its end. A supervisor that kills it waits longer. */
export function longestDrainMs(drainSeconds: number): number {
  return drainSeconds * SECOND_MS + FINISH_MS + CLEAN_UP_MS;
}
