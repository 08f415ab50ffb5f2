import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createContextValues } from '@connectrpc/connect';
import { parseTimeout, setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { MAX_TIMEOUT_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { FORWARDED_FOR } from '#/lib/grpc/call-operation.ts';
import { errorOf } from '#/lib/grpc/grpc-errors.ts';
import type { UnaryMethod, UnaryMethods } from '#/lib/grpc/grpc-routes.ts';
import type { Call } from '#/lib/grpc/identify-caller.ts';
import type { RequestBodies, RequestBody } from '#/server/request-bodies.ts';

const CONTENT_TYPE = /^application\/grpc(?:\+proto)?$/;
/** Before each message: a flag, 1 when it is compressed, and its length. */
const HEAD_BYTES = 5;
const EMPTY = Buffer.alloc(0);

/**
 * Serves most calls: one message in and one out, over gRPC and HTTP/2, uncompressed. Returns false for any other, which
 * Connect serves, whose pipeline of async iterators takes several times the processor time of the operation.
 */
export function serveUnaryGrpc(
  methods: UnaryMethods,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  parts: UnaryParts,
): boolean {
  const { headers, method, url } = request;
  const found = methods.get(url);
  const { 'content-type': contentType = '', 'grpc-encoding': encoding = 'identity' } = headers;
  // Connect compresses lists, which may be large.
  if (found?.method.name.startsWith('List')) return false;
  if (!found || method !== 'POST' || !CONTENT_TYPE.test(contentType) || encoding !== 'identity') return false;
  respond(found, { request, response, ...parts }).catch((error: unknown) => {
    log.error({ err: error, path: url }, 'gRPC response could not be sent');
    response.stream?.close(constants.NGHTTP2_INTERNAL_ERROR);
  });
  return true;
}

export type UnaryParts = {
  bodies: RequestBodies;
  /** The client's address. */
  address: string;
  /** Rejects calls without permission with a `ConnectError`, before the message is read. */
  identify: (call: Call) => Promise<void>;
};
type Exchange = UnaryParts & { request: Http2ServerRequest; response: Http2ServerResponse };

async function respond(
  { method, largest, call }: UnaryMethod,
  { request, response, bodies, address, identify }: Exchange,
): Promise<void> {
  const { signal, done, abort } = signalOf(request);
  const body = bodies.open(abort);
  const responseHeader = new Headers({ 'content-type': 'application/grpc+proto' });
  const requestHeader = { get: (name: string) => request.headers[name]?.toString() ?? null } as Headers;
  const context = { signal, requestHeader, responseHeader, values: createContextValues().set(FORWARDED_FOR, address) };
  let output: Buffer = EMPTY;
  let trailer: Headers;
  try {
    await identify({ method, ...context });
    const input = read(method.input, await receive(request, { largest, body, signal }));
    output = framed(toBinary(method.output, await call(input, context)));
    trailer = setTrailerStatus(new Headers(), undefined);
  } catch (error) {
    trailer = setTrailerStatus(new Headers(), errorOf(error));
  } finally {
    done();
    body.release();
  }
  if (response.stream?.destroyed ?? true) return;
  response.writeHead(200, Object.fromEntries(responseHeader));
  response.addTrailers(withPlainMessage(Object.fromEntries(trailer)));
  response.end(output);
}

/**
 * Encodes error messages as the protocol requires: only unprintable characters and `%` are percent-encoded. Connect
 * also encodes commas and colons, which `@grpc/grpc-js` shows undecoded.
 */
export function withPlainMessage(trailers: Record<string, string>): Record<string, string> {
  const { 'grpc-message': message } = trailers;
  if (message === undefined) return trailers;
  const plain = decodeURIComponent(message).replaceAll(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent);
  return { ...trailers, 'grpc-message': plain };
}

type Ending = { signal: AbortSignal; done: () => void; abort: (error: ConnectError) => void };

/** Aborted when the deadline passes, or when the client disconnects. */
function signalOf(request: Http2ServerRequest): Ending {
  const controller = new AbortController();
  const { timeoutMs, error } = parseTimeout(
    request.headers['grpc-timeout']?.toString() ?? null,
    Number.POSITIVE_INFINITY,
  );
  if (error) controller.abort(error);
  const tooLate = () => controller.abort(new ConnectError('The deadline has passed.', Code.DeadlineExceeded));
  if (timeoutMs === 0) tooLate();
  const timer = timeoutMs === undefined ? undefined : setTimeout(tooLate, Math.min(timeoutMs, MAX_TIMEOUT_MS));
  const left = () => controller.abort(new ConnectError('The caller has left.', Code.Canceled));
  request.once('close', left);
  const done = () => {
    clearTimeout(timer);
    request.off('close', left);
  };
  return { signal: controller.signal, done, abort: (error) => controller.abort(error) };
}

type Receiving = { largest: number; body: RequestBody; signal: AbortSignal };

/** The bytes of one message, without its prefix. */
function receive(request: Http2ServerRequest, { largest, body, signal }: Receiving): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const fail = () => reject(signal.reason);
  if (signal.aborted) fail();
  signal.addEventListener('abort', fail);
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > largest + HEAD_BYTES) throw tooLarge(largest);
    body.add(chunk.length);
    chunks.push(chunk);
  };
  const onData = (chunk: Buffer) => {
    try {
      take(chunk);
    } catch (error) {
      reject(error);
    }
  };
  request.on('data', onData);
  request.once('end', () => {
    body.arrived();
    const bytes = Buffer.concat(chunks);
    const isOne = bytes.length >= HEAD_BYTES && bytes[0] === 0 && bytes.readUInt32BE(1) === bytes.length - HEAD_BYTES;
    if (isOne) resolve(bytes.subarray(HEAD_BYTES));
    else reject(new ConnectError('Send one message, uncompressed.', Code.InvalidArgument));
  });
  return promise.finally(() => {
    // Data that still arrives is dropped.
    request.off('data', onData);
    signal.removeEventListener('abort', fail);
  });
}

function tooLarge(largest: number): ConnectError {
  return new ConnectError(`A message is over ${largest} bytes. Send less at a time.`, Code.ResourceExhausted);
}

function read(desc: UnaryMethod['method']['input'], bytes: Uint8Array): Message {
  try {
    return fromBinary(desc, bytes);
  } catch (error) {
    throw ConnectError.from(error, Code.InvalidArgument);
  }
}

function framed(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, HEAD_BYTES);
  return bytes;
}
