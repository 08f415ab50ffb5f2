import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { readMessage } from '#/lib/api/stream/read-message.ts';
import { type CallerParts, callerOfKey, type SocketCaller } from '#/lib/api/stream/socket-caller.ts';
import { SocketOut } from '#/lib/api/stream/socket-out.ts';
import { Subscriptions } from '#/lib/api/stream/subscriptions.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { CredentialWatch, type Ended } from '#/lib/feed/subscription/credential-watch.ts';
import type { SocketInput } from '#/lib/feed/subscription/stream-schemas.ts';
import { takeStreamSlot } from '#/lib/feed/topics/authorize-topics.ts';

const PING_MS = 15_000;
const AUTHENTICATE_WITHIN_MS = 5_000;
/** Messages of a client between two pings; more is a flood. */
const MOST_MESSAGES = 200;
/** Messages waiting for a response; until there are fewer, no more are read from the socket. */
const MAX_PENDING_MESSAGES = 20;

export const CLOSE = {
  goingAway: 1001,
  TRY_AGAIN: 1013,
  unauthenticated: 4401,
  permissions: 4403,
  tooMany: 4429,
} as const;

const ENDS: Record<Ended, [code: number, reason: string]> = {
  credential: [CLOSE.unauthenticated, 'The key or session is no longer valid.'],
  permissions: [CLOSE.permissions, 'What this key or session may do has changed. Connect again.'],
  unchecked: [CLOSE.TRY_AGAIN, 'The key or session can’t be checked right now. Connect again.'],
};

export type SocketParts = CallerParts & { hub: FeedHub; authenticateWithinMs?: number };

/** One open WebSocket: its client's messages and the responses. Ends with its key or session. */
export class FeedSocket {
  readonly #socket: WebSocket;
  readonly #headers: IncomingHttpHeaders;
  readonly #parts: SocketParts;
  readonly #out: SocketOut;
  readonly #atEnd: (() => void)[] = [];
  #caller: SocketCaller | null = null;
  #watch: CredentialWatch | null = null;
  #followings: Subscriptions | null = null;
  /** Messages are handled one after the other, so that responses come in their order. */
  #work: Promise<void> = Promise.resolve();
  #messages = 0;
  #unanswered = 0;
  #isAlive = true;

  /** `headers` are those of the handshake. */
  constructor(socket: WebSocket, headers: IncomingHttpHeaders, parts: SocketParts) {
    this.#socket = socket;
    this.#headers = headers;
    this.#parts = parts;
    this.#out = new SocketOut(socket);
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : data.toString()));
    // Each gets a pong, which piles up for a client that does not read.
    socket.on('ping', () => this.#count());
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
    socket.on('close', () => this.#end());
    const pings = setInterval(() => this.#ping(), PING_MS);
    this.#atEnd.push(() => clearInterval(pings));
  }

  /** Greets a caller that the handshake identified; `release` frees its stream slot. */
  welcome(caller: SocketCaller, release: () => void): void {
    this.#atEnd.push(release);
    this.#queue(async () => {
      await this.#accept(caller);
      await this.#tell({ type: 'hello', authenticated: true });
    });
  }

  /** Greets a client that still has to authenticate. */
  challenge(release: () => void): void {
    this.#atEnd.push(release);
    const limit = this.#parts.authenticateWithinMs ?? AUTHENTICATE_WITHIN_MS;
    const wait = setTimeout(() => {
      if (!this.#caller) this.#socket.close(CLOSE.unauthenticated, 'No key came in time.');
      release();
    }, limit);
    this.#atEnd.push(() => clearTimeout(wait));
    this.#queue(() => this.#tell({ type: 'hello', authenticated: false, authenticate_within_ms: limit }));
  }

  #receive(text: string | null): void {
    if (!this.#count()) return;
    this.#unanswered += 1;
    if (this.#unanswered >= MAX_PENDING_MESSAGES) this.#socket.pause();
    this.#queue(async () => {
      const { message, ref, problem } = readMessage(text);
      try {
        if (!message) throw problem;
        await this.#response(message);
      } catch (error) {
        await this.#reject(error, ref);
      }
    });
    void this.#work.then(() => {
      this.#unanswered -= 1;
      if (this.#socket.isPaused) this.#socket.resume();
    });
  }

  #count(): boolean {
    this.#messages += 1;
    const isFlood = this.#messages > MOST_MESSAGES;
    if (isFlood) this.#socket.close(CLOSE.tooMany, 'Too many messages.');
    return !isFlood;
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work
      .then(async () => {
        if (this.#socket.readyState === this.#socket.OPEN) await step();
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'socket ended; its client reconnects');
        this.#socket.terminate();
      });
  }

  async #response(message: SocketInput): Promise<void> {
    const { ref } = message;
    if (message.type === 'ping') return this.#tell({ type: 'pong', ref });
    if (message.type === 'authenticate') {
      await this.#authenticate(message.token);
      return this.#tell({ type: 'ack', ref });
    }
    if (!this.#followings) throw firstAuthenticate();
    if (message.type === 'subscribe') {
      await this.#caller?.count();
      return this.#followings.subscribe(message);
    }
    return this.#followings.unsubscribe(message);
  }

  async #authenticate(token: string): Promise<void> {
    if (this.#caller) throw new AppError('already_authenticated');
    const caller = await callerOfKey(token, this.#headers, this.#parts);
    const release = takeStreamSlot(this.#parts.hub, caller.actor);
    if (this.#socket.readyState !== this.#socket.OPEN) return release();
    this.#atEnd.push(release);
    await this.#accept(caller);
  }

  async #accept(caller: SocketCaller): Promise<void> {
    const { hub } = this.#parts;
    const { actor } = caller;
    const watch = new CredentialWatch(actor, caller.recognize, (why) => this.#close(why));
    const { unsubscribe } = await hub.subscribe(() => {}, { ahead: (event) => watch.hear(event) });
    if (this.#socket.readyState !== this.#socket.OPEN) return unsubscribe();
    this.#atEnd.push(unsubscribe);
    this.#caller = caller;
    this.#watch = watch;
    this.#out.sendWithin(watch);
    this.#followings = new Subscriptions(this.#parts, actor, this.#out);
    // It may have ended after it was recognized and before the subscription began.
    await watch.check();
  }

  async #reject(error: unknown, ref: unknown): Promise<void> {
    const isKnown = isAppError(error);
    const requestId = newId();
    if (!isKnown) log.error({ err: error, request_id: requestId }, 'socket message failed');
    const { code, detail } = isKnown ? error : { code: 'internal', detail: `Something went wrong: ${requestId}.` };
    const more = isKnown ? { ...error.extra, ...(error.fields.length > 0 && { errors: error.fields }) } : {};
    await this.#tell({ type: 'error', ref, code, detail, ...more });
    if (code === 'api_key_invalid') this.#close('credential');
    if (code === 'too_many_streams' || (code === 'rate_limited' && !this.#caller)) {
      this.#socket.close(CLOSE.tooMany, detail);
    }
  }

  #ping(): void {
    this.#messages = 0;
    this.#out.cutIfStalled();
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    const { hub } = this.#parts;
    const watch = this.#watch;
    this.#queue(async () => {
      if (watch && !(await watch.check())) return;
      const now = await this.#parts.clock.now(this.#parts.db);
      // Read now: what was sent meanwhile lies before it.
      const cursor = this.#followings?.isUpToDate ? packPosition(hub.position) : undefined;
      await this.#out.send({ type: 'ping', cursor, server_time: now.toISOString() });
    });
  }

  async #tell(message: Record<string, unknown>): Promise<void> {
    const now = await this.#parts.clock.now(this.#parts.db);
    await this.#out.send({ ...message, server_time: now.toISOString() });
  }

  #close(why: Ended): void {
    // The client has half a minute to close its side.
    this.#followings?.endAll();
    const [code, reason] = ENDS[why];
    this.#socket.close(code, reason);
  }

  #end(): void {
    this.#followings?.endAll();
    for (const step of this.#atEnd.splice(0)) step();
  }
}

function firstAuthenticate(): AppError {
  return new AppError('unauthenticated', {
    detail: 'Send {"type": "authenticate", "token": "<API key>"} first.',
  });
}
