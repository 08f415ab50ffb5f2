/** Code that is not part of the page's first load: it is loaded while the page is at rest, or when it is needed. */
export class LazyModule<T> {
  readonly #load: () => Promise<T>;
  #loaded: T | null = null;
  #loading: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  loaded(): T | null {
    return this.#loaded;
  }

  /** Rejects when it can't be loaded; calling it again retries. */
  get(): Promise<T> {
    this.#loading ??= this.#load().then(
      (loaded) => {
        this.#loaded = loaded;
        return loaded;
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }
}
