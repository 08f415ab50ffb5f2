import { afterEach, expect, test, vi } from 'vitest';
import { isFinal, type Result, sendCall } from '#/components/reference/try/send-call.ts';

const CALL = { method: 'POST', target: '/api/v1/things', headers: { 'If-Match': '"3"' }, body: '{"a":1}' };

afterEach(() => vi.unstubAllGlobals());

/** The last report of a call when the service responds like this. */
async function sent(respond: (request: RequestInit) => Promise<Response>, { key = 'tsk_1' as string | null } = {}) {
  const fetchMock = vi.fn((_address: string, request: RequestInit) => respond(request));
  vi.stubGlobal('fetch', fetchMock);
  const results: Result[] = [];
  const controller = new AbortController();
  const result = await sendCall(CALL, key, controller.signal, (one) => results.push(one));
  expect(results.at(-1)).toEqual(result);
  return { result, results, fetchMock };
}

const respondWith = (body: BodyInit | null, type: string, init: ResponseInit = {}) =>
  sent(async () => new Response(body, { ...init, headers: { 'Content-Type': type, ...init.headers } }));

test('a call is sent only with its key, and not with the cookies of the browser', async () => {
  const { fetchMock } = await sent(async () => new Response(null, { status: 204 }));
  expect(fetchMock).toHaveBeenCalledWith(
    '/api/v1/things',
    expect.objectContaining({
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      body: '{"a":1}',
      headers: { 'If-Match': '"3"', Authorization: 'Bearer tsk_1', 'Content-Type': 'application/json' },
    }),
  );
});

test('an open operation is called without a key', async () => {
  const { fetchMock } = await sent(async () => new Response('pong'), { key: null });
  expect(fetchMock.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization');
});

test('JSON is shown indented, with the status and the relevant headers', async () => {
  const headers = { 'X-Request-Id': 'r1', ETag: '"3"', Server: 'x' };
  const { result } = await respondWith('{"a":{"b":1}}', 'application/json', { status: 201, headers });
  expect(result).toMatchObject({
    kind: 'received',
    end: 'whole',
    head: { status: 201 },
    content: { kind: 'json', text: '{\n  "a": {\n    "b": 1\n  }\n}', problem: null },
  });
  expect(result.kind === 'received' && result.head.headers).toEqual([
    ['X-Request-Id', 'r1'],
    ['Content-Type', 'application/json'],
    ['ETag', '"3"'],
  ]);
});

test('an error is shown with its message and the invalid fields', async () => {
  const errors = [{ pointer: '/title', detail: 'is too long' }];
  const body = JSON.stringify({ title: 'Invalid', detail: 'Check the title.', errors });
  const { result } = await respondWith(body, 'application/problem+json; charset=utf-8', { status: 400 });
  expect(result).toMatchObject({ content: { problem: { detail: 'Check the title.', errors } } });
});

test('a file is text if it is readable, and has its name', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="march.csv"' };
  const csv = await respondWith('a,b\n1,2\n', 'text/csv', { headers });
  expect(csv.result).toMatchObject({ content: { kind: 'file', name: 'march.csv', text: 'a,b\n1,2\n' } });
  const sheet = await respondWith(new Uint8Array([80, 75, 0, 255]), 'application/pdf');
  expect(sheet.result).toMatchObject({ content: { kind: 'file', name: 'response', text: null } });
});

test('events of a stream are shown as they arrive, latest first, also in pieces', async () => {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of ['event: hel', 'lo\ndata: é\n\nevent: timer\nda', 'ta: 1\n\n']) {
        controller.enqueue(encoder.encode(piece));
      }
      controller.close();
    },
  });
  const { result, results } = await respondWith(body, 'text/event-stream');
  const events = ['event: timer\ndata: 1', 'event: hello\ndata: é'];
  expect(result).toMatchObject({ end: 'whole', content: { kind: 'events', events, count: 2 } });
  expect(results).toContainEqual(
    expect.objectContaining({ end: null, content: expect.objectContaining({ count: 1 }) }),
  );
});

test('a stopped stream keeps its events', async () => {
  const controller = new AbortController();
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('event: hello\n\n'));
      controller.signal.addEventListener('abort', () => stream.error(controller.signal.reason));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  const result = await sendCall(CALL, 'tsk_1', controller.signal, (step) => {
    if (step.kind === 'received' && step.content?.kind === 'events' && step.content.count > 0) controller.abort();
  });
  expect(result).toMatchObject({ end: 'stopped', content: { events: ['event: hello'], count: 1 } });
});

test.each(['application/json', 'text/csv', 'text/event-stream'])(
  'a response of type %s that breaks off keeps its status, and is not shown as missing',
  async (type) => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    const { result } = await respondWith(body, type, { status: 201 });
    expect(result).toMatchObject({ kind: 'received', end: 'lost', head: { status: 201 } });
  },
);

test('a call without a response was stopped, or did not arrive', async () => {
  const lost = await sent(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(lost.result).toEqual({ kind: 'unreachable' });
  const controller = new AbortController();
  controller.abort();
  expect(await sendCall(CALL, 'tsk_1', controller.signal, () => {})).toEqual({ kind: 'stopped' });
});

test.each([
  [201, true],
  [409, true],
  [429, false],
  [500, false],
  [503, false],
])('a repeat after %d uses another Idempotency-Key: %s', async (status, expected) => {
  const { result } = await respondWith('{}', 'application/json', { status });
  expect(isFinal(result)).toBe(expected);
});

test.each(['whole', 'stopped', 'lost'] as const)('a response that ended %s is shown as such', (end) => {
  const head = { status: 201, statusText: 'Created', elapsedMs: 5, headers: [] };
  expect(isFinal({ kind: 'received', head, content: null, end })).toBe(end === 'whole');
  expect(isFinal({ kind: 'unreachable' })).toBe(false);
});
