import { inOneTab } from '#/lib/client/live/one-tab.ts';
import { parseQueue } from '#/lib/client/offline/parse-queue.ts';
import { OLD_QUEUE_PREFIX, oldQueueName, QUEUE_PREFIX, readStored } from '#/lib/client/offline/queue-storage.ts';
import type { LinkedTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import { lastInstant } from '#/lib/client/time/last-instant.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Actions that are possible without a connection. */
export type OfflineActionKind = 'start' | 'pause' | 'resume' | 'stop';
/** A timer at the version that was seen. */
export type Seen = { id: string; version: number };
/**
 * The timer as the server recorded it, with the latest instant that it recorded, in epoch milliseconds of the server.
 */
export type ServerTimer = Seen & { at?: number };

/** An action made without a connection, as stored on this device until it is sent. */
export type QueuedAction = {
  /** Its Idempotency-Key, so that it counts once however often it is sent. */
  key: string;
  kind: OfflineActionKind;
  /** Its timer, by the id it was shown with, and the timer that was running at that time. */
  target: Seen;
  running: Seen | null;
  /** The body without its age; a start with its own start time has none. */
  body: Record<string, unknown>;
  /** It may have been sent before, as an action on the timer at that time, whatever its version. */
  isRepeat?: true;
  /** A ticket to create first. */
  ticket?: LinkedTicket;
  /** The timer shown for a start until it is sent. */
  shown?: TimerJson;
  /** The timer's name for people. */
  name: string;
  /** When it was made, in epoch milliseconds: by this device, and by its estimate of the server's clock. */
  wallAt: number;
  serverAt: number;
  /** What responses had recorded by then: it was meant to come after. Epoch milliseconds of the server. */
  after?: number;
};

/** The server's proposal, as in its schema. */
export type OfflineProposal =
  | { kind: 'action'; action: 'pause' | 'resume' | 'stop'; timer_id: string; version: number }
  | { kind: 'correct'; timer_id: string; version: number; spans: { started_at: string; ended_at: string }[] }
  | { kind: 'add'; started_at: string; ended_at: string };

/** An action that was not applied automatically: a person decides. One that was not tried may be sent unchanged. */
export type UnconfirmedAction = QueuedAction & {
  why: string;
  isUntried?: boolean;
  /** Another time given by the person, as part of the key: otherwise it would repeat the rejected request. */
  newTime?: string;
  proposal: OfflineProposal | null;
  current: TimerJson | null;
};

export type QueueState = {
  /** In the order in which they were made. */
  waiting: QueuedAction[];
  /** Not applied: a person decides about each. */
  failed: UnconfirmedAction[];
  /** The server's timers, by the ids that they were shown with. */
  timers: Record<string, ServerTimer>;
};

/** As stored for the actions queued behind. */
export function serverTimerOf(timer: TimerJson): ServerTimer {
  return { id: timer.id, version: timer.version, at: lastInstant(timer) };
}

/** Dispatched on `window` when this tab has changed the queue; other tabs get `storage`. */
const CHANGED = 'queued_actions';

/**
 * Actions of one person in one workspace that wait for the server, in every tab of this browser and after it was
 * closed.
 */
export class OfflineQueue {
  readonly name: string;
  readonly #oldName: string;
  #texts: readonly (string | null)[] = [null, null];
  #queue = parseQueue(null, null);

  constructor({ name }: { name: string }) {
    this.name = name;
    this.#oldName = oldQueueName(name);
  }

  /** The same object until something changes. */
  read(): QueueState {
    const [text, oldText] = [readStored(this.name), readStored(this.#oldName)] as const;
    if (text !== this.#texts[0] || oldText !== this.#texts[1]) {
      this.#texts = [text, oldText];
      this.#queue = parseQueue(text, oldText);
    }
    return this.#queue;
  }

  /** One tab after the other, so that none overwrites what another has just written. */
  async change(next: (queue: QueueState) => QueueState): Promise<void> {
    await this.lock(':change', () => this.#write(next));
    window.dispatchEvent(new Event(CHANGED));
  }

  /** For a page that is closing: it could no longer get the lock. */
  changeAtOnce(next: (queue: QueueState) => QueueState): void {
    this.#write(next);
    window.dispatchEvent(new Event(CHANGED));
  }

  /** Runs the work in one tab at a time; an older one locks by the old name. */
  lock<T>(suffix: string, work: () => T | Promise<T>): Promise<T> {
    return inOneTab(this.name + suffix, () => inOneTab(this.#oldName + suffix, work));
  }

  /** What an older tab stored is moved with it: it would otherwise be there twice. */
  #write(next: (queue: QueueState) => QueueState): void {
    const queue = next(this.read());
    if (queue.waiting.length + queue.failed.length === 0) localStorage.removeItem(this.name);
    else localStorage.setItem(this.name, JSON.stringify(queue));
    localStorage.removeItem(this.#oldName);
  }
}

/** Calls back when the queue has changed, in this tab or in another. Returns a function that stops it. */
export function subscribeToOfflineQueue(listener: () => void): () => void {
  const ends = new AbortController();
  for (const type of [CHANGED, 'storage']) window.addEventListener(type, listener, { signal: ends.signal });
  return () => ends.abort();
}

/** Clears the queue at sign-out: no one else may send these actions. */
export function clearOfflineQueue(): void {
  for (const name of queueNames()) localStorage.removeItem(name);
}

function queueNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) =>
      [QUEUE_PREFIX, OLD_QUEUE_PREFIX].some((prefix) => name.startsWith(prefix)),
    );
  } catch {
    // Blocked storage has nothing.
    return [];
  }
}
