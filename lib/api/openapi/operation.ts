import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { codeSamples } from '#/lib/api/openapi/code-samples.ts';
import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { type HeaderName, headerReferences } from '#/lib/api/openapi/headers.ts';
import { parametersOf } from '#/lib/api/openapi/parameters.ts';
import { COMMON_HEADERS, problemResponses, problemsOf } from '#/lib/api/openapi/problems.ts';
import { acceptsIfNoneMatch } from '#/lib/api/operations/conditions.ts';
import { type AnyOperation, acceptsIdempotencyKey } from '#/lib/api/operations/operation.ts';

/** Inputs for documenting an operation. */
export type OperationParts = {
  schemas: ComponentSchemas;
  serverUrl: string;
  /** All operations: used to find out whether the created thing can be read. */
  operations: readonly AnyOperation[];
};

/** One operation as it appears in the document. */
export function operationOf(operation: AnyOperation, parts: OperationParts): object {
  const { schemas, serverUrl } = parts;
  const { operationId, tag, summary, description, permission, body } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(permission === 'public' && { security: [] }),
    ...(takesSessionOnly(operation) && { security: [{ session: [] }] }),
    ...(permission && permission !== 'public' && { 'x-required-scope': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(operation, schemas) }),
    responses: responsesOf(operation, parts),
    'x-codeSamples': codeSamples(operation, serverUrl),
  };
}

function takesSessionOnly({ problems }: AnyOperation): boolean {
  return problems?.includes('session_required') === true;
}

function requestBody({ body, operationId }: AnyOperation, schemas: ComponentSchemas): object {
  if (!body) return {};
  const example = BODY_EXAMPLES[operationId];
  const schema = schemas.schemaOf(body, 'input');
  // An absent body counts as `{}`.
  const required = !body.safeParse({}).success;
  return { required, content: { 'application/json': { schema, ...(example && { example }) } } };
}

function responsesOf(operation: AnyOperation, { schemas, operations }: OperationParts): Record<string, object> {
  const { status = 200, otherwise } = operation;
  const good = { headers: goodHeaders(operation, operations), content: contentOf(operation, schemas) };
  const responses: Record<string, object> = { [status]: { description: status === 201 ? 'Created' : 'Done', ...good } };
  if (otherwise) responses[otherwise.status] = { description: otherwise.when, ...good };
  if (acceptsIfNoneMatch(operation)) responses[304] = notModified(operation);
  Object.assign(responses, problemResponses(problemsOf(operation), schemas));
  return responses;
}

function notModified({ versioned }: AnyOperation): object {
  return { $ref: `#/components/responses/${versioned ? 'NotModified' : 'SameFingerprint'}` };
}

function contentOf({ output }: AnyOperation, schemas: ComponentSchemas): object {
  return { 'application/json': { schema: schemas.schemaOf(output, 'output') } };
}

function goodHeaders(operation: AnyOperation, operations: readonly AnyOperation[]) {
  const names: HeaderName[] = [...COMMON_HEADERS];
  if (operation.versioned) names.push('ETag');
  else if (acceptsIfNoneMatch(operation)) names.push('Fingerprint');
  if (operation.status === 201 && isFoundAlone(operation, operations)) names.push('Location');
  if (acceptsIdempotencyKey(operation)) names.push('Idempotency-Replayed');
  return headerReferences(names);
}

/** Things created by `POST /timers/start` or `POST /alarms` are found at `GET /timers/{id}`, `GET /alarms/{id}`. */
function isFoundAlone({ path }: AnyOperation, operations: readonly AnyOperation[]): boolean {
  const collections = [path, path.slice(0, path.lastIndexOf('/'))];
  return operations.some(({ method, path: other }) => {
    const [, collection] = /^(.+)\/\{\w+\}$/.exec(other) ?? [];
    return method === 'get' && collection !== undefined && collections.includes(collection);
  });
}
