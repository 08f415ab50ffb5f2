/**
 * Throttled refetch: at once when notified, then at most once in `restMs`, however many changes there are, and always
 * after the last notification.
 */
export class ThrottledRefresh {
  readonly #refresh: () => Promise<void>;
  readonly #intervalMs: number;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #isRefreshing = false;
  #isDue = false;

  constructor(refresh: () => Promise<void>, intervalMs: number) {
    this.#refresh = refresh;
    this.#intervalMs = intervalMs;
  }

  notify(): void {
    if (this.#isRefreshing || this.#timeout) {
      this.#isDue = true;
      return;
    }
    this.#isRefreshing = true;
    this.#isDue = false;
    this.#timeout = setTimeout(() => this.#onIntervalEnd(), this.#intervalMs);
    void this.#refresh().finally(() => {
      this.#isRefreshing = false;
      this.#refreshIfDue();
    });
  }

  stop(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    this.#isDue = false;
  }

  #onIntervalEnd(): void {
    this.#timeout = undefined;
    this.#refreshIfDue();
  }

  #refreshIfDue(): void {
    if (this.#isDue && !this.#isRefreshing && !this.#timeout) this.notify();
  }
}
