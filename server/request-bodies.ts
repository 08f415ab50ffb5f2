import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { Code, ConnectError } from '@connectrpc/connect';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { tooBusy } from '#/lib/grpc/grpc-errors.ts';

/** How much clients can make this process hold before they are identified. */
export type BodyLimits = {
  /** Bytes of all request bodies that are being received or processed. */
  mostBytes: number;
  /** How long a body may take to arrive. */
  withinMs: number;
};

export const BODY_LIMITS: BodyLimits = { mostBytes: 128 * 1024 * 1024, withinMs: 30 * SECOND_MS };

/** A request body, counted until it is released. */
export type RequestBody = {
  /** @throws ConnectError RESOURCE_EXHAUSTED when all bodies together have too many bytes */
  add: (bytes: number) => void;
  /** The body has arrived: its time is no longer limited. */
  arrived: () => void;
  /** The bytes are no longer held. May be called twice. */
  release: () => void;
};

/** Limits the bytes of all request bodies at once, and the time that each may take. */
export class RequestBodies {
  readonly #limits: BodyLimits;
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** `onLate` is called with a ConnectError when the body has not arrived in time. */
  open(onLate: (error: ConnectError) => void): RequestBody {
    const { mostBytes, withinMs } = this.#limits;
    let size = 0;
    const late = setTimeout(() => onLate(tooLate(withinMs)), withinMs);
    return {
      add: (bytes) => {
        if (this.#held + bytes > mostBytes)
          throw tooBusy('Too many large messages at once. Send this one again in a moment.');
        this.#held += bytes;
        size += bytes;
      },
      arrived: () => clearTimeout(late),
      release: () => {
        clearTimeout(late);
        this.#held -= size;
        size = 0;
      },
    };
  }

  /** Counts a body that Connect reads, until its response is closed. `onLate` must end the request. */
  watch(request: IncomingMessage | Http2ServerRequest, response: Pick<EventEmitter, 'once'>, onLate: () => void): void {
    const open = () => this.open(onLate);
    const chunks = request[Symbol.asyncIterator].bind(request);
    // Connect reads a request only by its iterator.
    request[Symbol.asyncIterator] = async function* (): AsyncGenerator<Buffer, undefined> {
      const body = open();
      response.once('close', body.release);
      for await (const chunk of { [Symbol.asyncIterator]: chunks } as AsyncIterable<Buffer>) {
        body.add(chunk.length);
        yield chunk;
      }
      body.arrived();
      return undefined;
    };
  }
}

function tooLate(withinMs: number): ConnectError {
  const seconds = withinMs / SECOND_MS;
  return new ConnectError(`The message did not arrive within ${seconds} seconds.`, Code.DeadlineExceeded);
}
