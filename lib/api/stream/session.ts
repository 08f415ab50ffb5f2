import type { StreamEnd } from '#/lib/api/operations/operation.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import type { Db } from '#/lib/db/client.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import type { AheadListener, FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { CredentialWatch, type Recognize } from '#/lib/feed/subscription/credential-watch.ts';
import { RESET_DETAIL } from '#/lib/feed/subscription/stream-schemas.ts';

/** A client that receives nothing for a little over two of these knows that the connection is dead. */
const PING_MS = 15_000;
/**
 * How many bytes may wait for a client that does not read. More than one read of the feed, so that no client is
 * disconnected for a burst.
 */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** A message that is not an event. `cursor` only if it covers the whole session. */
export type SessionMessage = { type: string; cursor?: string | undefined; [more: string]: unknown };
export type TimedMessage = SessionMessage & { server_time: string };

/** The transport of a session: the response of an event stream, or a WebSocket. */
export type Transport = {
  /** False once nothing more can be sent. */
  readonly isOpen: boolean;
  /** How many bytes are written that the client has not read. */
  readonly waitingBytes: number;
  /** A message as it is sent. */
  format: (message: TimedMessage) => string;
  /** Resolves when the client has read it, or has disconnected. Never rejects. */
  write: (text: string) => Promise<void>;
  /** Calls `send` when it is the ping's turn among the messages, or never on a connection that is dead. */
  ping: (send: () => Promise<void>) => void;
  /** Ends the connection and sends the client the reason, if the transport can. */
  end: (why: StreamEnd) => void;
  /** Disconnects at once a client that does not read; what it has not read is dropped. */
  cut: () => void;
};

type SessionParts = { hub: FeedHub; clock: Clock; db: Db };

/**
 * What an event stream and a WebSocket have in common: `hello`, `reset`, a ping every 15 s, and the end, when the caller
 * may no longer receive events, reads nothing, or the process shuts down. A client that is disconnected resumes from its
 * last cursor.
 */
export class StreamSession {
  readonly #parts: SessionParts;
  readonly #transport: Transport;
  readonly #isUpToDate: () => boolean;
  readonly #atEnd: (() => void)[] = [];
  #watch: CredentialWatch | null = null;
  #heldBytes = 0;
  #isStalled = false;

  /** `isUpToDate`: whether everything before the hub's position has been sent. */
  constructor(parts: SessionParts, transport: Transport, isUpToDate: () => boolean) {
    this.#parts = parts;
    this.#transport = transport;
    this.#isUpToDate = isUpToDate;
  }

  /** Starts the pings, and ends the connection once the process shuts down, or at once if it already does. */
  start(): void {
    const pings = setInterval(() => this.#ping(), PING_MS);
    this.#atEnd.push(() => clearInterval(pings));
    this.#atEnd.push(this.#parts.hub.shutdown.onShutdown(() => this.#transport.end('shutdown')));
  }

  stop(): void {
    for (const step of this.#atEnd.splice(0)) step();
  }

  /** From now on sends only what the caller may receive. The hub has to call the returned listener before others. */
  watch(actor: Actor, recognize: Recognize): AheadListener {
    const watch = new CredentialWatch(actor, recognize, (why) => this.#transport.end(why));
    this.#watch = watch;
    return (event) => watch.onEvent(event);
  }

  /** The caller was not accepted after all. */
  unwatch(): void {
    this.#watch = null;
  }

  /** Authenticates the caller once more, and ends the connection if that fails. */
  async recheck(): Promise<boolean> {
    return this.#watch?.check() ?? true;
  }

  /** The first message. The caller is checked before: it may have lost access before the subscription began. */
  async hello(more: Partial<SessionMessage> = {}): Promise<void> {
    await this.recheck();
    await this.sendTimed({ type: 'hello', ...more });
  }

  /** Something was missed: the client has to read the state again. */
  reset(more: Partial<SessionMessage>): Promise<void> {
    return this.sendTimed({ type: 'reset', ...more, detail: RESET_DETAIL });
  }

  /** Sends a message with the server's time. */
  async sendTimed(message: SessionMessage): Promise<void> {
    const server_time = await this.#serverTime();
    await this.send(this.#transport.format({ ...message, server_time }));
  }

  /** Resolves when the client has read it, has disconnected, or may no longer receive it. Never rejects. */
  async send(text: string): Promise<void> {
    if (!this.#transport.isOpen) return;
    if (this.#waitingBytes + text.length > MAX_WAITING_BYTES) return this.cut();
    if (!this.#watch) return this.#write(text);
    this.#heldBytes += text.length;
    await this.#watch.send(() => {
      this.#heldBytes -= text.length;
      return this.#write(text);
    });
  }

  /** Ends the connection, and says why. */
  end(why: StreamEnd): void {
    this.#transport.end(why);
  }

  /** Disconnects a client that has fallen too far behind. */
  cut(): void {
    this.#transport.cut();
  }

  async #write(text: string): Promise<void> {
    await this.#transport.write(text);
    this.#isStalled = false;
  }

  get #waitingBytes(): number {
    return this.#transport.waitingBytes + this.#heldBytes;
  }

  #ping(): void {
    // It has read nothing since the last ping, whatever it sends.
    if (this.#isStalled) {
      this.cut();
      return;
    }
    this.#isStalled = this.#waitingBytes > 0;
    this.#transport.ping(async () => {
      if (!(await this.recheck())) return;
      const server_time = await this.#serverTime();
      // Read now, so that messages sent meanwhile are before it.
      const cursor = this.#isUpToDate() ? packPosition(this.#parts.hub.position) : undefined;
      await this.send(this.#transport.format({ type: 'ping', cursor, server_time }));
    });
  }

  async #serverTime(): Promise<string> {
    const { clock, db } = this.#parts;
    return (await clock.now(db)).toISOString();
  }
}
