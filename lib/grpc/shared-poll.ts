import { unlessAborted } from '#/lib/grpc/call-operation.ts';

type Poll<T> = { read: () => Promise<T>; wait: () => Promise<unknown> };

/** A value that changes now and then, polled once for all its watchers: at once for the first, then after each wait. */
export class SharedPoll<T> {
  readonly #poll: Poll<T>;
  #watchers = 0;
  #latest: Promise<T> | undefined;
  #next: Promise<T | undefined> | undefined;

  constructor(poll: Poll<T>) {
    this.#poll = poll;
  }

  /** The current value and then each change, until `over` is aborted. @throws what a read rejects with */
  async *watch(over: AbortSignal): AsyncGenerator<T> {
    this.#watchers += 1;
    try {
      let previous: T | undefined;
      let next: Promise<T | undefined> = this.#latest ?? this.#read();
      while (!over.aborted) {
        const seen = await unlessAborted(over, next).catch(unlessOver(over));
        if (seen !== undefined && seen !== previous) yield seen;
        previous = seen ?? previous;
        next = this.#afterWait();
      }
    } finally {
      this.#watchers -= 1;
      // The next watcher reads by itself.
      if (this.#watchers === 0) this.#latest = undefined;
    }
  }

  /**
   * Reads, and again after each wait, not only on demand: a watcher that does not consume would leave an old value to
   * others.
   */
  #read(): Promise<T> {
    const seen = this.#poll.read();
    this.#latest = seen;
    const again = () => void this.#afterWait();
    seen.then(again, () => {
      if (this.#latest === seen) this.#latest = undefined;
      again();
    });
    return seen;
  }

  /** The next read, which all wait for; nothing when there are no watchers anymore. */
  #afterWait(): Promise<T | undefined> {
    if (this.#next) return this.#next;
    this.#next = this.#poll.wait().then(() => {
      this.#next = undefined;
      return this.#watchers > 0 ? this.#read() : undefined;
    });
    // Watchers that wait for it get the error; there may be none.
    this.#next.catch(() => {});
    return this.#next;
  }
}

function unlessOver(over: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!over.aborted) throw error;
  };
}
