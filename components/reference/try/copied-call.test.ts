import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { buildCall } from '#/components/reference/try/call.ts';
import type { CallableDocument } from '#/components/reference/try/callable.ts';
import { asCurl, asTypeScript } from '#/components/reference/try/copied-call.ts';
import { operationForm, type Values } from '#/components/reference/try/operation-form.ts';
import { OPERATIONS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';

const API = openApiDocument(OPERATIONS, 'https://timers.test') as unknown as CallableDocument;
const ORIGIN = 'https://timers.test';
const NASTY = `it's "quoted", $HOME \`date\` \\ !! * ~\nsecond line; rm -rf`;
const KEY = 'tsk_a b"c';

/** cURL's arguments when a real shell reads the call. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env: { ...process.env, API_KEY: KEY, HOME: '/nowhere' } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

function callOf(id: string, values: Values) {
  const form = operationForm(API, id);
  const built = buildCall(form, values);
  if ('errors' in built) throw new Error(JSON.stringify(built.errors));
  return { form, call: built.call };
}

test('a shell reads from the cURL call what was filled in, and the key from its environment', () => {
  const values = { body: JSON.stringify({ title: NASTY }, null, 2), 'header.Idempotency-Key': `it's "$1"` };
  const { form, call } = callOf('startTimer', values);
  const command = asCurl(form, call, ORIGIN);
  expect(command).not.toContain(KEY);
  expect(argumentsOf(command)).toEqual([
    'https://timers.test/api/v1/timers/start',
    '-H',
    `Authorization: Bearer ${KEY}`,
    '-H',
    `Idempotency-Key: it's "$1"`,
    '-H',
    'Content-Type: application/json',
    '-d',
    values.body,
  ]);
});

test('a method that the data does not imply is named, and the URL is one word', () => {
  const { form, call } = callOf('listAlarms', { 'query.name': `a'b [1-3] {x,y}` });
  expect(argumentsOf(asCurl(form, call, ORIGIN))).toEqual([
    `https://timers.test/api/v1/alarms?name=a%27b+%5B1-3%5D+%7Bx%2Cy%7D`,
    '-H',
    `Authorization: Bearer ${KEY}`,
  ]);
  const deleted = callOf('deleteSchedule', { 'path.id': 'a b' });
  expect(argumentsOf(asCurl(deleted.form, deleted.call, ORIGIN)).slice(0, 3)).toEqual([
    'https://timers.test/api/v1/schedules/a%20b',
    '-X',
    'DELETE',
  ]);
});

/** Runs copied TypeScript, which has no types in it, with another client or `fetch`. */
async function ran(code: string): Promise<{ setup: unknown; call: unknown }> {
  const seen: { setup: unknown; call: unknown } = { setup: null, call: null };
  const note = (...call: unknown[]) => {
    seen.call = call;
    return { data: null };
  };
  const createClient = (setup: unknown) => {
    seen.setup = setup;
    return { GET: note, POST: note, PATCH: note };
  };
  const body = code.replace("import { createClient } from '@timer-service/client';", '');
  const run = new Function('createClient', 'fetch', 'process', `return (async () => {${body}})();`);
  await run(createClient, note, { env: { API_KEY: KEY } });
  return seen;
}

test('the TypeScript call runs, and sends what was filled in', async () => {
  const sent = { title: NASTY, tags: ['a', "b'"], 'content-type': null, deep: { n: 1.5, ok: true } };
  const values = { 'path.id': "it's", 'header.If-Match': '"3"', body: JSON.stringify(sent) };
  const { form, call } = callOf('editTimer', values);
  expect(await ran(asTypeScript(form, values, call, ORIGIN))).toEqual({
    setup: { baseUrl: ORIGIN, apiKey: KEY },
    call: ['/timers/{id}', { params: { path: { id: "it's" }, header: { 'If-Match': '"3"' } }, body: sent }],
  });
});

test('numbers in a query are numbers in TypeScript, and an invalid one stays as typed', async () => {
  const values = { 'query.limit': '5', 'query.name': '7' };
  const { form, call } = callOf('listAlarms', values);
  const { call: asked } = await ran(asTypeScript(form, values, call, ORIGIN));
  expect(asked).toEqual(['/alarms', { params: { query: { limit: 5, name: '7' } } }]);
  const wrong = { 'query.limit': 'many' };
  expect(asTypeScript(form, wrong, call, ORIGIN)).toContain("limit: 'many'");
});

test('an operation missing in the client uses fetch', async () => {
  const values = { 'query.topics': `timers,alarms:it's`, 'header.Last-Event-ID': 'abc' };
  const { form, call } = callOf('stream', values);
  expect((await ran(asTypeScript(form, values, call, ORIGIN))).call).toEqual([
    'https://timers.test/api/v1/stream?topics=timers%2Calarms%3Ait%27s',
    { headers: { Authorization: `Bearer ${KEY}`, 'Last-Event-ID': 'abc' } },
  ]);
  const open = callOf('ping', {});
  expect(asTypeScript(open.form, {}, open.call, ORIGIN)).toBe(
    "const response = await fetch('https://timers.test/ping');",
  );
});
