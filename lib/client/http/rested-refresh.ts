/**
 * Throttled refetch: at once when notified, then at most once in `restMs`, however many changes there are, and always
 * after the last notification.
 */
export class RestedRefresh {
  readonly #refresh: () => Promise<void>;
  readonly #restMs: number;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isDue = false;

  constructor(refresh: () => Promise<void>, restMs: number) {
    this.#refresh = refresh;
    this.#restMs = restMs;
  }

  tell(): void {
    if (this.#isAsking || this.#timeout) {
      this.#isDue = true;
      return;
    }
    this.#isAsking = true;
    this.#isDue = false;
    this.#timeout = setTimeout(() => this.#rested(), this.#restMs);
    void this.#refresh().finally(() => {
      this.#isAsking = false;
      this.#again();
    });
  }

  stop(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    this.#isDue = false;
  }

  #rested(): void {
    this.#timeout = undefined;
    this.#again();
  }

  #again(): void {
    if (this.#isDue && !this.#isAsking && !this.#timeout) this.tell();
  }
}
