import { SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

export const WINDOW_SECONDS = 60;

/** Whose requests are counted together. */
export type Policy = 'key' | 'person' | 'workspace' | 'address';

/** What a caller may still send in this window, after the current request. */
export type Allowance = { policy: Policy; limit: number; remaining: number; resetMs: number; isOver: boolean };

/**
 * Fields of draft-ietf-httpapi-ratelimit-headers-10: the policy (`q` requests in `w` seconds) and what is left of it
 * (`r` requests, a new window in `t` seconds).
 */
export function limitFields({ policy, limit, remaining, resetMs }: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${remaining};t=${Math.ceil(resetMs / SECOND_MS)}`,
  };
}

const SENDER_LABELS: Record<Policy, string> = {
  key: 'This API key or session',
  person: 'This person, with all API keys and sessions together,',
  workspace: 'This workspace, with everyone in it,',
  address: 'Your address, without a good API key or session,',
};

export function rateLimited(allowance: Allowance): AppError {
  const wait = Math.max(1, Math.ceil(allowance.resetMs / SECOND_MS));
  return new AppError('rate_limited', {
    detail: `${SENDER_LABELS[allowance.policy]} has sent more than ${allowance.limit} requests in a minute. Try again in ${wait}\u00a0s.`,
    headers: { ...limitFields(allowance), 'Retry-After': String(wait) },
  });
}
