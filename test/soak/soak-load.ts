import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { formatMicros, type Micros, parseMicros, SECOND_US } from '#/lib/core/micros.ts';

/** Alarms per second, and how far ahead each is created at most. */
const PER_TURN = 40;
const AHEAD_SECONDS = 30;
const TURN_MS = 1_000;
/** A delay before a repeat, as a client should have. */
const REPEAT_AFTER_MS = 200;

type Parts = {
  /** Web processes used in turn; one may be down. */
  urls: readonly string[];
  headers: Record<string, string>;
  hook: string;
  /** The database's time. */
  nowUs: () => Micros;
};
type Created = { results: { alarm?: { id: string; due_at: string }; error?: unknown }[] };

/**
 * A steady load until it is stopped: alarms in batches, and a person's timers. Each change is repeated under its
 * Idempotency-Key until it is confirmed, like a client whose server is replaced.
 */
export class SoakLoad {
  /** Confirmed alarms that have not been removed, with their due times. */
  readonly due = new Map<string, Micros>();
  confirmed = 0;
  repeats = 0;
  /** Rejections that no repeat would change. */
  readonly rejected: string[] = [];
  readonly #parts: Parts;
  readonly #all: Promise<unknown>;
  #turn = 0;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#all = Promise.all([this.#every(() => this.#createAlarms()), this.#every(() => this.#trackWork())]);
  }

  /** Resolves when everything in progress is confirmed. */
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
  async #trackWork(): Promise<void> {
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
