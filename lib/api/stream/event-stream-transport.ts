import { randomInt } from 'node:crypto';
import type { SSEStreamingApi } from 'hono/streaming';
import type { ApiBindings, StreamEnd } from '#/lib/api/operations/operation.ts';
import type { TimedMessage, Transport } from '#/lib/api/stream/session.ts';
import { log } from '#/lib/core/log.ts';

const RECONNECT_MS = 2_000;
/** Jitter, so that the clients of a process that shuts down, or is busy, don't all reconnect at once. */
const RECONNECT_ELSEWHERE_MS = { from: 500, to: 3_500 };
/** A client that reads nothing for this long is disconnected meanwhile. */
const DRAIN_MS = 2_000;

type Bindings = Pick<ApiBindings, 'onStreamEnd' | 'outgoing'>;

/** A session over server-sent events: one response, whose client sends nothing. */
export class EventStreamTransport implements Transport {
  readonly #stream: SSEStreamingApi;
  readonly #bindings: Bindings;
  readonly #ended = Promise.withResolvers<void>();
  #waitingBytes = 0;

  /** `bindings` has the connection below the stream, if there is one to close. */
  constructor(stream: SSEStreamingApi, bindings: Bindings) {
    this.#stream = stream;
    this.#bindings = bindings;
    // By the client, or by `cut`.
    stream.onAbort(this.#ended.resolve);
  }

  /** Resolves once nothing more is to be read for the client. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isOpen(): boolean {
    return !this.#stream.aborted && !this.#stream.closed;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  format({ type, cursor, server_time, ...more }: TimedMessage): string {
    const retry = type === 'hello' ? RECONNECT_MS : undefined;
    return formatEvent({ event: type, data: { server_time, ...more }, id: cursor, retry });
  }

  async write(text: string): Promise<void> {
    this.#waitingBytes += text.length;
    // Resolves, too, when the client has left.
    await this.#stream.write(text);
    this.#waitingBytes -= text.length;
  }

  ping(send: () => Promise<void>): void {
    send().catch(logUnsent);
  }

  end(why: StreamEnd): void {
    this.#bindings.onStreamEnd?.(why);
    if (why === 'shutdown' || why === 'busy') void this.#drain();
    else this.cut();
  }

  /** Closes the connection too: a client that does not read would keep it open. */
  cut(): void {
    if (this.#waitingBytes > 0) this.#bindings.outgoing?.destroy();
    this.#stream.abort();
  }

  /** Sends what is buffered, and when to reconnect. */
  async #drain(): Promise<void> {
    const cut = setTimeout(() => this.cut(), DRAIN_MS);
    // A single field is not a message.
    const retry = randomInt(RECONNECT_ELSEWHERE_MS.from, RECONNECT_ELSEWHERE_MS.to);
    if (this.isOpen) await this.write(`retry: ${retry}\n\n`);
    clearTimeout(cut);
    this.#ended.resolve();
  }
}

type StreamEvent = { event: string; data: object; id?: string | undefined; retry?: number | undefined };

/** An event as it is sent (WHATWG HTML, section 9.2.6). No value has a line break: JSON escapes them. */
export function formatEvent({ event, data, id, retry }: StreamEvent): string {
  const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`];
  if (id !== undefined) lines.push(`id: ${id}`);
  if (retry !== undefined) lines.push(`retry: ${retry}`);
  return `${lines.join('\n')}\n\n`;
}

export function logUnsent(error: unknown): void {
  log.warn({ err: error }, 'stream message not sent');
}
