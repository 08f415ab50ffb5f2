import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spool } from '#/lib/core/spool.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-'));
});
afterEach(() => {
  // Fails when a file is left in it.
  rmdirSync(folder);
});

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('bytes wait for their reader in a file that no one else can find', async () => {
  const long = 'x'.repeat(300_000);
  const { size, bytes } = await spool(pieces('first ', long, ' last'), { folder });
  expect(size).toBe(300_011);
  expect(readdirSync(folder)).toEqual([]);
  expect(await textOf(bytes)).toBe(`first ${long} last`);
});

test('a source that fails leaves nothing behind, nor does a reader that never begins', async () => {
  const broken = async function* () {
    yield Buffer.from('half');
    throw new Error('the source broke');
  };
  await expect(spool(broken(), { folder, most: 4 })).rejects.toThrow('the source broke');
  const { close } = await spool(pieces('four'), { folder, most: 4 });
  await close();
  await close();
  expect(await textOf((await spool(pieces('four'), { folder, most: 4 })).bytes)).toBe('four');
});

test('bytes over the limit are rejected until a reader is done', async () => {
  const waiting = await spool(pieces('four'), { folder, most: 6 });
  await expect(spool(pieces('four'), { folder, most: 6 })).rejects.toMatchObject({ status: 503 });
  expect(await textOf(waiting.bytes)).toBe('four');
  const { close } = await spool(pieces('four'), { folder, most: 6 });
  await close();
});
