import { describe, expect, test } from 'vitest';
import { ApiError, createClient, paginate } from './index.ts';

// What the client makes of responses. That it fits the service is shown by e2e/client.spec.ts, against real processes.

type ReceivedRequest = { method: string; url: string; headers: Headers; body: string };

/** A service that gives these responses, one after the other, and remembers what it was asked. */
function serviceThatResponds(...responses: (Response | Error)[]) {
  const received: ReceivedRequest[] = [];
  const waits: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await request.text() });
    const response = responses.shift();
    if (!response) throw new Error('The service was asked more often than the test foresees.');
    if (response instanceof Error) throw response;
    return response;
  };
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  const client = createClient({ baseUrl: 'http://timers.test/', apiKey: 'tk_1', fetch, wait });
  return { client, heard: received, waits };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const rejection = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ title: code, status, code, detail: 'Words.', errors: [], request_id: 'r1', ...more }, status, headers);
const offline = () => new TypeError('fetch failed');

async function membershipChangeError(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('an error', () => {
  test('is thrown with its code, its words, its fields and what is instead', async () => {
    const errors = [{ pointer: '/title', detail: 'is too long' }];
    const { client } = serviceThatResponds(rejection(409, 'timer_already_running', { errors, current: { id: 't1' } }));
    const error = await membershipChangeError(client.POST('/timers/start', { body: {} }));
    expect(error).toMatchObject({ code: 'timer_already_running', status: 409, message: 'Words.', fields: errors });
    expect(error).toMatchObject({ requestId: 'r1', current: { id: 't1' }, requiredScope: null });
  });

  test('names the scope that is missing', async () => {
    const { client } = serviceThatResponds(rejection(403, 'forbidden', { required_scope: 'alarms:read' }));
    expect(await membershipChangeError(client.GET('/alarms'))).toMatchObject({ requiredScope: 'alarms:read' });
  });

  test('of something on the way, which is no problem document, keeps its status', async () => {
    const { client } = serviceThatResponds(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await membershipChangeError(client.GET('/me'))).toMatchObject({ code: 'unknown', status: 502 });
  });

  test.each([400, 401, 404, 409, 422, 500])('with %i is not sent again', async (status) => {
    const { client, heard } = serviceThatResponds(rejection(status, 'some_code'));
    await membershipChangeError(client.GET('/me'));
    expect(heard).toHaveLength(1);
  });
});

describe('a request is sent again', () => {
  test.each([
    ['after as many seconds as the service says', '7', 7_000],
    ['at once when the date it says is past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('%s', async (_what, retryAfter, waited) => {
    const limited = rejection(429, 'rate_limited', {}, { 'Retry-After': retryAfter });
    const { client, heard, waits } = serviceThatResponds(limited, json({ server_time: 'now' }));
    expect((await client.GET('/time')).data).toEqual({ server_time: 'now' });
    expect(waits).toEqual([waited]);
    expect(heard).toHaveLength(2);
  });

  test('a POST under one key and with its body', async () => {
    const away = rejection(503, 'database_unavailable', {}, { 'Retry-After': '2' });
    const { client, heard } = serviceThatResponds(away, offline(), json({ timer: null }, 201));
    await client.POST('/timers/start', { body: { title: 'Once' } });
    expect(new Set(heard.map(({ headers }) => headers.get('Idempotency-Key')))).toHaveProperty('size', 1);
    expect(heard[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(heard.map(({ body }) => body)).toEqual(Array(3).fill('{"title":"Once"}'));
  });

  test('in growing steps where no one says how long to wait, and four times at most', async () => {
    const { client, heard, waits } = serviceThatResponds(offline(), offline(), offline(), offline());
    await expect(client.GET('/time')).rejects.toThrow('fetch failed');
    expect(heard).toHaveLength(4);
    const [first = 0, second = 0, third = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(125);
    expect(first).toBeLessThanOrEqual(250);
    expect(second).toBeGreaterThanOrEqual(250);
    expect(third).toBeGreaterThanOrEqual(500);
  });
});

describe('a request is not sent again', () => {
  test('that would have to wait too long', async () => {
    const { client, waits } = serviceThatResponds(rejection(429, 'rate_limited', {}, { 'Retry-After': '3600' }));
    expect(await membershipChangeError(client.GET('/time'))).toMatchObject({ code: 'rate_limited' });
    expect(waits).toEqual([]);
  });

  test('that changes something without a key, when no one knows whether it was done', async () => {
    const { client, heard } = serviceThatResponds(offline());
    const patch = client.PATCH('/alarms/{id}', { params: { path: { id: 'a1' } }, body: { delay: '1h' } });
    await expect(patch).rejects.toThrow('fetch failed');
    expect(heard).toHaveLength(1);
  });

  test('that changes something without a key, when the database stopped responding', async () => {
    const lost = rejection(503, 'database_unavailable', { outcome: 'unknown' }, { 'Retry-After': '2' });
    const { client, heard } = serviceThatResponds(lost);
    const patch = client.PATCH('/alarms/{id}', { params: { path: { id: 'a1' } }, body: { delay: '1h' } });
    expect(await membershipChangeError(patch)).toMatchObject({ status: 503 });
    expect(heard).toHaveLength(1);
  });

  test('that was given up', async () => {
    const given = new AbortController();
    const fetch = async (request: Request) => {
      given.abort(new Error('enough'));
      throw request.signal.reason;
    };
    const client = createClient({ baseUrl: 'http://timers.test', fetch });
    await expect(client.GET('/time', { signal: given.signal })).rejects.toThrow('enough');
  });

  test('while it waits and is given up', async () => {
    const given = new AbortController();
    const fetch = async () => {
      queueMicrotask(() => given.abort(new Error('enough')));
      return rejection(429, 'rate_limited', {}, { 'Retry-After': '30' });
    };
    const client = createClient({ baseUrl: 'http://timers.test', fetch });
    await expect(client.GET('/time', { signal: given.signal })).rejects.toThrow('enough');
  });
});

test('a key of one own is kept, a path is filled in, a query is written out', async () => {
  const { client, heard } = serviceThatResponds(json({}), json({}));
  const params = { path: { id: 'a/1' }, header: { 'Idempotency-Key': 'mine' } };
  await client.POST('/timers/{id}/stop', { params, body: {} });
  await client.GET('/timers', { params: { query: { limit: 5, tag: 'a b' } } });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST http://timers.test/api/v1/timers/a%2F1/stop',
    'GET http://timers.test/api/v1/timers?limit=5&tag=a%20b',
  ]);
  expect(heard[0]?.headers.get('Idempotency-Key')).toBe('mine');
  expect(heard[1]?.headers.get('Authorization')).toBe('Bearer tk_1');
});

test('all pages of a list come one after the other', async () => {
  const { client, heard } = serviceThatResponds(
    json({ tickets: [1], next_cursor: 'c2' }),
    json({ tickets: [2], next_cursor: null }),
  );
  const found: unknown[] = [];
  for await (const page of paginate((cursor) => client.GET('/tickets', { params: { query: { cursor } } }))) {
    found.push(...page.tickets);
  }
  expect(found).toEqual([1, 2]);
  expect(heard.map(({ url }) => new URL(url).search)).toEqual(['', '?cursor=c2']);
});

/** Never run: the compiler is the test. */
export async function misuses(client: ReturnType<typeof createClient>) {
  // @ts-expect-error There is no such path.
  await client.GET('/timer');
  // @ts-expect-error There is no such field.
  await client.POST('/timers/start', { body: { titel: 'x' } });
  // @ts-expect-error The path needs its id.
  await client.GET('/timers/{id}');
  const { data } = await client.GET('/timers/current');
  // @ts-expect-error Nothing may run.
  data.timer.id satisfies string;
  data.timer?.id satisfies string | undefined;
}
