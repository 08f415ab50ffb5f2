import { z } from 'zod';
import { AppError } from '#/lib/core/errors.ts';
import { instantInput } from '#/lib/core/instant-schemas.ts';
import { isStorable } from '#/lib/core/storable.ts';

/** An opaque cursor from the values that order a list. Clients must not parse them. */
export function encodeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values of a cursor, checked against the list's own shape; null without one. @throws AppError 400 `cursor_invalid` */
export function decodeCursor<T extends z.ZodType>(cursor: string | undefined, shape: T): z.output<T> | null {
  if (!cursor) return null;
  const parsed = shape.safeParse(parseCursor(cursor));
  if (parsed.success) return parsed.data;
  throw new AppError('cursor_invalid', {
    fields: [{ pointer: '#/query/cursor', detail: 'use next_cursor from the previous page' }],
  });
}

/** A cursor's text field, without characters that Postgres can't store. */
export const cursorText = z.string().max(400).refine(isStorable);
export const cursorInstant = instantInput;

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
