import { PASS_SECONDS, SHARED_REPORTS_PATH } from '#/lib/analytics/report-links/report-link.ts';
import { env } from '#/lib/core/env.ts';

export const PASS_COOKIE = 'shared-report';

/** Sent only to the pages of this link, and not readable by scripts. */
export function passCookie(token: string, pass: string) {
  return {
    name: PASS_COOKIE,
    value: pass,
    path: `${SHARED_REPORTS_PATH}/${token}`,
    maxAge: PASS_SECONDS,
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: env().APP_URL.startsWith('https:'),
  };
}
