import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cursorInstant, cursorText, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';

const SHAPE = z.tuple([cursorText, z.uuid()]);
const ID = '0190f5fe-7c00-7a00-8000-000000000001';
const base64 = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor is rejected', () => {
  test.each([
    ['that is not base64 of JSON', 'not a cursor'],
    ['that is truncated', encodeCursor(['API', ID]).slice(0, -4)],
    ['of another list', encodeCursor(['2026-03-10T09:00:00.000Z'])],
    ['with an extra value', encodeCursor(['API', ID, 'x'])],
    ['with a number for text', base64(`[1,"${ID}"]`)],
    ['with an invalid id', base64('["API","1 or 1=1"]')],
    ['with U+0000, which no text column holds', base64(`["a\\u0000b","${ID}"]`)],
    ['with an unpaired surrogate', base64(`["\\ud800","${ID}"]`)],
    ['with a text longer than any name', encodeCursor(['x'.repeat(401), ID])],
    ['of JSON that nests too deep', base64('['.repeat(50_000))],
  ])('%s', (_what, cursor) => {
    expect(() => decodeCursor(cursor, SHAPE)).toThrow(
      expect.objectContaining({
        code: 'cursor_invalid',
        status: 400,
        fields: [{ pointer: '#/query/cursor', detail: 'use next_cursor from the previous page' }],
      }),
    );
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z', 'yesterday'])(
    'with the impossible instant %s',
    (instant) => {
      const shape = z.tuple([cursorInstant, z.uuid()]);
      expect(() => decodeCursor(encodeCursor([instant, ID]), shape)).toThrow(
        expect.objectContaining({ code: 'cursor_invalid' }),
      );
    },
  );
});

test('no cursor is the first page', () => {
  expect(decodeCursor(undefined, SHAPE)).toBeNull();
  expect(decodeCursor('', SHAPE)).toBeNull();
});

test.each(['API-412', '', 'Ärger', '日本語', '🙂', '"quotes" and \\', 'a\nb'])('%j is decoded unchanged', (text) => {
  expect(decodeCursor(encodeCursor([text, ID]), SHAPE)).toEqual([text, ID]);
});

test('a cursor needs no escaping in a URL', () => {
  expect(encodeCursor(['ÿþ?>', ID])).toMatch(/^[\w-]+$/);
});
