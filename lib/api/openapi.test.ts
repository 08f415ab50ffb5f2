import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '#/lib/accounts/roles/role.ts';
import { ENDPOINTS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi.ts';
import { DOCUMENT, expectDocumented, parserOf } from '#/test/api-contract.ts';

// Every answer of the endpoint tests is held against this document too (test/api-client.ts).

const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

/** What OpenAPI 3.1.0 asks of a document (sections 4.8.1 to 4.8.20), as far as ours uses it. */
const schemaObject = z.record(z.string(), z.unknown());
const content = z.record(z.string().regex(/^[\w.+-]+\/[\w.+-]+$/), z.strictObject({ schema: schemaObject }));
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: schemaObject,
});
const operationObject = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]*$/),
  tags: z.array(z.string()).min(1),
  summary: z.string().min(1),
  description: z.string().optional(),
  security: z.array(schemaObject).optional(),
  'x-required-scope': z.enum(PERMISSIONS).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ content, required: z.boolean().optional() }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.strictObject({ description: z.string().min(1), content })),
});
const documentObject = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schemaObject),
    securitySchemes: z.record(z.string().regex(/^[\w.-]+$/), schemaObject),
    parameters: z.strictObject({}).optional(),
  }),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), z.unknown())),
  webhooks: z.strictObject({}).optional(),
});

function partsOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === key ? [part] : partsOf(part, key)));
}

describe('the document', () => {
  test('is one of OpenAPI 3.1', () => {
    expect(documentObject.safeParse(DOCUMENT).error).toBeUndefined();
    for (const { operation } of operations) expect(operationObject.safeParse(operation).error).toBeUndefined();
  });

  test('refers to nothing that it does not have', () => {
    const known = Object.keys(DOCUMENT.components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const reference of partsOf(DOCUMENT, '$ref')) expect(known).toContain(reference);
    const schemes = (DOCUMENT as unknown as { security: object[] }).security.flatMap((need) => Object.keys(need));
    expect(Object.keys(DOCUMENT.components.securitySchemes).sort()).toEqual(schemes.sort());
  });

  test('has schemas that can be used to check', () => {
    for (const schema of Object.values(DOCUMENT.components.schemas)) expect(() => parserOf(schema)).not.toThrow();
  });

  test('lists every endpoint, the stream, and nothing else', () => {
    const routes = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(operations.map(({ name }) => name).sort()).toEqual([...routes, 'GET /stream'].sort());
  });

  test('gives every operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is the same each time', () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://timers.test')))).toEqual(DOCUMENT);
  });
});

describe.each(operations)('$name', ({ path, operation }) => {
  const isPublic = JSON.stringify(operation.security) === '[]';

  test('declares each part of its path once, as required', () => {
    const declared = (operation.parameters ?? []) as { name: string; in: string; required: boolean }[];
    const inPath = declared.filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(declared.map((one) => `${one.in} ${one.name}`)).size).toBe(declared.length);
  });

  test('has one good answer, or says when it makes nothing new, and problems as problem+json', () => {
    const good = Object.keys(operation.responses).filter((status) => Number(status) < 300);
    expect([['200'], ['201'], ['200', '201']]).toContainEqual(good);
    if (good.length === 2) expect(operation.responses['200']?.description).toContain('already');
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      expect(Object.keys(response.content)).toEqual(['application/problem+json']);
      expect(response.description).toMatch(/^[A-Z].*\. Codes: `\w+`/);
    }
  });

  test('says who may call it', () => {
    expect(statusesOf(operation).includes(401)).toBe(!isPublic);
    if (operation['x-required-scope']) expect(statusesOf(operation)).toContain(403);
  });

  test('takes no field that it does not name', () => {
    const body = operation.requestBody as { content: Record<string, { schema: { $ref: string } }> } | undefined;
    if (!body) return;
    const name = body.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
    expect(DOCUMENT.components.schemas[name]).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

const statusesOf = (operation: { responses: object }) => Object.keys(operation.responses).map(Number);

describe('the check by which tests hold answers against the document bites', () => {
  const problem = {
    type: 'x',
    title: 'X',
    status: 404,
    code: 'timer_not_found',
    detail: 'x',
    errors: [],
    request_id: 'r',
  };
  const answer = {
    method: 'GET',
    path: '/timers/7',
    contentType: 'application/problem+json',
    status: 404,
    body: problem,
  };
  const time = { method: 'GET', path: '/time', contentType: 'application/json', status: 200 };

  test('and lets what fits pass', () => {
    expect(() => expectDocumented(answer)).not.toThrow();
    expect(() => expectDocumented({ ...time, body: { server_time: '2026-03-10T09:00:00.123Z' } })).not.toThrow();
  });

  test.each([
    ['another status', { ...answer, status: 418 }, 'undocumented'],
    ['another type', { ...answer, contentType: 'application/json' }, 'undocumented'],
    ['a code nobody named', { ...answer, body: { ...problem, code: 'gone' } }, 'does not name'],
    ['a field too much', { ...time, body: { server_time: '2026-03-10T09:00:00.123Z', now: 1 } }, 'another shape'],
    ['a field too few', { ...time, body: {} }, 'another shape'],
    ['a number for an instant', { ...time, body: { server_time: 1 } }, 'another shape'],
    ['no instant', { ...time, body: { server_time: 'now' } }, 'another shape'],
    ['an answer where there is no endpoint', { ...time, path: '/nowhere', body: {} }, 'no such operation'],
  ])('%s', (_what, wrong, words) => {
    expect(() => expectDocumented(wrong)).toThrow(words);
  });
});
