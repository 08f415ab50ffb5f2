/**
 * Throttled refetch: at once when notified, then at most once in `restMs`, however many changes there are, and always
 * after the last notification.
 */
export class ThrottledRefresh {
  readonly #refresh: () => Promise<void>;
  readonly #intervalMs: number;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isDue = false;

  constructor(refresh: () => Promise<void>, intervalMs: number) {
    this.#refresh = refresh;
    this.#intervalMs = intervalMs;
  }

  run(): void {
    if (this.#isBusy || this.#timeout) {
      this.#isDue = true;
      return;
    }
    this.#isBusy = true;
    this.#isDue = false;
    this.#timeout = setTimeout(() => this.#onIntervalEnd(), this.#intervalMs);
    void this.#refresh().finally(() => {
      this.#isBusy = false;
      this.#runIfDue();
    });
  }

  stop(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    this.#isDue = false;
  }

  #onIntervalEnd(): void {
    this.#timeout = undefined;
    this.#runIfDue();
  }

  #runIfDue(): void {
    if (this.#isDue && !this.#isBusy && !this.#timeout) this.run();
  }
}
