import type { ServerClock } from '#/lib/client/time/server-clock.ts';

const NAME = 'timer-service:touch';
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Other tabs need not get each movement. */
const NOTIFY_EVERY_MS = 10_000;

/** When the person last used a page of this browser: as long as the page is there, whatever runs meanwhile. */
export class LastActivity {
  readonly #clock: Pick<ServerClock, 'now'>;
  #at: number;
  #notifiedAt = 0;

  /** `openedAt`, by the server's clock, is when this page was opened. */
  constructor(clock: Pick<ServerClock, 'now'>, openedAt: number) {
    this.#clock = clock;
    this.#at = openedAt;
  }

  /** By the server's clock, epoch milliseconds. */
  lastAt(): number {
    return this.#at;
  }

  /** Returns a function that stops it. */
  listen(): () => void {
    const controller = new AbortController();
    const channel = new BroadcastChannel(NAME);
    const touch = () => {
      this.#at = this.#clock.now();
      if (this.#at - this.#notifiedAt < NOTIFY_EVERY_MS) return;
      this.#notifiedAt = this.#at;
      channel.postMessage('touch');
    };
    const { signal } = controller;
    for (const kind of ACTIVITY_EVENTS) window.addEventListener(kind, touch, { signal, passive: true, capture: true });
    channel.onmessage = ({ data }) => {
      if (data === 'touch') this.#at = this.#clock.now();
    };
    return () => {
      controller.abort();
      channel.close();
    };
  }
}
