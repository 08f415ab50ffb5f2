import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { streamOf } from '#/lib/api/responses/file-response.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function* pieces(count: number) {
  for (let at = 0; at < count; at += 1) yield new Uint8Array([at]);
}

test('a client that pauses for minutes gets the whole file', async () => {
  const close = vi.fn(async () => {});
  const reader = streamOf({ bytes: pieces(3), close }).getReader();
  const seen: (number | undefined)[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    seen.push(next.value[0]);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
  }
  expect(seen).toEqual([0, 1, 2]);
  expect(close).not.toHaveBeenCalled();
});

test('a client that reads nothing for ten minutes loses the file', async () => {
  const close = vi.fn(async () => {});
  const reader = streamOf({ bytes: pieces(9), close }).getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(close).toHaveBeenCalledOnce();
  await expect(reader.read()).rejects.toThrow('nothing for ten minutes');
});
