import { ApiProblem, failureMessage, NoResponse } from '#/lib/client/http/problem.ts';
import type { Connection } from '#/lib/client/live/connection.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type RequestOptions = SendOptions & { workspaceId: string };
type SendOptions = {
  method?: Method;
  body?: unknown;
  /** One per mutation, the same for its repeats: the server applies it once. */
  idempotencyKey?: string;
  /** The version that the change applies to. */
  ifMatch?: number;
  /** Returned in the events of this request, and so identifies own changes. */
  requestId?: string;
  signal?: AbortSignal | undefined;
  /** The timeout, if longer than that of a mutation. */
  timeoutMs?: number;
};

type Parts = {
  clock: ServerClock;
  connection: Connection;
  workspaceId: string;
  /** Called for each response that reports the end of the session. */
  onSignedOut?: () => void;
};

/** The field that every response of the API has. */
type Timed = { server_time: string };

const API_PATH = '/api/v1';
const TIMEOUT_MS = 10_000;

/**
 * Sends requests to the API on the page's own origin, with its cookie. Each response is also a sample of the server's
 * time and shows that the connection works. Responses are typed by the schemas that the server sends them through.
 */
export class Http {
  readonly #clock: ServerClock;
  readonly #connection: Connection;
  readonly #workspaceId: string;
  readonly #onSignedOut: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#clock = parts.clock;
    this.#connection = parts.connection;
    this.#workspaceId = parts.workspaceId;
    this.#onSignedOut = parts.onSignedOut;
  }

  /** @throws ApiProblem when the server rejects, NoResponse when the outcome is unknown */
  async send<T extends Timed>(path: string, options: SendOptions = {}): Promise<T> {
    const timeResponse = this.#clock.sample();
    this.#connection.sent();
    const { response, body } = await fetchJson(path, { ...options, workspaceId: this.#workspaceId }).catch(
      (error: unknown) => {
        if (error instanceof NoResponse) this.#connection.failed();
        else this.#connection.aborted();
        throw error;
      },
    );
    this.#connection.received();
    if (response.status === 401) this.#onSignedOut?.();
    if (!response.ok) throw new ApiProblem(response.status, body);
    const data = body as T;
    timeResponse(Date.parse(data.server_time));
    return data;
  }
}

async function fetchJson(path: string, options: RequestOptions): Promise<{ response: Response; body: object }> {
  const response = await fetchResponse(path, options);
  const body = await read(response);
  if (response.status >= 500) throw new NoResponse(failureMessage(response.status));
  return { response, body };
}

async function fetchResponse(path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    return await fetch(`${API_PATH}${path}`, {
      method: options.method ?? 'GET',
      headers: headersOf(options),
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      cache: 'no-store',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NoResponse('The server isn’t responding.', { cause: error });
  }
}

function headersOf(options: RequestOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    // The page's workspace: its mutations change no other one, even if the session has switched.
    'X-Workspace-Id': options.workspaceId,
    ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
    ...(options.ifMatch !== undefined && { 'If-Match': `"${options.ifMatch}"` }),
    ...(options.requestId && { 'X-Request-Id': options.requestId }),
  };
}

async function read(response: Response): Promise<object> {
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null) return body;
    throw new TypeError('not an object');
  } catch (error) {
    throw new NoResponse('Couldn’t read the response. Try again.', { cause: error });
  }
}
