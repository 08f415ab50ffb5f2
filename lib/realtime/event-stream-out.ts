import type { SSEStreamingApi } from 'hono/streaming';
import { log } from '#/lib/core/log.ts';
import type { CredentialWatch } from '#/lib/realtime/credential-watch.ts';

/** What may wait for a reader that does not read. More than one read of the feed, so that nobody is cut for a burst. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The connection below a stream, where there is one to cut. */
type Connection = { destroy: () => void };

/** The writing end of one stream. A reader who falls far behind is cut off; he goes on from the last `id` he has. */
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

  /** Ends the stream; what waits is given up, and with it the connection, which who does not read would keep. */
  end(): void {
    if (this.#waiting > 0) this.#connection?.destroy();
    this.#stream.abort();
  }

  /** Says when to come again; a field by itself is no message. Resolves when the reader takes it, or is gone. */
  async sendRetry(ms: number): Promise<void> {
    if (this.#stream.aborted || this.#stream.closed) return;
    await this.#stream.write(`retry: ${ms}\n\n`);
  }

  /** Ends it for a reader who has taken nothing of what waits since this was called last. */
  endIfStalled(): void {
    if (this.#isStalled) this.end();
    this.#isStalled = this.#waiting > 0;
  }

  /** Resolves when the reader takes it, or is gone, or may no longer have it. Never rejects. */
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
