import { unlessAborted } from '#/lib/grpc/call-operation.ts';

type Poll<T> = { look: () => Promise<T>; wait: () => Promise<unknown> };

/** What changes now and then, looked at for all who watch it together: at once for the first, then after each wait. */
export class SharedPoll<T> {
  readonly #poll: Poll<T>;
  #watchers = 0;
  #latest: Promise<T> | undefined;
  #next: Promise<T | undefined> | undefined;

  constructor(poll: Poll<T>) {
    this.#poll = poll;
  }

  /** What it is now and then each change, until `over` is aborted. @throws what a look rejects with */
  async *watch(over: AbortSignal): AsyncGenerator<T> {
    this.#watchers += 1;
    try {
      let told: T | undefined;
      this.#latest ??= this.#poll.look();
      let coming: Promise<T | undefined> = this.#latest;
      while (!over.aborted) {
        const seen = await unlessAborted(over, coming).catch(unlessOver(over));
        if (seen !== undefined && seen !== told) yield seen;
        told = seen ?? told;
        coming = this.#afterWait();
      }
    } finally {
      this.#watchers -= 1;
      // Whoever comes next looks for itself.
      if (this.#watchers === 0) this.#latest = undefined;
    }
  }

  /** The next look, which all wait for; nothing when nobody does anymore. */
  #afterWait(): Promise<T | undefined> {
    this.#next ??= this.#poll.wait().then(() => {
      this.#next = undefined;
      this.#latest = this.#watchers > 0 ? this.#poll.look() : undefined;
      return this.#latest;
    });
    return this.#next;
  }
}

function unlessOver(over: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!over.aborted) throw error;
  };
}
