import { z } from 'zod';
import { OPERATIONS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** A JSON Schema of the document. */
export type Schema = { [name: string]: Json };
type CheckedResponse = { method: string; path: string; status: number; contentType: string | null; body: unknown };
export type Documented = {
  description: string;
  content?: Record<string, { schema: Schema }>;
  headers?: Record<string, unknown>;
  'x-problem-codes'?: string[];
};
type DocumentedOperation = {
  operationId: string;
  method: string;
  pattern: RegExp;
  responses: Record<string, Documented | Reference>;
};
type Reference = { $ref: string };

export const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, 'http://timers.test'))) as {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, Documented | Reference> } & Schema>
  >;
  webhooks: Record<
    string,
    {
      post: {
        operationId: string;
        parameters: Reference[];
        requestBody: { content: Record<string, { schema: Schema; example: unknown }> };
      };
    }
  >;
  components: {
    parameters: Record<string, { name: string; in: string; required?: boolean; schema: Schema }>;
    schemas: Record<string, Schema>;
    responses: Record<string, Documented>;
    examples: Record<string, { value: { current?: unknown } & Record<string, unknown> }>;
    securitySchemes: Record<string, Json>;
  };
};

const DOCUMENTED: DocumentedOperation[] = Object.entries(DOCUMENT.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      operationId,
      method,
      pattern: patternOf(path),
      responses,
    })),
  )
  // In the order of routes: a literal part comes before a parameter.
  .sort((a, b) => Number(a.pattern.source.includes('[^')) - Number(b.pattern.source.includes('[^')));

const DEFINITIONS = Object.fromEntries(
  Object.entries(DOCUMENT.components.schemas).map(([name, schema]) => [name, closed(schema)]),
);
const parsers = new Map<Schema, z.ZodType>();

/**
 * Checks a response against the OpenAPI document: its status is listed there, its body has the documented shape and no
 * extra fields, and its problem code is named. Throws a readable error when not.
 */
export function expectDocumented(reply: CheckedResponse): void {
  const name = `${reply.method} ${reply.path.split('?')[0]}`;
  const operation = operationAt(reply);
  if (!operation) {
    expectNoEndpoint(name, reply);
    return;
  }
  const documented = responseOf(operation, reply.status);
  if (!documented) throw new Error(`${name} answers ${reply.status}, undocumented: ${JSON.stringify(reply.body)}`);
  // A media type is documented without its parameters, such as the charset of a text.
  const content = documented.content?.[reply.contentType?.split(';')[0] ?? ''];
  if (!content) throw new Error(`${name} answers ${reply.status} as ${reply.contentType}, undocumented`);
  const fit = parserOf(content.schema).safeParse(reply.body);
  if (!fit.success) throw new Error(`${name} answers ${reply.status} in another shape: ${fit.error.message}`);
  const code = reply.status >= 400 ? (reply.body as { code: string }).code : null;
  if (code && !documented['x-problem-codes']?.includes(code)) {
    throw new Error(`${name} answers ${reply.status} ${code}, a code the document does not name`);
  }
}

type Sent = { headers: Record<string, string>; body: string | Buffer | null };

/** Checks a request to a receiver against the documented webhook with this name: its body and its headers. */
export function expectDocumentedWebhook(name: string, { headers, body }: Sent): void {
  const webhook = DOCUMENT.webhooks[name]?.post;
  if (!webhook) throw new Error(`The document has no webhook ${name}.`);
  for (const { $ref } of webhook.parameters) {
    const header = DOCUMENT.components.parameters[$ref.split('/').at(-1) ?? ''];
    const value = header && headers[header.name];
    if (value === undefined && header?.required) throw new Error(`${name} is sent without ${header.name}`);
    if (value !== undefined && header) parserOf(header.schema).parse(value);
  }
  const content = webhook.requestBody.content[headers['content-type'] ?? ''];
  if (!content) throw new Error(`${name} is sent as ${headers['content-type']}, undocumented`);
  parserOf(content.schema).parse(JSON.parse(String(body)));
}

/** The operation that a request is for. */
export function operationAt(request: { method: string; path: string }): DocumentedOperation | undefined {
  const path = request.path.split('?')[0] ?? '';
  return DOCUMENTED.find(({ method, pattern }) => method === request.method.toLowerCase() && pattern.test(path));
}

/** An operation's documentation of a status, wherever it is. */
export function responseOf(operation: { responses: DocumentedOperation['responses'] }, status: number | string) {
  const response = operation.responses[status];
  if (!response || !('$ref' in response)) return response;
  return DOCUMENT.components.responses[response.$ref.split('/').at(-1) ?? ''];
}

/** The schema that a reference names, else the schema itself. */
export function resolved(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  return resolved(DOCUMENT.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

function expectNoEndpoint(name: string, { status, body }: CheckedResponse): void {
  const code = (body as { code?: string } | null)?.code;
  if (status === 404 && code === 'path_not_found') return;
  if (status === 405 && code === 'method_not_allowed') return;
  throw new Error(`${name} answers ${status}, but the document has no such operation`);
}

/** Checks a value against a schema of the document. */
export function parserOf(schema: Schema): z.ZodType {
  const known = parsers.get(schema);
  if (known) return known;
  const own = closed(schema);
  const parser = z.fromJSONSchema({ ...own, $defs: definitionsOf(own) } as Parameters<typeof z.fromJSONSchema>[0]);
  parsers.set(schema, parser);
  return parser;
}

/** The definitions that a schema refers to, transitively: converting all of them for each schema took 18 ms more. */
function definitionsOf(schema: Schema): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const open: Schema[] = [schema];
  for (let one = open.pop(); one; one = open.pop()) {
    for (const [, name = ''] of JSON.stringify(one).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = DEFINITIONS[name];
      if (!definition || found[name]) continue;
      found[name] = definition;
      open.push(definition);
    }
  }
  return found;
}

/** The schema with references that zod resolves, and objects that allow only named fields. */
function closed(schema: Schema): Schema {
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closedPart(part)]));
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace('#/components/schemas/', '#/$defs/');
  if (copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

function closedPart(part: Json): Json {
  if (Array.isArray(part)) return part.map(closedPart);
  return part && typeof part === 'object' ? closed(part) : part;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
