import { findNames } from '#/lib/accounts/users/names-query.ts';
import { LISTED_MS, type ReportLink } from '#/lib/analytics/report-links/report-link.ts';
import { reportLinkFacts } from '#/lib/analytics/report-links/report-link-json.ts';
import { deleteReportLink, listReportLinkRows } from '#/lib/analytics/report-links/report-link-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

type NamedLink = { link: ReportLink; makerName: string };

/** The caller's links, newest first; for those who manage the workspace, everyone's. @throws AppError 403 */
export async function listReportLinks(ctx: Ctx): Promise<{ links: NamedLink[]; now: Date }> {
  authorize(ctx, 'timers:read');
  const now = await ctx.clock.now(ctx.db);
  const links = await listReportLinkRows(ctx.db, within(ctx), new Date(now.getTime() - LISTED_MS));
  const names = await findNames(ctx.db, [...new Set(links.map(({ userId }) => userId))]);
  return {
    links: links.map((link) => ({ link, makerName: names.get(link.userId) ?? '' })),
    now,
  };
}

/** Revokes the link at once. @throws AppError 403; 404 `report_link_not_found` */
export async function revokeReportLink(ctx: Ctx, id: string): Promise<NamedLink & { now: Date }> {
  authorize(ctx, 'timers:read');
  return transaction(ctx, async (inner) => {
    const link = await deleteReportLink(inner.tx, within(inner), id);
    if (!link) throw notFound('report_link');
    const data = { before: reportLinkFacts(link), after: null };
    await recordEvent(inner, { type: 'report_link.revoked', subjectId: id, userId: link.userId, data });
    const names = await findNames(inner.tx, [link.userId]);
    return { link, makerName: names.get(link.userId) ?? '', now: await inner.clock.now(inner.tx) };
  });
}

/** Admins also see what others share outside the workspace. */
function within({ actor: { workspaceId, userId, scopes } }: Pick<Ctx, 'actor'>) {
  return scopes.has('workspace:manage') ? { workspaceId } : { workspaceId, userId };
}
