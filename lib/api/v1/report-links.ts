import { z } from 'zod';
import { getMember } from '#/lib/accounts/me/member-query.ts';
import { createReportLink } from '#/lib/analytics/report-links/create-report-link.ts';
import { MAX_LINK_DAYS } from '#/lib/analytics/report-links/link-days.ts';
import { listReportLinks, revokeReportLink } from '#/lib/analytics/report-links/list-report-links.ts';
import { SHARED_REPORTS_PATH } from '#/lib/analytics/report-links/report-link.ts';
import { reportLinkJson } from '#/lib/analytics/report-links/report-link-json.ts';
import {
  createReportLinkInput,
  newReportLinkResponse,
  reportLinkListResponse,
  reportLinkResponse,
} from '#/lib/analytics/report-links/report-link-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { readLinkSettings } from '#/lib/core/env.ts';

const tag = 'Reports';
const permission = 'timers:read';

const create = operation({
  operationId: 'createReportLink',
  method: 'post',
  path: '/reports/links',
  tag,
  summary: 'Share a report by link',
  description: `Anyone who has the link can read this report without signing in, with your permissions at that time: the link stops working when you can no longer see the time it shows, leave the workspace or are disabled. It expires after at most ${MAX_LINK_DAYS} days, and can have a password. Requires a session.`,
  permission,
  body: createReportLinkInput,
  output: newReportLinkResponse,
  status: 201,
  problems: ['forbidden', 'session_required', 'too_many_report_links'],
  handler: async (ctx, { body }) => {
    const { link, token } = await createReportLink(ctx, body);
    const { user } = await getMember(ctx.tx ?? ctx.db, link.workspaceId, link.userId);
    const shown = reportLinkJson(link, { makerName: user.name, now: link.createdAt });
    const url = `${readLinkSettings().APP_URL}${SHARED_REPORTS_PATH}/${token}`;
    return { status: 201, body: { link: shown, url, server_time: link.createdAt.toISOString() } };
  },
});

const list = operation({
  operationId: 'listReportLinks',
  method: 'get',
  path: '/reports/links',
  tag,
  summary: 'List links to reports',
  description: 'Your own; with `workspace:manage`, those of everyone. Expired ones are listed for a while.',
  permission,
  output: reportLinkListResponse,
  handler: async (ctx) => {
    const { links, now } = await listReportLinks(ctx);
    const shown = links.map(({ link, makerName }) => reportLinkJson(link, { makerName, now }));
    return { status: 200, body: { links: shown, server_time: now.toISOString() } };
  },
});

const revoke = operation({
  operationId: 'revokeReportLink',
  method: 'delete',
  path: '/reports/links/{id}',
  tag,
  summary: 'Revoke a link to a report',
  description: 'It stops working at once. Your own; with `workspace:manage`, of everyone.',
  permission,
  params: z.strictObject({ id: z.uuid() }),
  output: reportLinkResponse,
  problems: ['report_link_not_found'],
  handler: async (ctx, { params }) => {
    const { link, makerName, now } = await revokeReportLink(ctx, params.id);
    return { status: 200, body: { link: reportLinkJson(link, { makerName, now }), server_time: now.toISOString() } };
  },
});

export const reportLinkOperations = [create, list, revoke];
