import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFiles } from '#/server/serve-build-files.ts';

const SCRIPT = 'export const timers = "timers measure time";\n'.repeat(200);
const folder = mkdtempSync(path.join(tmpdir(), 'build-files-'));
mkdirSync(path.join(folder, 'chunks'));
writeFileSync(path.join(folder, 'chunks/0a1.js'), SCRIPT);
writeFileSync(path.join(folder, 'chunks/0b2.css'), 'body{margin:0}');
writeFileSync(path.join(folder, 'font.woff2'), 'compressed already');

const serve = buildFiles(false, folder);
const server = createServer(async (incoming, outgoing) => {
  if (!(await serve(incoming, outgoing, incoming.url ?? ''))) outgoing.writeHead(404).end('of Next');
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function send(name: string, encoding = 'identity', method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const headers = { 'accept-encoding': encoding };
  const sent = request({ port, path: `/_next/static/${name}`, method, headers }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('a script of the build is sent to %s in %s, to be cached forever', async (accepted, encoding, undo) => {
  const { headers, body } = await send('chunks/0a1.js', accepted);
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  expect(undo(body).toString()).toBe(SCRIPT);
});

test('a client that accepts no encoding gets a script of the build uncompressed', async () => {
  const { headers, body } = await send('chunks/0a1.js');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.toString()).toBe(SCRIPT);
});

test('a style sheet of the build has its type, and HEAD gets only its headers', async () => {
  const { headers, body } = await send('chunks/0b2.css', 'identity', 'HEAD');
  expect(headers).toMatchObject({ 'content-type': 'text/css; charset=UTF-8', 'content-length': '14' });
  expect(body.length).toBe(0);
});

test.each([
  ['a font', 'font.woff2', 'GET'],
  ['a missing file', 'chunks/gone.js', 'GET'],
  ['a path outside the build', '../package.json', 'GET'],
  ['a POST', 'chunks/0a1.js', 'POST'],
])('%s is left to Next', async (_, name, method) => {
  const { status, body } = await send(name, 'br', method);
  expect([status, body.toString()]).toEqual([404, 'of Next']);
});
