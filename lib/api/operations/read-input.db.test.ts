import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// Input that every operation rejects before it does anything.

let world: World;
let maya: Ctx;
let api: ApiClient;
let timerId: string;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  api = await apiFor(world, maya);
  timerId = (await api<StartTimerJson>('POST', '/timers/start', { title: 'Running' })).body.timer.id;
});

const WRITES: [string, string][] = [
  ['POST', '/timers/start'],
  ['POST', '/timers/{id}/pause'],
  ['POST', '/timers/{id}/resume'],
  ['POST', '/timers/{id}/stop'],
  ['POST', '/timers/{id}/discard'],
  ['PATCH', '/timers/{id}'],
  ['POST', '/tickets'],
  ['POST', '/projects'],
  ['POST', '/alarms'],
  ['POST', '/alarms/batch'],
  ['PATCH', '/alarms/{id}'],
  ['POST', '/alarms/abort'],
  ['POST', '/alarms/{id}/abort'],
  ['POST', '/alarms/{id}/redrive'],
  ['POST', '/dead-letters/redrive'],
  ['POST', '/webhook-secrets/rotate'],
];
const BY_ID: [string, string][] = [
  ['GET', '/timers/{id}'],
  ['GET', '/alarms/{id}'],
  ['GET', '/alarms/{id}/attempts'],
  ...WRITES.filter(([, path]) => path.includes('{id}')),
];
const MB = 1024 * 1024;
const largest = (path: string) => (path === '/alarms/batch' ? 8 * MB : MB / 4);

type Expected = { status: number; code: string; pointer?: string };

async function rejected(expected: Expected, ...request: Parameters<ApiClient>): Promise<unknown> {
  const { status, body } = await expectUnchanged(world, () => api(...request));
  expect([status, body]).toMatchObject([expected.status, { code: expected.code, status: expected.status }]);
  if (expected.pointer !== undefined) {
    expect((body as { errors: unknown[] }).errors).toContainEqual(
      expect.objectContaining({ pointer: expected.pointer }),
    );
  }
  return body;
}

describe.each(WRITES)('%s %s rejects', (method, path) => {
  const at = () => path.replace('{id}', timerId);

  test.each([
    ['a text that is no JSON', 'title=Work'],
    ['JSON that is cut', '{"title":"Wo'],
    ['an extra comma', '{"title":"Work",}'],
    ['two values', '{} {}'],
    ['only spaces', '   '],
  ])('%s', async (_what, body) => {
    await rejected({ status: 400, code: 'json_malformed', pointer: '' }, method, at(), body);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"stop"'],
    ['a number', '1'],
  ])('%s instead of an object', async (_what, body) => {
    await rejected({ status: 400, code: 'input_invalid', pointer: '' }, method, at(), body);
  });

  test('an unknown field, with its pointer', async () => {
    const body = { 'sta~tus/x': 'running', elapsed_ms: 5 };
    await rejected({ status: 400, code: 'input_invalid', pointer: '/sta~0tus~1x' }, method, at(), body);
    await rejected({ status: 400, code: 'input_invalid', pointer: '/elapsed_ms' }, method, at(), body);
    await rejected({ status: 400, code: 'input_invalid', pointer: '/__proto__' }, method, at(), '{"__proto__":{}}');
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['jsonx'],
    [''],
  ])('the content type %j', async (type) => {
    await rejected({ status: 415, code: 'content_type_unsupported' }, method, at(), {}, { 'content-type': type });
  });

  test(`a body over ${largest(path) / 1024} KB`, async () => {
    const body = JSON.stringify({ title: 'x'.repeat(largest(path)) });
    const declared = { 'content-length': String(body.length) };
    await rejected({ status: 413, code: 'body_too_large' }, method, at(), body, declared);
  });

  test('an unknown query parameter, or one given twice', async () => {
    const unknown = { status: 400, code: 'input_invalid', pointer: '#/query/dry_run' };
    await rejected(unknown, method, `${at()}?dry_run=1`, {});
    await rejected(unknown, method, `${at()}?dry_run=1&dry_run=2`, {});
  });

  test('U+0000 in a value, in a name, and deep inside', async () => {
    await rejected({ status: 400, code: 'input_invalid', pointer: '/title' }, method, at(), { title: 'a\u0000b' });
    await rejected({ status: 400, code: 'input_invalid', pointer: '' }, method, at(), { 'a\u0000b': 1 });
    await rejected({ status: 400, code: 'input_invalid', pointer: '/tags/1/x' }, method, at(), {
      tags: ['a', { x: '\u0000' }],
    });
  });

  test('half of a surrogate pair, which no text column can hold', async () => {
    await rejected({ status: 400, code: 'input_invalid', pointer: '/title' }, method, at(), '{"title":"a\\ud800b"}');
    await rejected({ status: 400, code: 'input_invalid', pointer: '' }, method, at(), '{"\\udc00":1}');
  });

  test('JSON that nests a hundred thousand levels deep', async () => {
    const deep = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await rejected({ status: 400, code: 'input_invalid', pointer: '/title' }, method, at(), deep);
  });

  test('ten thousand mistakes, listing the first fifty', async () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]));
    const problem = await rejected({ status: 400, code: 'input_invalid' }, method, at(), body);
    expect((problem as { errors: unknown[] }).errors).toHaveLength(50);
  });
});

describe.each(BY_ID)('%s %s rejects', (method, path) => {
  test.each([
    ['a number', '42'],
    ['a truncated id', '0190f5fe-7c00-7a00-8000'],
    ['U+0000', '%00'],
    ['half of a percent code', '%E0%A4%A'],
    ['SQL', "1'or'1'='1"],
  ])('%s as an id', async (_what, id) => {
    const body = method === 'GET' ? undefined : {};
    await rejected(
      { status: 400, code: 'input_invalid', pointer: '#/path/id' },
      method,
      path.replace('{id}', id),
      body,
    );
  });
});

describe('bytes that are not UTF-8 are rejected, not replaced', () => {
  test.each([
    ['a byte that starts no frame', [0xff]],
    ['an incomplete character', [0xe2, 0x82]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ])('%s', async (_what, bytes) => {
    const authorization = `Bearer ${await apiKeyFor(world, maya)}`;
    const body = Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const response = await expectUnchanged(world, async () =>
      apiOf(world).request(`${APP_URL}/api/v1/timers/${timerId}`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      }),
    );
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'json_malformed' }]);
  });
});

test.each([
  ['application/json; charset=utf-8'],
  ['Application/JSON'],
  ['application/merge-patch+json'],
  [' application/json ;x=y'],
])('the content type %j is accepted', async (type) => {
  const { status } = await api('PATCH', `/timers/${timerId}`, { title: 'x' }, { 'content-type': type });
  expect(status).toBe(200);
});

test('a body of exactly 256 KB is accepted', async () => {
  const empty = '{"title":""}';
  const body = empty.replace('""', `"${'x'.repeat(256 * 1024 - empty.length)}"`);
  const expected = { status: 400, code: 'input_invalid', pointer: '/title' };
  await rejected(expected, 'PATCH', `/timers/${timerId}`, body);
  await rejected({ status: 413, code: 'body_too_large' }, 'PATCH', `/timers/${timerId}`, `${body} `);
});

test('a batch of exactly 8 MB is accepted, and not one byte more', async () => {
  const empty = '{"title":""}';
  const body = empty.replace('""', `"${'x'.repeat(8 * MB - empty.length)}"`);
  await rejected({ status: 400, code: 'input_invalid', pointer: '/title' }, 'POST', '/alarms/batch', body);
  await rejected({ status: 413, code: 'body_too_large' }, 'POST', '/alarms/batch', `${body} `);
});

test.each([
  '/me',
  '/time',
  '/timers/current',
  '/alarms',
  '/alarms/counts',
  '/dead-letters',
  '/webhook-secrets',
  '/webhook-secrets/current',
])('GET %s rejects an unknown parameter', async (path) => {
  await rejected({ status: 400, code: 'input_invalid', pointer: '#/query/x' }, 'GET', `${path}?x=1`);
});

test('a write without a body counts as one with an empty body', async () => {
  expect(await api('POST', `/timers/${timerId}/pause`)).toMatchObject({ status: 200, body: { changed: true } });
});

test('characters beyond the basic plane, quotes and line ends are returned unchanged', async () => {
  const title = '🙂 „Ä” \\ "x"\n\t日本';
  const { body } = await api<StartTimerJson>('PATCH', `/timers/${timerId}`, { title });
  expect(body.timer.title).toBe(title);
});

describe('an unknown path gets 404', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/timers/start/x'],
  ])('%s %s', async (method, path) => {
    await rejected({ status: 404, code: 'path_not_found' }, method, path);
  });
});

test('every response carries its request id, and the client can choose it', async () => {
  const chosen = await api('GET', '/me', undefined, { 'x-request-id': 'order-42:retry.1' });
  expect(chosen.headers.get('x-request-id')).toBe('order-42:retry.1');
  for (const bad of ['x'.repeat(101), 'a b', '']) {
    const { headers } = await api('GET', '/me', undefined, { 'x-request-id': bad });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  const problem = await api<{ request_id: string }>('GET', '/nothing', undefined, { 'x-request-id': 'r-1' });
  expect(problem.body.request_id).toBe('r-1');
  expect(problem.headers.get('x-request-id')).toBe('r-1');
  expect(problem.headers.get('cache-control')).toBe('no-store');
});
