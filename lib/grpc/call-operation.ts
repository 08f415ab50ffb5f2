import type { DescMethod, Message } from '@bufbuild/protobuf';
import { createContextKey, type HandlerContext } from '@connectrpc/connect';
import { API_PATH, type Api, OPERATIONS } from '#/lib/api/app.ts';
import type { AnyOperation, ApiBindings } from '#/lib/api/operations/operation.ts';
import { bodyTextOf } from '#/lib/api/responses/text-response.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';
import { log } from '#/lib/core/log.ts';
import { loggedPath } from '#/lib/core/logged-path.ts';
import { errorOfProblem } from '#/lib/grpc/grpc-errors.ts';
import { withProtoNames } from '#/lib/grpc/proto-names.ts';
import { fromRest, type Json, toRest } from '#/lib/grpc/rest-json.ts';

/** The address of the client; behind a proxy, the one that the proxy reports. */
export const FORWARDED_FOR = createContextKey('');

/** The caller and the id of the request: identified and counted before the message is read. */
export const IDENTIFIED_CALLER = createContextKey<Identified | undefined>(undefined);
type Identified = { actor: NonNullable<ApiBindings['actor']>; requestId: string };

/** Ends the call without a status, unless its client soon reads what was sent. May be called twice. */
export const END_UNLESS_READ = createContextKey<() => void>(() => {});

/** Never resolved: requests stay in this process. */
const ORIGIN = 'http://timer-service.internal';
/** Metadata that operations read. Cookies are not included: callers use API keys. */
const FORWARDED_HEADERS = [
  'authorization',
  'idempotency-key',
  'if-match',
  'x-request-id',
  'x-workspace-id',
  'user-agent',
];
/** Headers that callers may need. */
const RETURNED_HEADERS = ['etag', 'idempotency-replayed', 'ratelimit', 'ratelimit-policy', 'x-request-id'];
/** Stands for a missing id, which would be another path. The operation rejects it like any invalid id. */
const NO_ID = '-';

/** The operation of the REST API that a method calls: they have the same name. */
export function operationOf(method: Pick<DescMethod, 'localName' | 'name'>): AnyOperation {
  const operation = OPERATIONS.find(({ operationId }) => operationId === method.localName);
  if (!operation) throw new Error(`no operation is called ${method.localName}`);
  return operation;
}

/**
 * Calls the operation of the REST API that the method is named after, in this process: authentication, limits,
 * permissions, parsing, idempotency and errors are the operation's. Rejects as soon as the deadline has passed;
 * uncommitted work is then rolled back.
 */
export async function callOperation(api: Api, { method, operation, request, caller }: Call): Promise<Message> {
  const input = toRest(method.input, request);
  const id = typeof input.id === 'string' ? input.id : undefined;
  const path = pathOf(operation.path, input);
  const response =
    operation.method === 'get'
      ? await send(api, caller, { method: 'GET', path: `${path}${queryOf(input)}` }, TAKES_TEXT)
      : await send(
          api,
          caller,
          { method: operation.method.toUpperCase(), path, body: JSON.stringify(input) },
          TAKES_TEXT,
        );
  const text = bodyTextOf(response) ?? (await response.text());
  const json = parseExactly(text) as Json;
  copyResponseHeaders(response.headers, caller);
  if (!response.ok) throw errorOfProblem(json, response.headers, { id, input: method.input });
  return fromRest(method.output, withProtoNames(json, method.input));
}

/** Passes on the response headers that callers may need. */
export function copyResponseHeaders(headers: Headers, { responseHeader }: Pick<Caller, 'responseHeader'>): void {
  for (const name of RETURNED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) responseHeader.set(name, value);
  }
}

/** The caller: what the call carries, and whether the client still waits. */
export type Caller = Pick<HandlerContext, 'signal' | 'requestHeader' | 'responseHeader' | 'values'>;
const TAKES_TEXT = { takesText: true };
type Call = { method: DescMethod; operation: AnyOperation; request: Message; caller: Caller };
type RestRequest = { method: string; path: string; body?: string; headers?: Record<string, string> };

/** Sends a request to the API of this process, on behalf of the caller. */
export async function send(
  api: Api,
  caller: Caller,
  { method, path, body, headers = {} }: RestRequest,
  bindings: ApiBindings = {},
): Promise<Response> {
  const { signal, requestHeader, values } = caller;
  signal.throwIfAborted();
  const identified = values.get(IDENTIFIED_CALLER);
  const sent = new Headers({ ...headers, 'x-forwarded-for': values.get(FORWARDED_FOR) });
  for (const name of FORWARDED_HEADERS) {
    const value = requestHeader.get(name);
    if (value !== null) sent.set(name, value);
  }
  if (identified) sent.set('x-request-id', identified.requestId);
  if (body !== undefined) sent.set('content-type', 'application/json');
  const request = new LocalRequest(method, `${ORIGIN}${API_PATH}${path}`, sent, body) as unknown as Request;
  const known = identified && { actor: identified.actor, isCounted: true };
  const responded = Promise.resolve(api.fetch(request, { ...bindings, ...known, signal }));
  try {
    return await unlessAborted(signal, responded);
  } catch (error) {
    // A stream that still opens is ended at once.
    responded
      .then((response) => response.body?.cancel())
      .catch((late: unknown) => {
        if (late !== error)
          log.warn({ err: late, path: loggedPath(path) }, 'operation failed after its caller had left');
      });
    throw error;
  }
}

/** The result of the work, unless the signal is aborted first. @throws the reason of the signal, at once */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([late.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The path with its parameters, which are removed from the input. */
function pathOf(pattern: string, input: Json): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = input[name];
    delete input[name];
    return encodeURIComponent(String(value ?? NO_ID));
  });
}

function queryOf(input: Json): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/**
 * The part of a request that the API reads. The global `Request` creates a signal and streams each time: 7 % of the
 * processor time of a call.
 */
class LocalRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #bytes: Uint8Array;

  constructor(method: string, url: string, headers: Headers, body = '') {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.#bytes = Buffer.from(body);
    headers.set('content-length', String(this.#bytes.byteLength));
  }

  async arrayBuffer(): Promise<Uint8Array> {
    return this.#bytes;
  }
}
