import { hasExpired, type ReportLink } from '#/lib/analytics/report-links/report-link.ts';
import type { ReportLinkJson } from '#/lib/analytics/report-links/report-link-schemas.ts';

/** A link as the API shows it: never its secret. */
export function reportLinkJson(link: ReportLink, { makerName, now }: { makerName: string; now: Date }): ReportLinkJson {
  return {
    id: link.id,
    name: link.name,
    of_others: link.ofOthers,
    has_password: link.passwordHash !== null,
    created_by: { user_id: link.userId, name: makerName },
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    has_expired: hasExpired(link, now),
    times_opened: link.timesOpened,
    last_opened_at: link.lastOpenedAt?.toISOString() ?? null,
  };
}

/** A link in events, which others read: the report itself belongs to its creator, and may be private. */
export function reportLinkFacts({ id, ofOthers, passwordHash, expiresAt }: ReportLink) {
  const is_protected = passwordHash !== null;
  return { id, of_others: ofOthers, is_protected, expires_at: expiresAt.toISOString() };
}
