import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFERENCE_SCRIPT_PATH, serveReferenceScript } from '#/server/serve-reference-script.ts';

const server = createServer((incoming, outgoing) => void serveReferenceScript(incoming, outgoing, false));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

async function send(encoding: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const headers = { 'accept-encoding': encoding };
  const sent = request({ port, path: REFERENCE_SCRIPT_PATH, method, headers }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('the script of the reference is sent to %s in %s, a third of its size', async (accepted, encoding, undo) => {
  const plain = await send('identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const { headers, body } = await send(accepted);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(body.length).toBeLessThan(plain.body.length / 3);
  expect(undo(body).equals(plain.body)).toBe(true);
});

test('the script of the reference fetches nothing from elsewhere', async () => {
  const { body } = await send('identity');
  expect(body.toString()).not.toContain('cdn.redoc.ly');
});

test('a POST to the script of the reference gets the allowed methods', async () => {
  const { status, headers } = await send('identity', 'POST');
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});
