import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';
import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';

// Conditional requests (RFC 9110, section 13). A versioned thing has the tag `"3-<fingerprint>"`: If-Match compares the
// version, and If-None-Match the fingerprint of the body, since a body may change without its version (a ticket is
// renamed, a delivery fails). One without versions has a weak `W/"<fingerprint>"`.

/** 96 bits. */
const FINGERPRINT_LENGTH = 16;
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/;
const TAGS = new RegExp(`^[\\t ,]*${TAG.source}(?:[\\t ]*,[\\t ,]*${TAG.source})*[\\t ,]*$`);
/** Tags that this service issues, and the version alone, as a body shows it. */
const VERSION = new RegExp(`^"(\\d{1,9})(?:-[\\w-]{${FINGERPRINT_LENGTH}})?"$`);

type Conditional = Pick<AnyOperation, 'method' | 'path' | 'versioned' | 'single' | 'permission'>;

/** Whether it changes one versioned thing. */
export function acceptsIfMatch({ method, path, versioned }: Conditional): boolean {
  return versioned === true && method !== 'get' && path.includes('{');
}

/** Whether it shows one thing, and may respond that it has not changed. */
export function acceptsIfNoneMatch({ method, path, versioned, single, permission }: Conditional): boolean {
  if (method !== 'get' || permission === 'public') return false;
  return versioned === true || (single ?? path.endsWith('}'));
}

/**
 * The versions that a request may change. By strong comparison: weak tags and other formats don't match.
 * @throws AppError 400 for what is no list of tags, an empty header among it, and where it would mean nothing
 */
export function readIfMatch(request: HonoRequest, operation: Conditional): IfMatch {
  if (operation.method !== 'get') rejectHeader(request, 'If-None-Match');
  if (!acceptsIfMatch(operation)) {
    rejectHeader(request, 'If-Match');
    return null;
  }
  const header = request.header('if-match')?.trim();
  if (header === undefined || header === '*') return null;
  if (!TAGS.test(header)) {
    throw invalid('If-Match', 'must be `*` or versions in quotes, such as "3", as the ETag header gives them');
  }
  return tagsOf(header)
    .flatMap((tag) => VERSION.exec(tag)?.[1] ?? [])
    .map(Number);
}

/** The tag of a body that shows one thing, regardless of the time: `server_time` and `passing` are left out. */
export function etagOf(body: unknown, version: number | undefined, passing: readonly string[] = []): string {
  const { server_time: _at, ...rest } = body as { server_time?: string };
  const fingerprint = fingerprintOf(
    JSON.stringify(rest, (name, value) => (passing.includes(name) ? undefined : value)),
  );
  return version === undefined ? `W/"${fingerprint}"` : `"${version}-${fingerprint}"`;
}

/** A short hash of a text, of characters that a tag may have. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}

/** Whether `If-None-Match` names this tag, by weak comparison; an invalid list matches nothing. */
export function isUnmodified(request: HonoRequest, etag: string): boolean {
  const header = request.header('if-none-match')?.trim();
  if (!header) return false;
  return header === '*' || tagsOf(header).some((tag) => withoutWeakness(tag) === withoutWeakness(etag));
}

function tagsOf(header: string): string[] {
  return header.match(new RegExp(TAG, 'g')) ?? [];
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}

function rejectHeader(request: HonoRequest, name: 'If-Match' | 'If-None-Match'): void {
  if (request.header(name) === undefined) return;
  throw invalid(name, 'has no effect here, since this resource has no versions. Leave the header out');
}

function invalid(name: string, detail: string): AppError {
  const pointer = `#/header/${name}`;
  return new AppError('input_invalid', { detail: `${pointer}: ${detail}`, fields: [{ pointer, detail }] });
}
