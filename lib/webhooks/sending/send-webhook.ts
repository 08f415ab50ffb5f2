import { type AllowList, parsedUrlProblem } from '#/lib/url-guard/url-guard.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { dialer } from '#/lib/webhooks/sending/dial.ts';
import { guardedLookup, type Resolve } from '#/lib/webhooks/sending/guarded-lookup.ts';
import { Receiver } from '#/lib/webhooks/sending/receiver.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';
import { WebhookAttempt } from '#/lib/webhooks/sending/webhook-attempt.ts';

export type SenderOptions = {
  allowed: AllowList;
  /** For all of an attempt: waiting for a connection, dialing, sending and reading. */
  timeoutMs: number;
  /** Per tenant and origin. */
  connectionsPerOrigin: number;
  /** Milliseconds of a clock that never goes back; `performance.now` unless given. */
  monotonic?: () => number;
  resolve?: Resolve;
  /** Authorities to trust instead of the usual ones (PEM). */
  ca?: string | Buffer;
  /** After how long without a request the connections to an origin are closed. */
  idleMs?: number;
  /** How many origins without a request, of one tenant each, are kept at most. */
  maxIdleOrigins?: number;
  /** How much of a response is read, in bytes, and kept as its excerpt; the usual 64 KiB and 2 KiB unless given. */
  readBytes?: number;
};

const IDLE_MS = 60_000;
const MAX_IDLE_ORIGINS = 1_000;

/**
 * Sends webhooks to the internet. Outcomes are data: `send` never rejects. Redirects are never followed, addresses are
 * checked when they are dialed, and at most 64 KiB of a response are read.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #now: () => number;
  readonly #receivers = new Map<string, Receiver>();
  /** In the order in which they became idle. */
  readonly #idle = new Set<Receiver>();
  readonly #inFlight = new Set<WebhookAttempt>();
  #sweep: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;
  #whenDone: (() => void) | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#now = options.monotonic ?? (() => performance.now());
  }

  send(request: WebhookRequest): Promise<WebhookResult> {
    const url = URL.parse(request.url);
    const problem = url ? parsedUrlProblem(url) : 'This is not a URL.';
    if (!url || problem) return Promise.resolve(unsentResult('url_invalid', problem ?? ''));
    if (this.#closing) return Promise.resolve(unsentResult('stopped', 'The sender is closed; nothing was sent.'));
    return new Promise((resolve) => {
      const { method, headers, body, tenant = url.origin } = request;
      const options = { path: url.pathname + url.search, method, headers, body };
      const { timeoutMs, readBytes } = this.#options;
      const webhookAttempt = new WebhookAttempt(options, { timeoutMs, readBytes }, this.#now, (result) => {
        this.#inFlight.delete(webhookAttempt);
        if (this.#inFlight.size === 0) this.#whenDone?.();
        resolve(result);
      });
      this.#inFlight.add(webhookAttempt);
      this.#receiver(tenant, url.origin).send(webhookAttempt);
    });
  }

  /**
   * Accepts no more requests and closes idle connections. Requests in flight may finish within `graceMs`, then end with
   * kind `stopped`. A second call waits for the first.
   */
  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    if (this.#sweep) clearInterval(this.#sweep);
    this.#sweep = null;
    this.#evictIdle(this.#idle.size);
    if (this.#inFlight.size > 0) await this.#done(graceMs);
    for (const webhookAttempt of [...this.#inFlight]) webhookAttempt.abort('stopped', 'The service is shutting down.');
    this.#evictIdle(this.#idle.size);
  }

  #done(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#whenDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #receiver(tenant: string, origin: string): Receiver {
    const key = `${tenant} ${origin}`;
    const known = this.#receivers.get(key);
    if (known) {
      this.#idle.delete(known);
      return known;
    }
    const { allowed, resolve, ca, connectionsPerOrigin } = this.#options;
    const dial = dialer({ allowed, lookup: guardedLookup(allowed, tenant, resolve), ca });
    const receiver = new Receiver({ key, origin }, dial, connectionsPerOrigin, this.#onIdle);
    this.#receivers.set(key, receiver);
    return receiver;
  }

  #onIdle = (receiver: Receiver): void => {
    receiver.idleSinceMs = this.#now();
    this.#idle.add(receiver);
    const idleMs = this.#options.idleMs ?? IDLE_MS;
    if (this.#closing) this.#evictIdle(1);
    else this.#sweep ??= setInterval(() => this.#evictUnused(), idleMs / 4).unref();
    this.#evictIdle(this.#idle.size - (this.#options.maxIdleOrigins ?? MAX_IDLE_ORIGINS));
  };

  #evictUnused(): void {
    const before = this.#now() - (this.#options.idleMs ?? IDLE_MS);
    let unused = 0;
    for (const receiver of this.#idle) {
      if (receiver.idleSinceMs > before) break;
      unused += 1;
    }
    this.#evictIdle(unused);
  }

  /** Closes and drops the `count` receivers that have been idle the longest. */
  #evictIdle(count: number): void {
    for (const receiver of this.#idle) {
      if (count <= 0) return;
      count -= 1;
      this.#idle.delete(receiver);
      this.#receivers.delete(receiver.key);
      receiver.close();
    }
  }
}

function unsentResult(kind: 'url_invalid' | 'stopped', detail: string): WebhookResult {
  return { kind, detail, address: null, sentAtMs: null, durationMs: 0 };
}
