import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { codeSamples } from '#/lib/api/openapi/code-samples.ts';
import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { type HeaderName, headerReferences } from '#/lib/api/openapi/headers.ts';
import { parametersOf } from '#/lib/api/openapi/parameters.ts';
import { problemResponses, problemsOf, SEEN_EVERYWHERE } from '#/lib/api/openapi/problems.ts';
import { acceptsIfNoneMatch } from '#/lib/api/operations/conditions.ts';
import { type AnyEndpoint, acceptsIdempotencyKey } from '#/lib/api/operations/endpoint.ts';

/** Inputs for documenting an operation. */
export type OperationParts = {
  schemas: ComponentSchemas;
  serverUrl: string;
  /** All operations: another one tells whether the created thing can be read. */
  endpoints: readonly AnyEndpoint[];
};

/** One operation as the document has it. */
export function operationOf(endpoint: AnyEndpoint, parts: OperationParts): object {
  const { schemas, serverUrl } = parts;
  const { operationId, tag, summary, description, permission, body } = endpoint;
  const parameters = parametersOf(endpoint, schemas);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(permission === 'public' && { security: [] }),
    ...(takesSessionOnly(endpoint) && { security: [{ session: [] }] }),
    ...(permission && permission !== 'public' && { 'x-required-scope': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(endpoint, schemas) }),
    responses: responsesOf(endpoint, parts),
    'x-codeSamples': codeSamples(endpoint, serverUrl),
  };
}

function takesSessionOnly({ problems }: AnyEndpoint): boolean {
  return problems?.includes('session_required') === true;
}

function requestBody({ body, operationId }: AnyEndpoint, schemas: ComponentSchemas): object {
  if (!body) return {};
  const example = BODY_EXAMPLES[operationId];
  const schema = schemas.schemaOf(body, 'input');
  // An absent body counts as `{}`.
  const required = !body.safeParse({}).success;
  return { required, content: { 'application/json': { schema, ...(example && { example }) } } };
}

function responsesOf(endpoint: AnyEndpoint, { schemas, endpoints }: OperationParts): Record<string, object> {
  const { status = 200, otherwise } = endpoint;
  const good = { headers: goodHeaders(endpoint, endpoints), content: contentOf(endpoint, schemas) };
  const responses: Record<string, object> = { [status]: { description: status === 201 ? 'Created' : 'Done', ...good } };
  if (otherwise) responses[otherwise.status] = { description: otherwise.when, ...good };
  if (acceptsIfNoneMatch(endpoint)) responses[304] = notModified(endpoint);
  Object.assign(responses, problemResponses(problemsOf(endpoint), schemas));
  return responses;
}

function notModified({ versioned }: AnyEndpoint): object {
  return { $ref: `#/components/responses/${versioned ? 'NotModified' : 'SameFingerprint'}` };
}

function contentOf({ output }: AnyEndpoint, schemas: ComponentSchemas): object {
  return { 'application/json': { schema: schemas.schemaOf(output, 'output') } };
}

function goodHeaders(endpoint: AnyEndpoint, endpoints: readonly AnyEndpoint[]) {
  const names: HeaderName[] = [...SEEN_EVERYWHERE];
  if (endpoint.versioned) names.push('ETag');
  else if (acceptsIfNoneMatch(endpoint)) names.push('Fingerprint');
  if (endpoint.status === 201 && isFoundAlone(endpoint, endpoints)) names.push('Location');
  if (acceptsIdempotencyKey(endpoint)) names.push('Idempotency-Replayed');
  return headerReferences(names);
}

/** What `POST /timers/start` or `POST /alarms` makes is found at `GET /timers/{id}`, `GET /alarms/{id}`. */
function isFoundAlone({ path }: AnyEndpoint, endpoints: readonly AnyEndpoint[]): boolean {
  const collections = [path, path.slice(0, path.lastIndexOf('/'))];
  return endpoints.some(({ method, path: other }) => {
    const [, collection] = /^(.+)\/\{\w+\}$/.exec(other) ?? [];
    return method === 'get' && collection !== undefined && collections.includes(collection);
  });
}
