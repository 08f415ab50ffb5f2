import { isIP } from 'node:net';
import { z } from 'zod';
import { parseDuration } from '#/lib/core/parse-duration.ts';

// The formats of settings: each kind explains what is wrong with a value, and what would be valid.

export const wholeNumber = (what: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number (${what})`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max} (${what})`)
    .default(fallback);

export const databaseUrl = z
  .string()
  .refine(isPostgresUrl, 'must be a Postgres address, e.g. postgresql://user:password@localhost:5432/timers');

export const authSecret = z
  .string()
  .min(32, 'must have at least 32 characters; make one with: openssl rand -base64 32');

export const networks = z
  .string()
  .refine((text) => wordsOf(text).every(isNetwork), 'must be networks such as 10.1.0.0/16, ::1/128');

/** Delays between attempts, in milliseconds. */
export const delays = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform(wordsOf)
    .refine((words) => words.every((word) => parseDuration(word) !== null), 'must be delays such as 5s,5m,1h')
    .refine((words) => words.length <= 50, 'must be at most 50 delays')
    .transform((words) => words.map((word) => parseDuration(word) ?? 0));

export const smtpUrl = z.string().refine(isSmtpUrl, 'must be like smtp://user:password@mail.example.com:587');

/** Unpadded base64url of this many bytes: a point of P-256 has 65, a scalar 32 (RFC 8292). */
export const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `must be ${bytes} bytes as base64url; make a pair with: npx web-push generate-vapid-keys`,
    );

export const webOrigin = z
  .string()
  .refine(isWebOrigin, 'must be the address people open, without a path, e.g. https://timers.example.com')
  .transform((url) => new URL(url).origin);

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).pathname.length > 1;
}

/** As `parseAllowList` in lib/url-guard reads them, so that a mistake shows at the start and not at the first alarm. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
}
