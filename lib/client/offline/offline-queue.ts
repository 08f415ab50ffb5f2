import { inOneTab } from '#/lib/client/live/one-tab.ts';
import { LATE_PREFIX, parseQueue, stored } from '#/lib/client/offline/late-storage.ts';
import type { LinkedTicket } from '#/lib/client/tickets/make-ticket.ts';
import { lastInstant } from '#/lib/client/time/last-instant.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** What can be pressed without a connection. */
export type LateKind = 'start' | 'pause' | 'resume' | 'stop';
/** A timer at the version that someone saw. */
export type Seen = { id: string; version: number };
/**
 * The timer as the server recorded it, with the latest instant that it recorded, in epoch milliseconds of the server.
 */
export type Made = Seen & { at?: number };

/** An action that was made without a connection, as it is kept on this device until it is sent. */
export type QueuedAction = {
  /** Its Idempotency-Key, so that it counts once however often it is sent. */
  key: string;
  kind: LateKind;
  /** What it is about, by the id it was shown with, and the timer that ran when it was pressed. */
  target: Seen;
  running: Seen | null;
  /** What to send beside its age; a start that tells when it began has none. */
  body: Record<string, unknown>;
  /** It was sent before, perhaps, as an action on the timer as it was then, whatever its version. */
  isRepeat?: true;
  /** A ticket to be made before. */
  ticket?: LinkedTicket;
  /** What a start is shown as until it is sent. */
  shown?: TimerJson;
  /** What a person calls the timer. */
  name: string;
  /** Two accounts of when it was pressed, epoch milliseconds: by this device, and by what it knew of the server's clock. */
  wallAt: number;
  serverAt: number;
  /** What answers had recorded by then: it was meant to come after. Epoch milliseconds of the server. */
  after?: number;
};

/** What the server proposed instead, as in its schema. */
export type LateProposal =
  | { kind: 'press'; press: 'pause' | 'resume' | 'stop'; timer_id: string; version: number }
  | { kind: 'correct'; timer_id: string; version: number; spans: { started_at: string; ended_at: string }[] }
  | { kind: 'add'; started_at: string; ended_at: string };

/** An action that was not done by itself: a person decides. One that was not tried may be sent as it is. */
export type UnconfirmedAction = QueuedAction & {
  why: string;
  isUntried?: boolean;
  /** Another time that the person gave, as part of the key: what was rejected before is another request. */
  told?: string;
  proposal: LateProposal | null;
  current: TimerJson | null;
};

export type QueueState = {
  /** In the order in which they were pressed. */
  waiting: QueuedAction[];
  asked: UnconfirmedAction[];
  /** What the server made of timers, by the ids that they were shown with. */
  made: Record<string, Made>;
};

/** As it is noted for the actions that wait behind. */
export function madeOf(timer: TimerJson): Made {
  return { id: timer.id, version: timer.version, at: lastInstant(timer) };
}

/** On `window` when this tab has changed what is kept; others hear of it by `storage`. */
const CHANGED = 'late_presses';

/** Actions of one person in one workspace that wait for the server, in every tab of this browser and after it was shut. */
export class OfflineQueue {
  readonly name: string;
  #text: string | null = null;
  #queue = parseQueue(null);

  constructor({ name }: { name: string }) {
    this.name = name;
  }

  /** The same object until something changes. */
  read(): QueueState {
    const text = stored(this.name);
    if (text !== this.#text) {
      this.#text = text;
      this.#queue = parseQueue(text);
    }
    return this.#queue;
  }

  /** One tab after the other, so that none takes away what another has just written. */
  async change(next: (queue: QueueState) => QueueState): Promise<void> {
    await inOneTab(`${this.name}:change`, () => this.#write(next));
    window.dispatchEvent(new Event(CHANGED));
  }

  /** For a page that goes: no one tells it any more that it has the lock. */
  changeAtOnce(next: (queue: QueueState) => QueueState): void {
    this.#write(next);
    window.dispatchEvent(new Event(CHANGED));
  }

  #write(next: (queue: QueueState) => QueueState): void {
    const queue = next(this.read());
    if (queue.waiting.length + queue.asked.length === 0) localStorage.removeItem(this.name);
    else localStorage.setItem(this.name, JSON.stringify(queue));
  }
}

/** Calls back when what is kept has changed, in this tab or in another. Returns what ends it. */
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
    return Object.keys(localStorage).filter((name) => name.startsWith(LATE_PREFIX));
  } catch {
    // Refused storage holds nothing.
    return [];
  }
}
