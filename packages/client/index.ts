import createFetchClient, { type ClientOptions, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import { newKey } from './new-key.ts';
import type { paths } from './openapi.ts';
import { type RetryOptions, sendAgain } from './send-again.ts';

// biome-ignore lint/performance/noBarrelFile: the one door of a package.
export { ApiError } from './api-error.ts';
export type { components, operations, ProblemCode, paths, WebhookBody } from './openapi.ts';
export { paginate } from './paginate.ts';

const API_PATH = '/api/v1';

export type Options = Partial<RetryOptions> & {
  /** Where the service responds, e.g. `https://timers.example.com`. */
  baseUrl: string;
  /** From Settings, API keys. Without one, only public operations work. */
  apiKey?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Sends requests. Default: the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Operations outside `/api/v1`, or without a single response. */
type Beside = '/ping' | '/api/health' | '/api/ready' | '/stream' | '/ws';
type PathWith<M extends Method> = Exclude<
  {
    [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
  }[keyof paths],
  Beside
>;
type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path], M>;
type Arguments<I> = undefined extends I ? [init?: I] : [init: I];
type OperationResponse<Operation> = {
  data: NonNullable<FetchResponse<Operation & Record<string | number, unknown>, object, `${string}/${string}`>['data']>;
  response: Response;
};
type Send<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: Arguments<Init<Path, M>>
) => Promise<OperationResponse<paths[Path][M]>>;

export type Client = {
  GET: Send<'get'>;
  POST: Send<'post'>;
  PUT: Send<'put'>;
  PATCH: Send<'patch'>;
  DELETE: Send<'delete'>;
};

/**
 * A client of the Timer Service: typed by its OpenAPI document. What the service rejects is thrown as `ApiError`. A
 * request that met a limit (429), a database that is away (503) or no response is sent again, a POST under one
 * `Idempotency-Key`, so that nothing is done twice.
 */
export function createClient({ baseUrl, apiKey, headers, fetch = globalThis.fetch, ...retry }: Options): Client {
  const options: ClientOptions = {
    baseUrl: `${baseUrl.replace(/\/+$/, '')}${API_PATH}`,
    headers: { ...(apiKey && { Authorization: `Bearer ${apiKey}` }), ...headers },
    fetch: (request) => sendAgain(request, (one) => fetch(one), retry),
  };
  const client = createFetchClient<paths>(options);
  client.use({
    onRequest({ request }) {
      if (request.method !== 'POST' || request.headers.has('Idempotency-Key')) return;
      request.headers.set('Idempotency-Key', newKey());
    },
    async onResponse({ response }) {
      if (!response.ok) throw await ApiError.of(response);
    },
  });
  // Errors have been thrown: `data` is always there.
  return client as unknown as Client;
}
