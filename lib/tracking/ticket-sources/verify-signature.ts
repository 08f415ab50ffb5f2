import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';

type Received = { headers: Headers; body: Uint8Array };

/** The maximum age of a Linear webhook; Linear recommends a minute, but clocks differ. */
const LINEAR_MAX_AGE_MS = 5 * MINUTE_MS;

const VERIFIERS: Record<Provider, (received: Received, secret: string, now: Date) => boolean> = {
  github: ({ headers, body }, secret) => matches(headers.get('x-hub-signature-256'), `sha256=${hmac(body, secret)}`),
  // GitLab signs nothing: it sends the secret.
  gitlab: ({ headers }, secret) => matches(headers.get('x-gitlab-token'), secret),
  jira: ({ headers, body }, secret) => matches(headers.get('x-hub-signature'), `sha256=${hmac(body, secret)}`),
  linear: ({ headers, body }, secret, now) =>
    matches(headers.get('linear-signature'), hmac(body, secret)) && isRecent(body, now),
};

/**
 * Whether the sender of a webhook has the secret: by HMAC-SHA256 of the exact bytes of the body (GitHub, Jira, Linear),
 * or by the secret itself (GitLab). Compared in constant time.
 */
export function isSigned(provider: Provider, received: Received, secret: string, now: Date): boolean {
  return VERIFIERS[provider](received, secret, now);
}

function hmac(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Hashed before they are compared, since both must have the same length. */
function matches(given: string | null, expected: string): boolean {
  if (given === null) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Only Linear signs the sending time; for the others, the issue's own timestamp prevents older states from being
 * applied.
 */
function isRecent(body: Uint8Array, now: Date): boolean {
  try {
    const { webhookTimestamp } = JSON.parse(new TextDecoder().decode(body)) as { webhookTimestamp?: unknown };
    return typeof webhookTimestamp === 'number' && Math.abs(now.getTime() - webhookTimestamp) <= LINEAR_MAX_AGE_MS;
  } catch {
    return false;
  }
}
