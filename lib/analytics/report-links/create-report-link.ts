import { randomBytes } from 'node:crypto';
import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { LISTED_MS, MAX_REPORT_LINKS, type ReportLink } from '#/lib/analytics/report-links/report-link.ts';
import { reportLinkFacts } from '#/lib/analytics/report-links/report-link-json.ts';
import type { CreateReportLinkInput } from '#/lib/analytics/report-links/report-link-schemas.ts';
import {
  countWorkingLinks,
  deleteLongExpired,
  insertReportLink,
  lockReportLinks,
} from '#/lib/analytics/report-links/report-link-store.ts';
import { isOfOthers } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/** 256 bits, the output size of SHA-256, so a fast unsalted hash is the right one to store. */
const TOKEN_BYTES = 32;

/**
 * Creates a link by which anyone can read a report, with the creator's permissions at the time it is opened. Only this
 * response contains `token`. Requires a session: a key could otherwise create something that outlives it.
 * @throws AppError 403 `forbidden`, `session_required`; 409 `too_many_report_links`
 */
export async function createReportLink(
  ctx: Ctx,
  input: CreateReportLinkInput,
): Promise<{ link: ReportLink; token: string }> {
  authorize(ctx, 'timers:read');
  const ofOthers = isOfOthers(input.query, ctx.actor.userId);
  if (ofOthers) authorize(ctx, 'timers:read_all');
  requireSession(ctx, 'share a report');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // Before the transaction: hashing takes a while.
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return transaction(ctx, async (inner) => {
    const { workspaceId, userId } = inner.actor;
    await lockReportLinks(inner.tx, inner.actor);
    const createdAt = await inner.clock.now(inner.tx);
    await deleteLongExpired(inner.tx, inner.actor, new Date(createdAt.getTime() - LISTED_MS));
    if ((await countWorkingLinks(inner.tx, inner.actor, createdAt)) >= MAX_REPORT_LINKS) throw tooMany();
    const { name, query } = input;
    const expiresAt = new Date(createdAt.getTime() + input.expires_in_days * DAY_MS);
    const unopened = { createdAt, expiresAt, lastOpenedAt: null, timesOpened: 0 };
    const link: ReportLink = { id: newId(), workspaceId, userId, name, query, ofOthers, passwordHash, ...unopened };
    await insertReportLink(inner.tx, link, hashSecret(token));
    const data = { before: null, after: reportLinkFacts(link) };
    await recordEvent(inner, { type: 'report_link.created', subjectId: link.id, userId, data }, createdAt);
    return { link, token };
  });
}

function tooMany(): AppError {
  return new AppError('too_many_report_links', {
    detail: `You can have at most ${MAX_REPORT_LINKS} links to reports at a time. Revoke one that isn’t needed.`,
  });
}
