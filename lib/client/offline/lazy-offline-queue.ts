import type { PendingAction } from '#/lib/client/http/pending-action.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import type { Connection } from '#/lib/client/live/connection.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { QueuedAction, Seen } from '#/lib/client/offline/offline-queue.ts';
import { oldQueueName, parseWaiting, QUEUE_PREFIX, readStored } from '#/lib/client/offline/queue-storage.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { clock: ServerClock; connection: Connection; userId: string; workspaceId: string };
export type NewAction = {
  kind: QueuedAction['kind'];
  timer: TimerJson;
  running: TimerJson | null;
  draft?: TimerDraft;
  /** Responses to earlier actions. */
  responses?: ReadonlyMap<string, TimerJson>;
  /** A request that was sent and got no response: it may have been applied. */
  sent?: { key: string; body: Record<string, unknown> };
};
/** When an action was made, by the clock of this device and by the estimate of the server's. */
export type Moment = Pick<QueuedAction, 'wallAt' | 'serverAt'>;

/** The age of an action that is sent too late to count from now. */
export type Age = { offline_age_ms?: number; seen_running?: Seen | null };

/** It is not done yet, but not lost: it is sent when the server can be reached. */
export class QueuedForLater extends Error {}

/** The code that stores actions. Loaded soon after the page, so that it is there when the connection is lost. */
export const QUEUE_MODULE = new LazyModule(() => import('#/lib/client/offline/queue-action.ts'));
/** If the connection loses this code too, an action is not delayed for longer than this. */
const MODULE_TIMEOUT_MS = 3_000;

/**
 * Decides on every page whether an action is to be queued on this device. The code of the queue itself is loaded after
 * the page.
 */
export class LazyOfflineQueue {
  readonly name: string;
  readonly clock: ServerClock;
  /** Actions waiting for a response or their turn, in order. */
  readonly pending = new Set<PendingAction>();
  /** By their keys: actions of this page, which shows them itself. */
  readonly ownKeys = new Set<string>();
  readonly #connection: Connection;
  /** Actions being stored. */
  #inFlight = 0;

  constructor({ clock, connection, userId, workspaceId }: Parts) {
    this.clock = clock;
    this.#connection = connection;
    this.name = `${QUEUE_PREFIX}${userId}:${workspaceId}`;
  }

  /** Whether an action has to be queued: the server does not respond, or earlier ones are still queued. */
  isNeeded(key?: string): boolean {
    if (this.#inFlight > 0 || this.#connection.current().kind === 'offline') return true;
    const [first] = this.#waiting();
    return first !== undefined && first.key !== key;
  }

  /** Whether this action is still queued: not sent in another way, nor become a question. */
  isQueued(key: string): boolean {
    return this.#waiting().some((action) => action.key === key);
  }

  /** The code that stores actions. @throws NoResponse if it can't be loaded */
  async load(): ReturnType<typeof QUEUE_MODULE.get> {
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, MODULE_TIMEOUT_MS));
    try {
      return await Promise.race([QUEUE_MODULE.get(), timeout]);
    } catch {
      throw new NoResponse('Waits.');
    }
  }

  /** The current instant. */
  moment(): Moment {
    return { wallAt: Date.now(), serverAt: this.clock.now() };
  }

  /** Queues an action made now. Rejects with the browser's error if it can't be stored. */
  async add(action: NewAction): Promise<void> {
    const moment = this.moment();
    this.#inFlight += 1;
    try {
      const { queueOfflineAction } = await this.load();
      await queueOfflineAction(this, action, moment);
    } finally {
      this.#inFlight -= 1;
    }
  }

  #waiting(): QueuedAction[] {
    return [this.name, oldQueueName(this.name)].flatMap((name) => parseWaiting(readStored(name)));
  }
}
