import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { deregister, recordHeartbeat } from '#/lib/jobs/workers/record-heartbeat.ts';

/** A worker without a heartbeat for three of these counts as lost (`lib/api/health/readiness.ts`). */
const BEAT_MS = 10 * SECOND_MS;
/** After a failed heartbeat: its connection may have been silent, and the next one may work. */
const RETRY_MS = SECOND_MS;
const PACKAGE = path.join(import.meta.dirname, '../package.json');

/** Records a heartbeat in the table `workers` every ten seconds. */
export class Heartbeat {
  readonly #ctx: Omit<Ctx, 'actor'>;
  readonly #clockOffsetMs: () => number | null;
  readonly #worker = { id: newId(), host: hostname(), pid: process.pid, version: versionOf(PACKAGE) };
  #startedAt: Date | null = null;
  #beating: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | null = null;
  #hasEnded = false;

  /** `clockOffsetMs`: this machine's clock minus the database's; null while that is not known. */
  constructor(ctx: Omit<Ctx, 'actor'>, clockOffsetMs: () => number | null) {
    this.#ctx = ctx;
    this.#clockOffsetMs = clockOffsetMs;
  }

  /** Resolves when the first heartbeat is written, or has failed and will be retried. Safe to call twice. */
  async start(): Promise<void> {
    if (this.#hasEnded) return;
    this.#timer ??= setInterval(() => this.#beat(), BEAT_MS);
    await this.#beat();
  }

  /** Stops it and removes the row. Safe to call twice. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    await this.#beating;
    await deregister(this.#ctx, this.#worker.id);
  }

  /** One after the other, so that none is written after the row was removed. */
  #beat(): Promise<void> {
    this.#beating = this.#beating.then(async () => {
      if (!this.#timer) return;
      try {
        this.#startedAt = await recordHeartbeat(
          this.#ctx,
          { ...this.#worker, clockOffsetMs: this.#clockOffsetMs() },
          this.#startedAt,
        );
      } catch (error) {
        log.warn({ err: error }, 'heartbeat not recorded; the worker retries');
        this.#retrySoon();
      }
    });
    return this.#beating;
  }

  /** However many heartbeats have failed, another one follows. */
  #retrySoon(): void {
    if (this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#beat();
    }, RETRY_MS).unref();
  }
}

function versionOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
