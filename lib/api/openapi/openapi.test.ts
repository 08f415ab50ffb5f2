import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#/lib/api/app.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';
import { TAGS } from '#/lib/api/openapi/tags.ts';
import { DOCUMENT, expectDocumented, parserOf, responseOf } from '#/test/api-contract.ts';

// Every response in the operation tests is checked against this document too (test/api-client.ts).

const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

/** Its body is what GitHub, GitLab, Jira or Linear send. */
const DELIVERY = 'POST /ticket-sources/{id}/deliveries';
/** Routes that are not operations. */
const BESIDE = [
  DELIVERY,
  ...[
    '/openapi.json',
    '/events/export',
    '/reports/export',
    '/reports/exports/{id}/file',
    '/calendar-feeds/{token}.ics',
    '/stream',
    '/ws',
    '/ping',
    '/api/health',
    '/api/ready',
  ].map((path) => `GET ${path}`),
];

/** Redocly's rules for OpenAPI 3.1, whose types are written from the specification, and some of its stricter ones. */
const RULES = {
  'no-unused-components': 'off',
  'operation-4xx-response': 'off',
  'operation-2xx-response': 'off',
  'no-server-example.com': 'off',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'tag-description': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
} as const;

async function complaintsAbout(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['spec', 'recommended-strict'], rules: RULES });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Reading the whole document takes a while; its duration on a busy machine is not tested. */
const BUSY = { timeout: 60_000 };

describe('the document', BUSY, () => {
  test('is valid OpenAPI 3.1, according to an independent validator', async () => {
    expect(await complaintsAbout(DOCUMENT)).toEqual([]);
  });

  test('is reported as invalid by that validator when it is broken', async () => {
    const { info: _info, ...without } = DOCUMENT as unknown as { info: object };
    expect(await complaintsAbout(without)).toContainEqual(expect.stringContaining('info'));
    const lost = JSON.parse(JSON.stringify(DOCUMENT).replace('schemas/Timer"', 'schemas/Lost"'));
    expect(await complaintsAbout(lost)).toContainEqual(expect.stringContaining('no-unresolved-refs'));
  });

  test('has schemas that can be used to check', () => {
    for (const schema of Object.values(DOCUMENT.components.schemas)) expect(() => parserOf(schema)).not.toThrow();
  });

  test('lists every operation and the other routes', () => {
    const routes = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(operations.map(({ name }) => name).sort()).toEqual([...routes, ...BESIDE].sort());
  });

  test('describes every group of operations', () => {
    for (const { tag } of OPERATIONS) expect(TAGS, 'lib/api/openapi/tags.ts').toHaveProperty([tag]);
  });

  test('gives every operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is the same each time', () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, 'http://timers.test')))).toEqual(DOCUMENT);
  });
});

describe.each(operations)('$name', ({ name: route, path, operation }) => {
  const isPublic = JSON.stringify(operation.security) === '[]';

  test('declares each part of its path once, as required', () => {
    const declared = ((operation.parameters ?? []) as Parameter[]).filter((one) => !('$ref' in one));
    const inPath = declared.filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(declared.map((one) => `${one.in} ${one.name}`)).size).toBe(declared.length);
  });

  test('has one success response, or says when it creates nothing new, and problems as problem+json', () => {
    const good = Object.keys(operation.responses).filter((status) => Number(status) < 300);
    expect([['200'], ['201'], ['200', '201'], ['101']]).toContainEqual(good);
    if (good.length === 2) expect(responseOf(operation, 200)?.description).toContain('already');
    for (const status of statusesOf(operation).filter((one) => one >= 400 && path !== '/api/ready')) {
      const response = responseOf(operation, status);
      expect(Object.keys(response?.content ?? {})).toEqual(['application/problem+json']);
      expect(response?.description).toMatch(/^[A-Z].*\. Codes: `\w+`/);
      for (const code of response?.['x-problem-codes'] ?? []) expect(response?.description).toContain(`\`${code}\``);
    }
  });

  test('says who may call it', () => {
    expect(statusesOf(operation).includes(401)).toBe(!isPublic);
    if (operation['x-required-scope']) expect(statusesOf(operation)).toContain(403);
  });

  test('takes no undocumented field, and shows a valid body', () => {
    const body = operation.requestBody as RequestBody | undefined;
    if (!body || route === DELIVERY) return;
    const { schema, example } = body.content['application/json'];
    const name = schema.$ref.split('/').at(-1) ?? '';
    expect(DOCUMENT.components.schemas[name]).toMatchObject({ type: 'object', additionalProperties: false });
    const found = OPERATIONS.find(({ operationId }) => operationId === operation.operationId);
    const where = `${operation.operationId} of lib/api/openapi/body-examples.ts`;
    if (body.required) expect(example, where).toBeDefined();
    expect(found?.body?.safeParse(example ?? {}).error, where).toBeUndefined();
  });
});

test('no body is shown for an operation that does not exist', () => {
  const taking = OPERATIONS.filter(({ body }) => body).map(({ operationId }) => operationId);
  expect(taking).toEqual(expect.arrayContaining(Object.keys(BODY_EXAMPLES)));
});

type Parameter = { name: string; in: string; required: boolean };
type RequestBody = {
  required: boolean;
  content: { 'application/json': { schema: { $ref: string }; example?: unknown } };
};
const statusesOf = (operation: { responses: object }) => Object.keys(operation.responses).map(Number);

describe('the check of responses against the document finds errors', () => {
  const problem = {
    type: 'x',
    title: 'X',
    status: 404,
    code: 'timer_not_found',
    detail: 'x',
    errors: [],
    request_id: 'r',
  };
  const reply = {
    method: 'GET',
    path: '/timers/7',
    contentType: 'application/problem+json',
    status: 404,
    body: problem,
  };
  const time = { method: 'GET', path: '/time', contentType: 'application/json', status: 200 };

  test('none in documented responses', () => {
    expect(() => expectDocumented(reply)).not.toThrow();
    expect(() => expectDocumented({ ...time, body: { server_time: '2026-03-10T09:00:00.123Z' } })).not.toThrow();
  });

  test.each([
    ['another status', { ...reply, status: 418 }, 'undocumented'],
    ['another type', { ...reply, contentType: 'application/json' }, 'undocumented'],
    ['an unknown code', { ...reply, body: { ...problem, code: 'gone' } }, 'does not name'],
    ['an extra field', { ...time, body: { server_time: '2026-03-10T09:00:00.123Z', now: 1 } }, 'another shape'],
    ['a missing field', { ...time, body: {} }, 'another shape'],
    ['a number for an instant', { ...time, body: { server_time: 1 } }, 'another shape'],
    ['no instant', { ...time, body: { server_time: 'now' } }, 'another shape'],
    ['a response without an endpoint', { ...time, path: '/nowhere', body: {} }, 'no such operation'],
  ])('%s', (_what, wrong, words) => {
    expect(() => expectDocumented(wrong)).toThrow(words);
  });
});
