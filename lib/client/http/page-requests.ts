import type { Connection } from '#/lib/client/live/connection.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Longer than a cached page takes to be shown. */
const AT_HAND_MS = SECOND_MS;
/** The delay between two attempts, and longer while the connection is known to be lost. */
const RETRY_AFTER_MS = SECOND_MS;
/** While the API responds and pages don't, the router gets their error in the end. */
const MAX_ATTEMPTS = 5;
/** Statuses from a proxy whose upstream is down. */
const GATEWAY_ERRORS = [502, 503, 504];
/** The header of the router's requests for a page's data. */
const PAGE_DATA_HEADER = 'rsc';

type OnUnreachable = (path: string) => void;

/**
 * Keeps the app on its page while other pages can't be loaded. When Next's router can't fetch a page, it leaves the app
 * for the browser's own error page. Here its requests wait for the connection instead, and the caller is notified that
 * the page can't be shown.
 */
export class PageRequests {
  readonly #connection: Connection;
  #onUnreachable: OnUnreachable = () => {};
  #wanted: string | null = null;
  #isDue = false;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns a function that stops it. */
  start(onUnreachable: OnUnreachable): () => void {
    this.#onUnreachable = onUnreachable;
    const own = window.fetch;
    window.fetch = (input, init) =>
      isForPage(init) ? this.#fetchPage(own, input, init) : own.call(window, input, init);
    const controller = new AbortController();
    window.addEventListener('click', (event) => this.#hearClick(event), { signal: controller.signal });
    // Back and forward lead to cached pages.
    window.addEventListener('popstate', () => this.#clear(), { signal: controller.signal });
    const endConnection = this.#connection.subscribe(() => this.#check());
    return () => {
      window.fetch = own;
      controller.abort();
      endConnection();
      this.#clear();
    };
  }

  /** Call it when the router is told to open a page. If offline and not cached, the current page stays. */
  opening(href: string): void {
    this.#clear();
    const { pathname } = new URL(href, window.location.href);
    if (pathname === window.location.pathname) return;
    this.#wanted = pathname;
    this.#timeout = setTimeout(() => {
      this.#isDue = true;
      this.#check();
    }, AT_HAND_MS);
  }

  /** Whether a page outside of the router can be loaded; if not, that is reported. */
  mayLoad(href: string): boolean {
    if (this.#connection.current().kind !== 'offline') return true;
    this.#onUnreachable(new URL(href, window.location.href).pathname);
    return false;
  }

  #check(): void {
    const wanted = this.#wanted;
    if (!wanted || !this.#isDue) return;
    const isShown = window.location.pathname === wanted;
    if (!isShown && this.#connection.current().kind !== 'offline') return;
    this.#clear();
    if (isShown) return;
    // Makes the router abort the pending navigation, which would come as a surprise later.
    window.history.replaceState(null, '', window.location.href);
    this.#onUnreachable(wanted);
  }

  #clear(): void {
    clearTimeout(this.#timeout);
    this.#wanted = null;
    this.#isDue = false;
  }

  #hearClick(event: MouseEvent): void {
    const link = linkOf(event);
    if (!link) return;
    // A link whose default was prevented opens within the app.
    if (event.defaultPrevented) this.opening(link.href);
    else if (!isSamePage(link) && !this.mayLoad(link.href)) event.preventDefault();
  }

  async #fetchPage(own: typeof fetch, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await own.call(window, input, init);
        if (!GATEWAY_ERRORS.includes(response.status) || attempt === MAX_ATTEMPTS) return response;
      } catch (error) {
        if (init.signal?.aborted || attempt === MAX_ATTEMPTS) throw error;
      }
      await wait(RETRY_AFTER_MS);
      if (await this.#untilOnline()) attempt = 0;
    }
  }

  /** False if the connection was never lost. */
  #untilOnline(): Promise<boolean> {
    if (this.#connection.current().kind !== 'offline') return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = this.#connection.subscribe(() => {
        if (this.#connection.current().kind === 'offline') return;
        end();
        resolve(true);
      });
    });
  }
}

function isForPage(init: RequestInit | undefined): init is RequestInit {
  return (init?.method ?? 'GET') === 'GET' && new Headers(init?.headers).has(PAGE_DATA_HEADER);
}

/** The internal link that is clicked to open in place. */
function linkOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== window.location.origin || (link.target && link.target !== '_self')) return null;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey) ? link : null;
}

function isSamePage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== '' && pathname === window.location.pathname && search === window.location.search;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
