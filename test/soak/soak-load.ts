import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { formatMicros, type Micros, parseMicros, SECOND_US } from '#/lib/core/micros.ts';

/** Alarms a second, and how far ahead each is registered at most. */
const PER_TURN = 40;
const AHEAD_SECONDS = 30;
const TURN_MS = 1_000;
/** A repeat waits for a moment, as a client should. */
const REPEAT_AFTER_MS = 200;

type Parts = {
  /** Web processes that take turns; one may be away. */
  urls: readonly string[];
  headers: Record<string, string>;
  hook: string;
  /** The database's time. */
  nowUs: () => Micros;
};
type Created = { results: { alarm?: { id: string; due_at: string }; error?: unknown }[] };

/**
 * A steady load for as long as it is not stopped: alarms by the batch, and a person's timers. Each change is repeated under
 * its Idempotency-Key until it is confirmed, as a client does whose server is replaced.
 */
export class SoakLoad {
  /** Alarms that are confirmed and have not been taken away, with when they are due. */
  readonly due = new Map<string, Micros>();
  confirmed = 0;
  repeats = 0;
  /** Responses that no repeat would change. */
  readonly rejected: string[] = [];
  readonly #parts: Parts;
  readonly #all: Promise<unknown>;
  #turn = 0;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#all = Promise.all([this.#every(() => this.#createAlarms()), this.#every(() => this.#track())]);
  }

  /** Resolves when everything that was begun is confirmed. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }

  async #every(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      const pause = delay(TURN_MS);
      await work();
      await pause;
    }
  }

  async #createAlarms(): Promise<void> {
    const firstUs = this.#parts.nowUs() + 2 * SECOND_US;
    const alarms = Array.from({ length: PER_TURN }, (_, n) => ({
      fire_at: formatMicros(Math.round(firstUs + (n * AHEAD_SECONDS * SECOND_US) / PER_TURN)),
      url: this.#parts.hook,
      // On a busy machine a batch may be repeated until its first alarms are due.
      misfire: 'fire',
      payload: { n },
    }));
    const created = await this.#post<Created>('/alarms/batch', { alarms });
    for (const { alarm, error } of created?.results ?? []) {
      if (alarm) {
        this.due.set(alarm.id, parseMicros(alarm.due_at) as Micros);
        this.confirmed += 1;
      } else this.rejected.push(`one of a batch: ${JSON.stringify(error)}`);
    }
  }

  /** A stretch of work with a pause in it. */
  async #track(): Promise<void> {
    const started = await this.#post<{ timer: { id: string } }>('/timers/start', { title: 'Soak' });
    if (!started) return;
    for (const action of ['pause', 'resume', 'stop']) await this.#post(`/timers/${started.timer.id}/${action}`, {});
  }

  async #post<T>(path: string, body: object): Promise<T | null> {
    const headers = { ...this.#parts.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    for (;;) {
      this.#turn += 1;
      const url = `${this.#parts.urls[this.#turn % this.#parts.urls.length]}/api/v1${path}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.ok && typeof text === 'string') return JSON.parse(text) as T;
      if (response && response.status < 500 && typeof text === 'string') {
        this.rejected.push(`${path}: ${text}`);
        return null;
      }
      this.repeats += 1;
      await delay(REPEAT_AFTER_MS);
    }
  }
}
