import type { SSEStreamingApi } from 'hono/streaming';
import { log } from '#/lib/core/log.ts';
import type { CredentialWatch } from '#/lib/feed/subscription/credential-watch.ts';

/**
 * How much may wait for a client that does not read. More than one read of the feed, so that no client is disconnected
 * for a burst.
 */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The connection below a stream, where there is one to close. */
type Connection = { destroy: () => unknown };

/** The writing end of one stream. A client that falls far behind is disconnected; it resumes from its last `id`. */
export class EventStreamOut {
  readonly #stream: SSEStreamingApi;
  readonly #connection: Connection | undefined;
  readonly #watch: CredentialWatch;
  #waiting = 0;
  #isStalled = false;

  constructor(stream: SSEStreamingApi, connection: Connection | undefined, watch: CredentialWatch) {
    this.#stream = stream;
    this.#connection = connection;
    this.#watch = watch;
  }

  /**
   * Ends the stream; pending output is dropped along with the connection, which a client that does not read would keep
   * open.
   */
  end(): void {
    if (this.#waiting > 0) this.#connection?.destroy();
    this.#stream.abort();
  }

  /** Sends the retry delay; a field by itself is no message. Resolves when the reader takes it, or is gone. */
  async sendRetry(ms: number): Promise<void> {
    if (this.#stream.aborted || this.#stream.closed) return;
    await this.#stream.write(`retry: ${ms}\n\n`);
  }

  /** Ends it for a client that has read nothing since the last call. */
  endIfStalled(): void {
    if (this.#isStalled) this.end();
    this.#isStalled = this.#waiting > 0;
  }

  /** Resolves when the client has read it, is gone, or may no longer have it. Never rejects. */
  async send(event: string, data: unknown, extra: { id?: string; retry?: number } = {}): Promise<void> {
    if (this.#stream.aborted || this.#stream.closed) return;
    const text = JSON.stringify(data);
    this.#waiting += text.length;
    if (this.#waiting > MOST_WAITING_BYTES) {
      this.end();
      return;
    }
    try {
      await this.#watch.send(() => this.#stream.writeSSE({ event, data: text, ...extra }));
    } catch (error) {
      log.debug({ err: error }, 'stream reader has left');
    }
    this.#waiting -= text.length;
    this.#isStalled = false;
  }
}
