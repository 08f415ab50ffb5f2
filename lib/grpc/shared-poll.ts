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
      let coming: Promise<T | undefined> = this.#latest ?? this.#look();
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

  /** Looks, and again after each wait. Not only when somebody asks: those who do not read would leave an old look to others. */
  #look(): Promise<T> {
    const seen = this.#poll.look();
    this.#latest = seen;
    const again = () => void this.#afterWait();
    seen.then(again, () => {
      if (this.#latest === seen) this.#latest = undefined;
      again();
    });
    return seen;
  }

  /** The next look, which all wait for; nothing when nobody watches anymore. */
  #afterWait(): Promise<T | undefined> {
    if (this.#next) return this.#next;
    this.#next = this.#poll.wait().then(() => {
      this.#next = undefined;
      return this.#watchers > 0 ? this.#look() : undefined;
    });
    // Those who wait for it hear of it; there may be none.
    this.#next.catch(() => {});
    return this.#next;
  }
}

function unlessOver(over: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!over.aborted) throw error;
  };
}
