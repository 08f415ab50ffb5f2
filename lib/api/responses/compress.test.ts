import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bestEncoding, CacheableText, compress } from '#/lib/api/responses/compress.ts';

test.each([
  [null, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['br;q=0', null],
  ['br;q=nonsense', null],
  ['*;q=0', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP ; q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
])('%j gets %j', (header, encoding) => {
  expect(bestEncoding(header)).toBe(encoding);
});

const LONG = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ n, title: `Häkelnadel ${n}` })));

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a body compressed by %s is smaller, and the same once decompressed', async (encoding, undo) => {
  const created = await compress(LONG, () => encoding);
  expect(created?.encoding).toBe(encoding);
  expect(undo(created?.bytes ?? '').toString()).toBe(LONG);
  expect(created?.bytes.length).toBeLessThan(LONG.length / 3);
});

test('a short response is sent uncompressed, whatever Accept-Encoding says', async () => {
  const unasked = () => expect.fail('asked for Accept-Encoding');
  expect(await compress('x'.repeat(1_023), unasked)).toBeNull();
});

test('a text that is sent many times is compressed once for each encoding', async () => {
  const lasting = new CacheableText(LONG);
  const [first, second] = [await lasting.compressed('br'), await lasting.compressed('gzip, br')];
  expect(second?.bytes).toBe(first?.bytes);
  expect(brotliDecompressSync(first?.bytes ?? '').toString()).toBe(LONG);
  expect(gunzipSync((await lasting.compressed('gzip'))?.bytes ?? '').toString()).toBe(LONG);
  expect(await lasting.compressed('identity')).toBeNull();
});
