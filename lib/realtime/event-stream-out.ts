import type { SSEStreamingApi } from 'hono/streaming';
import { log } from '#/lib/core/log.ts';

/** What may wait for a reader that does not read. More than one read of the feed, so that nobody is cut for a burst. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** The writing end of one stream. A reader who falls far behind is cut off; he goes on from the last `id` he has. */
export class EventStreamOut {
  readonly #stream: SSEStreamingApi;
  readonly #cut: () => void;
  #waiting = 0;

  constructor(stream: SSEStreamingApi, cut: () => void) {
    this.#stream = stream;
    this.#cut = cut;
  }

  /** Resolves when the reader takes it, or is gone. Never rejects. */
  async send(event: string, data: unknown, extra: { id?: string; retry?: number } = {}): Promise<void> {
    if (this.#stream.aborted || this.#stream.closed) return;
    const text = JSON.stringify(data);
    this.#waiting += text.length;
    if (this.#waiting > MOST_WAITING_BYTES) {
      this.#cut();
      return;
    }
    try {
      await this.#stream.writeSSE({ event, data: text, ...extra });
    } catch (error) {
      log.debug({ err: error }, 'stream reader has left');
    }
    this.#waiting -= text.length;
  }
}
