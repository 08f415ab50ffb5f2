import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { escapePointer, inputInvalid } from '#/lib/api/responses/problem.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { mayChange, nestsDeeperThan, parseExactly, takeExactly } from '#/lib/core/exact-json.ts';
import { isStorable } from '#/lib/core/storable.ts';

/** Bytes of a body, unless its operation sets another limit. */
export const LARGEST_BODY = 256 * 1024;
/** Levels of a body whose numbers are read digit by digit: twice what a payload may have. */
const DEEPEST_EXACT = 1_000;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The query, each name once. @throws AppError 400 */
export function readQuery<T extends z.ZodType>(request: HonoRequest, schema: T): z.output<T> {
  const entries = Object.entries(request.queries());
  const twice = entries.find(([, values]) => values.length > 1);
  if (twice) throw rejected(`#/query/${escapePointer(twice[0])}`, 'is given more than once');
  return checked(schema, Object.fromEntries(entries.map(([name, values]) => [name, values[0]])), '#/query');
}

/** Values in the path. @throws AppError 400 */
export function readPath<T extends z.ZodType>(request: HonoRequest, schema: T): z.output<T> {
  return checked(schema, request.param(), '#/path');
}

type BodyOptions = { largestBody?: number | undefined; verbatim?: readonly string[] | undefined };

/** The JSON body; an absent one counts as `{}`. @throws AppError 400, 413, 415 */
export async function readBody<T extends z.ZodType>(
  request: HonoRequest,
  schema: T,
  { largestBody = LARGEST_BODY, verbatim = [] }: BodyOptions,
): Promise<z.output<T>> {
  const bytes = await readBytes(request, largestBody);
  if (bytes.byteLength === 0) return checked(schema, {}, '');
  rejectOtherTypes(request.header('content-type'));
  const text = decode(bytes);
  const value = parseJson(text);
  // Deeper nesting is rejected by its schema below, whatever its numbers are.
  if (verbatim.length > 0 && mayChange(text) && !nestsDeeperThan(DEEPEST_EXACT, value)) {
    takeExactly(value, parseExactly(text), verbatim);
  }
  // JSON can hold U+0000 and half a surrogate pair only as an escape, so most bodies need not be checked.
  if (text.includes('\\u')) rejectUnstorable(value, '');
  return parsed(schema, value, '');
}

/**
 * The raw body. Not by Hono's body limit: it creates a new `Request` for chunked bodies, which fails when the server
 * does not replace the global one. @throws AppError 413 over `largest` bytes, 415 for one that is encoded
 */
export async function readBytes(request: HonoRequest, largest: number): Promise<ArrayBuffer | Uint8Array> {
  rejectEncoded(request.header('content-encoding'));
  try {
    return await receive(request, largest);
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    // No one reads this response; it keeps a client's disconnect out of the error log.
    throw new AppError('request_aborted', {
      cause,
    });
  }
}

async function receive(request: HonoRequest, largest: number): Promise<ArrayBuffer | Uint8Array> {
  const length = request.header('content-length');
  if (length !== undefined && request.header('transfer-encoding') === undefined) {
    if (Number(length) > largest) throw bodyTooLarge(largest);
    return request.arrayBuffer();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw bodyTooLarge(largest);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * @throws AppError 415 for a content coding (RFC 9110, section 8.4): none is accepted, so that no body is larger than
 * it seems
 */
function rejectEncoded(encoding: string | undefined): void {
  if (!encoding || /^\s*identity\s*$/i.test(encoding)) return;
  const pointer = '#/header/Content-Encoding';
  throw new AppError('content_type_unsupported', {
    detail: 'The body must not be compressed. Send it as it is, without the header Content-Encoding.',
    fields: [{ pointer, detail: 'must be absent or identity' }],
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function bodyTooLarge(largest: number): AppError {
  return new AppError('body_too_large', {
    detail: `The body is over ${largest / 1024} KB. Send less at a time.`,
    // The rest of the body is never read, so the connection cannot carry another request.
    headers: { Connection: 'close' },
  });
}

function rejectOtherTypes(contentType: string | undefined): void {
  if (contentType && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim())) return;
  throw new AppError('content_type_unsupported', {
    detail: 'The body must be JSON. Send the header Content-Type: application/json.',
  });
}

/** JSON is UTF-8 (RFC 8259, section 8.1); other bytes are rejected rather than replaced. */
function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch (cause) {
    throw malformed(cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause: unknown): AppError {
  return new AppError('json_malformed', {
    detail: `The body isn’t valid JSON: ${cause instanceof Error ? cause.message : 'unreadable'}.`,
    fields: [{ pointer: '', detail: 'is not valid JSON' }],
  });
}

function checked<T extends z.ZodType>(schema: T, value: unknown, base: '' | '#/query' | '#/path'): z.output<T> {
  rejectUnstorable(value, base);
  return parsed(schema, value, base);
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, base: '' | '#/query' | '#/path'): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw inputInvalid(result.error, base);
}

function rejectUnstorable(value: unknown, base: string): void {
  const pointer = findUnstorable(value, base);
  if (pointer !== null) throw rejected(pointer, 'contains U+0000 or half a surrogate pair, which text cannot hold');
}

/** The pointer to a text or name that text columns can't hold, or null. Without recursion: bodies may nest deeply. */
function findUnstorable(value: unknown, base: string): string | null {
  const rest: [unknown, string][] = [[value, base]];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const [part, pointer] = item;
    if (typeof part === 'string' && !isStorable(part)) return pointer;
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, inner] of Object.entries(part)) {
      if (!isStorable(name)) return pointer;
      rest.push([inner, `${pointer}/${escapePointer(name)}`]);
    }
  }
  return null;
}

function rejected(pointer: string, detail: string): AppError {
  return new AppError('input_invalid', { detail: `${pointer}: ${detail}`, fields: [{ pointer, detail }] });
}
