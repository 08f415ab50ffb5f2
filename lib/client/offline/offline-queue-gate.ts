import { NoResponse } from '#/lib/client/http/problem.ts';
import type { Unanswered } from '#/lib/client/http/unanswered.ts';
import type { Connection } from '#/lib/client/live/connection.ts';
import { Late } from '#/lib/client/offline/late.ts';
import { LATE_PREFIX, parseQueue, stored } from '#/lib/client/offline/late-storage.ts';
import type { QueuedAction, Seen } from '#/lib/client/offline/offline-queue.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { clock: ServerClock; connection: Connection; userId: string; workspaceId: string };
export type Pressed = {
  kind: QueuedAction['kind'];
  timer: TimerJson;
  running: TimerJson | null;
  draft?: TimerDraft;
  /** What actions before it were answered with. */
  answered?: ReadonlyMap<string, TimerJson>;
  /** What was sent and got no response, as it was sent: perhaps it was done. */
  unanswered?: { key: string; body: Record<string, unknown> };
};
/** When an action was made, by the clock of this device and by the estimate of the server's. */
export type Moment = Pick<QueuedAction, 'wallAt' | 'serverAt'>;

/** What an action says about its age if it is sent too late to count from now. */
export type Age = { offline_age_ms?: number; seen_running?: Seen | null };

/** It is not done yet, and not lost: it is sent when the server can be reached. */
export class QueuedForLater extends Error {}

/** What takes an action down. Fetched soon after the page, so that it is there when the line is lost. */
export const LATE_KEEPER = new Late(() => import('#/lib/client/offline/queue-action.ts'));
/** On a line that swallows its code too, an action is not held up for longer. */
const KEEPER_WITHIN_MS = 3_000;

/**
 * Decides on every page whether an action is to be queued on this device. The code of the queue itself is loaded after
 * the page.
 */
export class OfflineQueueGate {
  readonly name: string;
  readonly clock: ServerClock;
  /** What waits for its response or its turn, in the order in which it was pressed. */
  readonly unanswered = new Set<Unanswered>();
  /** By their keys: what was pressed on this page, which shows it by itself. */
  readonly own = new Set<string>();
  readonly #connection: Connection;
  /** Actions on their way into storage. */
  #inFlight = 0;

  constructor({ clock, connection, userId, workspaceId }: Parts) {
    this.clock = clock;
    this.#connection = connection;
    this.name = `${LATE_PREFIX}${userId}:${workspaceId}`;
  }

  /** Whether an action is to be kept: the server does not respond, or ones before it still wait. */
  isWanted(key?: string): boolean {
    if (this.#inFlight > 0 || this.#connection.current().kind === 'offline') return true;
    const [first] = this.#waiting();
    return first !== undefined && first.key !== key;
  }

  /** Whether this action is kept still: not sent by another way, nor asked about. */
  isWaiting(key: string): boolean {
    return this.#waiting().some((press) => press.key === key);
  }

  /** What takes actions down. @throws NoResponse where it can't be had */
  async keeper(): ReturnType<typeof LATE_KEEPER.get> {
    const inVain = new Promise<never>((_, reject) => setTimeout(reject, KEEPER_WITHIN_MS));
    try {
      return await Promise.race([LATE_KEEPER.get(), inVain]);
    } catch {
      throw new NoResponse('Waits.');
    }
  }

  /** Of what is pressed just now. */
  moment(): Moment {
    return { wallAt: Date.now(), serverAt: this.clock.now() };
  }

  /** Keeps an action of just now. Rejects with what the browser says when it stores nothing. */
  async keep(pressed: Pressed): Promise<void> {
    const moment = this.moment();
    this.#inFlight += 1;
    try {
      const { queueOfflineAction } = await this.keeper();
      await queueOfflineAction(this, pressed, moment);
    } finally {
      this.#inFlight -= 1;
    }
  }

  #waiting(): QueuedAction[] {
    return parseQueue(stored(this.name)).waiting;
  }
}
