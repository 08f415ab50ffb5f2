import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import type { Reads } from '#/lib/api/limits/reads.ts';
import { catchUpQueries } from '#/lib/api/stream/catch-up.ts';
import { readMessage } from '#/lib/api/stream/read-message.ts';
import { StreamSession } from '#/lib/api/stream/session.ts';
import { type CallerParts, callerOfKey, type SocketCaller } from '#/lib/api/stream/socket-caller.ts';
import { CLOSE, SocketTransport } from '#/lib/api/stream/socket-transport.ts';
import { Subscriptions } from '#/lib/api/stream/subscriptions.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import type { SocketInput } from '#/lib/feed/subscription/stream-schemas.ts';
import { takeStreamSlot } from '#/lib/feed/topics/authorize-topics.ts';

const AUTHENTICATE_WITHIN_MS = 5_000;
/** The most messages of a client between two pings; more count as a flood. */
const MAX_MESSAGES = 200;
/** Messages waiting for a response; until there are fewer, no more are read from the socket. */
const MAX_PENDING_MESSAGES = 20;

export type SocketParts = CallerParts & { hub: FeedHub; reads: Reads; authenticateWithinMs?: number };

/** One open WebSocket: its client's messages and the responses. Ends with its key or session. */
export class FeedSocket {
  readonly #socket: WebSocket;
  readonly #headers: IncomingHttpHeaders;
  readonly #parts: SocketParts;
  readonly #transport: SocketTransport;
  readonly #session: StreamSession;
  readonly #atEnd: (() => void)[] = [];
  #caller: SocketCaller | null = null;
  #subscriptions: Subscriptions | null = null;
  /** Messages are handled one after the other, so that responses keep their order. */
  #work: Promise<void> = Promise.resolve();
  #messages = 0;
  #pending = 0;

  /** `headers` are those of the handshake. */
  constructor(socket: WebSocket, headers: IncomingHttpHeaders, parts: SocketParts) {
    this.#socket = socket;
    this.#headers = headers;
    this.#parts = parts;
    this.#transport = new SocketTransport(socket, {
      onPing: (send) => {
        this.#messages = 0;
        this.#queue(send);
      },
      onEnd: () => this.#subscriptions?.endAll(),
    });
    this.#session = new StreamSession(parts, this.#transport, () => this.#subscriptions?.isUpToDate ?? false);
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : data.toString()));
    // Each ping gets a pong, which piles up for a client that does not read.
    socket.on('ping', () => this.#count());
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
    socket.on('close', () => this.#end());
    this.#atEnd.push(() => this.#session.stop());
    this.#session.start();
  }

  /** Greets a caller that the handshake identified; `release` frees its stream slot. */
  welcome(caller: SocketCaller, release: () => void): void {
    this.#atEnd.push(release);
    this.#queue(async () => {
      await this.#accept(caller);
      await this.#session.hello({ authenticated: true });
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
    this.#queue(() => this.#session.hello({ authenticated: false, authenticate_within_ms: limit }));
  }

  #receive(text: string | null): void {
    if (!this.#count()) return;
    this.#pending += 1;
    if (this.#pending >= MAX_PENDING_MESSAGES) this.#socket.pause();
    this.#queue(async () => {
      const { message, ref, problem } = readMessage(text);
      try {
        if (!message) throw problem;
        await this.#respond(message);
      } catch (error) {
        await this.#reject(error, ref);
      }
    });
    void this.#work.then(() => {
      this.#pending -= 1;
      if (this.#socket.isPaused) this.#socket.resume();
    });
  }

  #count(): boolean {
    this.#messages += 1;
    const isFlood = this.#messages > MAX_MESSAGES;
    if (isFlood) this.#socket.close(CLOSE.tooMany, 'Too many messages.');
    return !isFlood;
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work
      .then(async () => {
        if (this.#transport.isOpen) await step();
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'socket ended; its client reconnects');
        this.#socket.terminate();
      });
  }

  async #respond(message: SocketInput): Promise<void> {
    const { ref } = message;
    if (message.type === 'ping') return this.#session.sendTimed({ type: 'pong', ref });
    if (message.type === 'authenticate') {
      await this.#authenticate(message.token);
      return this.#session.sendTimed({ type: 'ack', ref });
    }
    if (!this.#subscriptions) throw firstAuthenticate();
    if (message.type === 'subscribe') {
      await this.#caller?.count();
      return this.#subscriptions.subscribe(message);
    }
    return this.#subscriptions.unsubscribe(message);
  }

  async #authenticate(token: string): Promise<void> {
    if (this.#caller) throw new AppError('already_authenticated');
    const caller = await callerOfKey(token, this.#headers, this.#parts);
    const release = takeStreamSlot(this.#parts.hub, caller.actor);
    if (!this.#transport.isOpen) return release();
    this.#atEnd.push(release);
    await this.#accept(caller);
    await this.#session.recheck();
  }

  async #accept(caller: SocketCaller): Promise<void> {
    const { hub, reads } = this.#parts;
    const { actor } = caller;
    const ahead = this.#session.watch(actor, caller.recognize);
    const { unsubscribe } = await hub
      .subscribe(() => {}, { ahead })
      .catch((error: unknown) => {
        this.#session.unwatch();
        throw error;
      });
    if (!this.#transport.isOpen) return unsubscribe();
    this.#atEnd.push(unsubscribe);
    this.#caller = caller;
    const runQuery = catchUpQueries(reads, { ...this.#parts, actor });
    this.#subscriptions = new Subscriptions({ hub, runQuery }, actor, this.#session);
  }

  async #reject(error: unknown, ref: unknown): Promise<void> {
    const isKnown = isAppError(error);
    const requestId = newId();
    if (!isKnown) log.error({ err: error, request_id: requestId }, 'socket message failed');
    const { code, detail } = isKnown ? error : { code: 'internal', detail: `Something went wrong: ${requestId}.` };
    const more = isKnown ? { ...error.extra, ...(error.fields.length > 0 && { errors: error.fields }) } : {};
    await this.#session.sendTimed({ type: 'error', ref, code, detail, ...more });
    if (code === 'api_key_invalid') this.#transport.end('credential');
    if (code === 'too_many_streams' || (code === 'rate_limited' && !this.#caller)) {
      this.#socket.close(CLOSE.tooMany, detail);
    }
  }

  #end(): void {
    this.#subscriptions?.endAll();
    for (const step of this.#atEnd.splice(0)) step();
  }
}

function firstAuthenticate(): AppError {
  return new AppError('unauthenticated', {
    detail: 'Send {"type": "authenticate", "token": "<API key>"} first.',
  });
}
