import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { inputInvalid } from '#/lib/api/problem.ts';
import { AppError } from '#/lib/core/errors.ts';

/** Postgres text can't hold U+0000. */
const NUL = '\u0000';

/** The query, each name once. @throws AppError 400 */
export function readQuery<T extends z.ZodType>(request: HonoRequest, schema: T): z.output<T> {
  const entries = Object.entries(request.queries());
  const twice = entries.find(([, values]) => values.length > 1);
  if (twice) throw refused(`#/query/${twice[0]}`, 'is given more than once');
  return checked(schema, Object.fromEntries(entries.map(([name, values]) => [name, values[0]])), '#/query');
}

/** Values in the path. @throws AppError 400 */
export function readPath<T extends z.ZodType>(request: HonoRequest, schema: T): z.output<T> {
  return checked(schema, request.param(), '#/path');
}

/** The JSON body; an absent one counts as `{}`. @throws AppError 400, 415 */
export async function readBody<T extends z.ZodType>(request: HonoRequest, schema: T): Promise<z.output<T>> {
  const text = await request.text();
  if (text === '') return checked(schema, {}, '');
  refuseOtherTypes(request.header('content-type'));
  return checked(schema, parseJson(text), '');
}

/** The version in `If-Match`, or null without one or with `*`. @throws AppError 400 */
export function readIfMatch(request: HonoRequest): number | null {
  const header = request.header('if-match')?.trim();
  if (!header || header === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version) return Number(version);
  throw refused('#/header/If-Match', 'must be a version in quotes, e.g. "3", as the ETag header gives it');
}

function refuseOtherTypes(contentType: string | undefined): void {
  if (contentType && /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType.trim())) return;
  throw new AppError('content_type_unsupported', {
    status: 415,
    detail: 'The body must be JSON. Send the header Content-Type: application/json.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('json_malformed', {
      status: 400,
      detail: `The body is not valid JSON: ${cause instanceof Error ? cause.message : 'unreadable'}.`,
      fields: [{ pointer: '', detail: 'is not valid JSON' }],
    });
  }
}

function checked<T extends z.ZodType>(schema: T, value: unknown, base: '' | '#/query' | '#/path'): z.output<T> {
  const nul = findNul(value, base);
  if (nul !== null) throw refused(nul, 'contains the character U+0000, which text cannot hold');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw inputInvalid(parsed.error, base);
}

/** Pointer to the first text or name that contains U+0000, or null. */
function findNul(value: unknown, pointer: string): string | null {
  if (typeof value === 'string') return value.includes(NUL) ? pointer : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = name.includes(NUL) ? pointer : findNul(part, `${pointer}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

function refused(pointer: string, detail: string): AppError {
  return new AppError('input_invalid', { status: 400, detail: `${pointer}: ${detail}`, fields: [{ pointer, detail }] });
}
