import type { Dispatcher } from 'undici';
import {
  DeliveryFailure,
  type FailureKind,
  failureOf,
  type WebhookResult,
} from '#/lib/webhooks/sending/attempt-result.ts';
import type { Connection } from '#/lib/webhooks/sending/connection.ts';
import { retryAfterMs } from '#/lib/webhooks/sending/retry-after.ts';

const MAX_BODY_BYTES = 65_536;
const EXCERPT_BYTES = 2_048;

/** With less than this fraction of its time left an attempt is not started: it would be sent only to time out. */
const LATE = 0.9;

type ResponseHeaders = Record<string, string | string[] | undefined>;
type Settled = (result: WebhookResult) => void;
/**
 * Called when the connection is done with the attempt, with whether it can take another. May come after the attempt is
 * settled.
 */
type Released = (connection: Connection, reusable: boolean) => void;

/** For how long it may last, and how much of the response is read and stored. */
type Limits = { timeoutMs: number; readBytes?: number | undefined };

/**
 * One request in flight: undici's handler, which collects the response and settles exactly once. Never throws outward.
 */
export class WebhookAttempt implements Dispatcher.DispatchHandler {
  readonly options: Dispatcher.DispatchOptions;
  settled = false;
  readonly #now: () => number;
  readonly #onSettled: Settled;
  readonly #startedMs: number;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  readonly #excerptBytes: number;
  readonly #timer: NodeJS.Timeout;
  #released: Released | null = null;
  #connection: Connection | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #sentAtMs: number | null = null;
  #status = 0;
  #retryAfterMs: number | null = null;
  #bytes = 0;
  #beginning: Buffer[] | null = null;

  /** The timeout starts now. */
  constructor(
    options: Dispatcher.DispatchOptions,
    { timeoutMs, readBytes }: Limits,
    now: () => number,
    onSettled: Settled,
  ) {
    this.options = options;
    this.#now = now;
    this.#onSettled = onSettled;
    this.#startedMs = now();
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = readBytes ?? MAX_BODY_BYTES;
    this.#excerptBytes = readBytes ?? EXCERPT_BYTES;
    this.#timer = setTimeout(runOut, timeoutMs, this);
  }

  /** Sends over `connection`, which is released through `released`. */
  start(connection: Connection, released: Released): void {
    this.#connection = connection;
    this.#released = released;
    connection.dispatch(this.options, this);
  }

  /** Ends an attempt that has waited too long for a connection; returns whether it has ended. */
  endedOrLate(): boolean {
    if (!this.settled && this.#isLate(this.#now())) this.timeOut();
    return this.settled;
  }

  #isLate(nowMs: number): boolean {
    return nowMs - this.#startedMs > this.#timeoutMs * LATE;
  }

  timeOut(): void {
    this.abort('timeout', `No response within ${this.#timeoutMs} ms.`);
  }

  /** Ends the attempt now, wherever it is: waiting for a connection, dialing, sending or reading. */
  abort(kind: FailureKind, detail: string): void {
    if (this.settled) return;
    const reason = new DeliveryFailure(kind, `${detail} ${this.#describePhase()}`);
    if (this.#controller) this.#controller.abort(reason);
    else if (this.#connection) this.#connection.destroy(reason);
    this.#fail(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown errors make undici drop the request before a byte is written. A request is never written twice: whether
    // the receiver has acted on the first copy cannot be known (RFC 9110 section 9.2.2), so retries are left to the
    // engine.
    if (this.settled || this.#sentAtMs !== null) {
      throw new DeliveryFailure('connection_reset', 'The connection was lost after the request had been sent.');
    }
    // A process that was paused for a while gets its new connection before its timers fire.
    const nowMs = this.#now();
    if (this.#isLate(nowMs)) {
      throw new DeliveryFailure('timeout', 'The time ran out before there was a connection.');
    }
    this.#controller = controller;
    this.#sentAtMs = nowMs;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status < 200) return;
    this.#status = status;
    if (headers['retry-after'] !== undefined) {
      this.#retryAfterMs = retryAfterMs(first(headers['retry-after']), first(headers.date));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < this.#excerptBytes) {
      this.#beginning ??= [];
      this.#beginning.push(chunk.subarray(0, this.#excerptBytes - this.#bytes));
    }
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) return;
    this.#response();
    controller.abort(new DeliveryFailure('stopped', 'The rest of the response is not read.'));
  }

  onResponseEnd(): void {
    this.#response();
    this.#release(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(failureOf(error));
    this.#release(false);
  }

  #response(): void {
    if (!this.#end()) return;
    this.#onSettled({
      kind: 'responded',
      status: this.#status,
      retryAfterMs: this.#retryAfterMs,
      address: this.#connection?.address ?? null,
      excerpt: this.#beginning && excerptOf(this.#beginning),
      sentAtMs: this.#sentAtMs ?? this.#startedMs,
      durationMs: this.#now() - this.#startedMs,
    });
  }

  #fail(failure: DeliveryFailure): void {
    if (!this.#end()) return;
    this.#onSettled({
      kind: failure.kind,
      detail: this.#status === 0 ? failure.message : `${failure.message} (The response had begun: ${this.#status}.)`,
      address: this.#connection?.address ?? null,
      sentAtMs: this.#sentAtMs,
      durationMs: this.#now() - this.#startedMs,
    });
  }

  #end(): boolean {
    if (this.settled) return false;
    this.settled = true;
    clearTimeout(this.#timer);
    return true;
  }

  #release(reusable: boolean): void {
    const connection = this.#connection;
    const released = this.#released;
    this.#released = null;
    if (connection && released) released(connection, reusable);
  }

  #describePhase(): string {
    if (this.#sentAtMs !== null) return 'The request had been sent.';
    if (this.#connection) return 'The connection was not open yet; nothing was sent.';
    return 'All connections to the receiver were in use; nothing was sent.';
  }
}

function runOut(webhookAttempt: WebhookAttempt): void {
  webhookAttempt.timeOut();
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value;
}

/** UTF-8 as text, without a character cut in half at the end and without NUL, which Postgres text cannot hold. */
function excerptOf(beginning: Buffer[]): string | null {
  const bytes = beginning.length === 1 ? (beginning[0] as Buffer) : Buffer.concat(beginning);
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
  return text === '' ? null : text;
}
