import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { Code, ConnectError, createContextValues } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import type { IdentifyByKey } from '#/lib/api/callers/identify.ts';
import { LARGEST_BODY } from '#/lib/api/operations/read-input.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { FINISH_MS } from '#/lib/core/shutdown.ts';
import { END_UNLESS_READ, FORWARDED_FOR } from '#/lib/grpc/call-operation.ts';
import { type GrpcParts, grpcRoutes, unaryMethods } from '#/lib/grpc/grpc-routes.ts';
import { type Call, identifyCaller } from '#/lib/grpc/identify-caller.ts';
import { BODY_LIMITS, type BodyLimits, RequestBodies } from '#/server/request-bodies.ts';
import { serveUnaryGrpc, withPlainMessage } from '#/server/unary-grpc.ts';

/** Calls and streams at once on one connection; clients wait, or open another. */
const MAX_CALLS = 1_000;
/** For several batches of alarms at once. */
const SESSION_MB = 64;
/** Below this, compressing costs more than it saves. */
const COMPRESS_FROM_BYTES = 8 * 1024;
/** The first bytes that an HTTP/2 client sends (RFC 9113, section 3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0');
/** A client that sends nothing for this long after connecting is disconnected. */
const SPEAK_WITHIN_MS = 10 * SECOND_MS;
const REFLECTION = '/grpc.reflection.';

type Handler = ReturnType<typeof connectNodeAdapter>;

/** Limits for clients, identified or not. */
export type GrpcLimits = BodyLimits & {
  /** How long a connection over HTTP/2 may be open without a call. */
  idleMs: number;
  /** How long a client may take to close a call or a connection that we have ended. */
  leaveWithinMs: number;
};
const LIMITS: GrpcLimits = { ...BODY_LIMITS, idleMs: 75 * SECOND_MS, leaveWithinMs: 5 * SECOND_MS };

export type GrpcServerParts = Omit<GrpcParts, 'methods' | 'ending'> & {
  identify: IdentifyByKey;
  isBehindProxy: boolean;
  /** For tests. */
  limits?: Partial<GrpcLimits>;
};
export type GrpcServer = {
  server: Server;
  /** Accepts no more calls, and resolves when those in flight have ended or were cut off. May be called twice. */
  end: () => Promise<void>;
};

/**
 * The gRPC services on a port of their own, not listening yet: gRPC over HTTP/2 without TLS, which a proxy in front may
 * add, and gRPC-Web and Connect over HTTP/1.1 as well. The first bytes of a connection show which one it uses.
 */
export function grpcServer({ isBehindProxy, limits, identify, ...parts }: GrpcServerParts): GrpcServer {
  const { idleMs, leaveWithinMs, ...bodyLimits } = { ...LIMITS, ...limits };
  const bodies = new RequestBodies(bodyLimits);
  const ending = new AbortController();
  const methods = unaryMethods(parts.api);
  const requestGate = (call: Call) => identifyCaller(call, methods, identify);
  const enders = new WeakMap<object, () => void>();
  const connect = adapted(
    connectNodeAdapter({
      routes: grpcRoutes({ ...parts, methods, ending: ending.signal }),
      requestGate,
      readMaxBytes: LARGEST_BODY,
      // As over REST: an unknown name is the caller's mistake.
      jsonOptions: { ignoreUnknownFields: false },
      compressMinBytes: COMPRESS_FROM_BYTES,
      contextValues: (request) => {
        const values = createContextValues().set(FORWARDED_FOR, addressOf(request, isBehindProxy));
        return values.set(END_UNLESS_READ, enders.get(request) ?? END_UNLESS_READ.defaultValue);
      },
    }),
  );
  const handle: Handler = (request, response) => {
    try {
      // Reflection receives one message after the other, and ends when none arrives for a while.
      if (!request.url?.startsWith(REFLECTION)) bodies.watch(request, response, () => reset(request));
      enders.set(request, resetUnlessRead([request, response], leaveWithinMs));
      connect(request, response);
    } catch (error) {
      // It builds a URL from the host, which clients set as they like.
      log.debug({ err: error }, 'gRPC request rejected');
      response.statusCode = 400;
      response.end();
    }
  };
  const http1 = createHttpServer(handle);
  // It is given connections and never listens, but only if it listened would it end slow requests and, on `close`, idle
  // connections.
  http1.emit('listening');
  const options = { settings: { maxConcurrentStreams: MAX_CALLS }, maxSessionMemory: SESSION_MB };
  const http2 = createHttp2Server(options, (request, response) => {
    endUnread(response, leaveWithinMs);
    const unary = { address: addressOf(request, isBehindProxy), bodies, identify: requestGate };
    if (serveUnaryGrpc(methods, request, response, unary)) return;
    handle(request, response);
  });
  const sessions = new Set<ServerHttp2Session>();
  http2.on('sessionError', (error) => log.debug({ err: error }, 'gRPC connection failed'));
  const sockets = new Set<Socket>();
  /** Connections that have sent nothing yet. */
  const silent = new Set<Socket>();
  const server = createServer((socket) => {
    for (const set of [sockets, silent]) {
      set.add(socket);
      socket.once('close', () => set.delete(socket));
    }
    socket.on('error', (error) => log.debug({ err: error }, 'gRPC connection failed'));
    recognize(socket, (isHttp2) => {
      silent.delete(socket);
      if (!isHttp2) return http1.emit('connection', socket);
      const onSession = (session: ServerHttp2Session) => {
        sessions.add(session);
        session.once('close', () => sessions.delete(session));
        endIdle(session, socket, { idleMs, leaveWithinMs });
      };
      // Emitted before `emit` returns, if at all.
      http2.once('session', onSession);
      http2.emit('connection', socket);
      return http2.off('session', onSession);
    });
  });
  let ended: Promise<void> | undefined;
  const end = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of silent) socket.destroy();
    ending.abort(new ConnectError('This server is shutting down. Call again.', Code.Unavailable));
    // Each asks its client to use another connection, and ends with its last call.
    for (const session of sessions) session.close();
    http1.close();
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, FINISH_MS);
    await closed;
    clearTimeout(cut);
  };
  return {
    server,
    end: () => {
      ended ??= end();
      return ended;
    },
  };
}

/** Reads the first bytes of a connection without consuming them. */
function recognize(socket: Socket, go: (isHttp2: boolean) => unknown): void {
  const seen: Buffer[] = [];
  const tooLate = () => socket.destroy();
  socket.setTimeout(SPEAK_WITHIN_MS, tooLate);
  const read = () => {
    const chunk: Buffer | null = socket.read();
    if (!chunk) return;
    seen.push(chunk);
    const bytes = Buffer.concat(seen);
    const isPrefix = PREFACE.subarray(0, bytes.length).equals(bytes.subarray(0, PREFACE.length));
    if (isPrefix && bytes.length < PREFACE.length) return;
    socket.off('readable', read);
    socket.setTimeout(0);
    socket.off('timeout', tooLate);
    socket.unshift(bytes);
    go(isPrefix);
  };
  socket.on('readable', read);
}

/** Ends a connection without calls. Its client is told to open another for the next call, so none is lost. */
function endIdle(
  session: ServerHttp2Session,
  socket: Socket,
  times: Pick<GrpcLimits, 'idleMs' | 'leaveWithinMs'>,
): void {
  let calls = 0;
  const idle = setTimeout(() => {
    if (calls > 0) return;
    session.close();
    // Not every client ends its side.
    setTimeout(() => socket.destroy(), times.leaveWithinMs).unref();
  }, times.idleMs);
  session.once('close', () => clearTimeout(idle));
  session.on('stream', (stream) => {
    calls += 1;
    stream.once('close', () => {
      calls -= 1;
      if (calls === 0 && !session.closed) idle.refresh();
    });
  });
}

/** Once a call has ended, data that its client still sends is dropped for a moment. */
function endUnread({ stream }: Http2ServerResponse, leaveWithinMs: number): void {
  stream.once('finish', () => {
    if (stream.readableEnded) return;
    stream.resume();
    // Not at once: the status is sent after this event.
    const cut = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), leaveWithinMs).unref();
    stream.once('close', () => clearTimeout(cut));
  });
}

/** Resets a call, once, when its response has not been read within this time. */
function resetUnlessRead([request, response]: Parameters<Handler>, withinMs: number): () => void {
  let cut: NodeJS.Timeout | undefined;
  let isClosed = false;
  response.once('close', () => {
    isClosed = true;
    clearTimeout(cut);
  });
  return () => {
    if (!isClosed) cut ??= setTimeout(() => reset(request), withinMs).unref();
  };
}

/** Ends a call without a response. */
function reset(request: IncomingMessage | Http2ServerRequest): void {
  if ('stream' in request) request.stream.close(constants.NGHTTP2_CANCEL);
  else request.socket.destroy();
}

/** Encodes error messages as the protocol requires, and logs nothing about clients that disconnect. */
function adapted(handler: Handler): Handler {
  return (request, response) => {
    const addTrailers = response.addTrailers.bind(response);
    response.addTrailers = (trailers: Record<string, string>) => addTrailers(withPlainMessage(trailers));
    // Connect would print any other error.
    const left = new ConnectError('The caller has left.', Code.Aborted);
    const write = response.write.bind(response);
    response.write = ((chunk: Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void) =>
      write(chunk, encoding, (error) => done(error && left))) as typeof response.write;
    return handler(request, response);
  };
}

/** The address of the client for the operations, as `nameClient` sets it for the REST API. */
function addressOf(request: IncomingMessage | Http2ServerRequest, isBehindProxy: boolean): string {
  const forwardedFor = isBehindProxy ? request.headers['x-forwarded-for'] : undefined;
  return forwardedFor?.toString() ?? request.socket.remoteAddress ?? '';
}
