import type { ServerClock } from '#/lib/client/time/server-clock.ts';

/** `paint` is called at once, and whenever a whole `stepMs` has passed since `phase` (an instant of the server). */
export type Tick = { paint: (serverNow: number) => void; stepMs: number; phase: number };

/** Timeouts may fire slightly early; digits that change this late are not noticed, digits that do not change are. */
const MARGIN_MS = 4;
const MAX_WAIT_MS = 60_000;

/**
 * One timeout for everything on the page that shows time, aligned to the instants at which digits change. Nothing is
 * counted: every paint reads the time again. When a page wakes up, everything is painted before its first frame.
 */
export class Ticker {
  readonly #clock: ServerClock;
  readonly #ticks = new Set<Tick>();
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #leave: AbortController | null = null;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Returns a function that stops it. */
  add(tick: Tick): () => void {
    this.#ticks.add(tick);
    tick.paint(this.#clock.now());
    this.#schedule();
    return () => {
      this.#ticks.delete(tick);
      this.#schedule();
    };
  }

  start(): void {
    this.#leave?.abort();
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    const paint = () => this.paintAll();
    for (const type of ['visibilitychange', 'resume']) document.addEventListener(type, paint, { signal });
    for (const type of ['pageshow', 'focus']) window.addEventListener(type, paint, { signal });
    signal.addEventListener('abort', this.#clock.onDrift(paint));
    this.#schedule();
  }

  stop(): void {
    this.#leave?.abort();
    this.#leave = null;
    clearTimeout(this.#timeout);
  }

  paintAll(): void {
    const now = this.#clock.now();
    for (const tick of this.#ticks) tick.paint(now);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timeout);
    if (!this.#leave || this.#ticks.size === 0) return;
    const now = this.#clock.now();
    const waits = [...this.#ticks].map((tick) => untilNextStep(tick, now));
    this.#timeout = setTimeout(() => this.#paintDue(now), Math.min(MAX_WAIT_MS, ...waits) + MARGIN_MS);
  }

  /** Paints those whose digits have changed since `before`. */
  #paintDue(before: number): void {
    const now = this.#clock.now();
    for (const tick of this.#ticks) if (now >= before + untilNextStep(tick, before) || now < before) tick.paint(now);
    this.#schedule();
  }
}

function untilNextStep({ stepMs, phase }: Tick, now: number): number {
  const passed = (((now - phase) % stepMs) + stepMs) % stepMs;
  return stepMs - passed;
}
