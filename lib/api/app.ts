import { Hono } from 'hono';
import { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { CALENDAR_FEED_PATH } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { authenticate } from '#/lib/api/callers/authenticate.ts';
import {
  countAnonymous,
  countRequest,
  type IdentifyParts,
  identify,
  openToOrigin,
} from '#/lib/api/callers/identify.ts';
import { isPreflight, isWelcomePreflight, preflightResponse } from '#/lib/api/cors/cors.ts';
import type { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { type Reads, readsOn } from '#/lib/api/limits/reads.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';
import { fingerprintOf, isUnmodified } from '#/lib/api/operations/conditions.ts';
import type { AnyOperation, ApiBindings, ApiContext, ApiVariables } from '#/lib/api/operations/operation.ts';
import { requestIdOf } from '#/lib/api/operations/request-id.ts';
import { runOperation } from '#/lib/api/operations/run-operation.ts';
import { CacheableText } from '#/lib/api/responses/compress.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { textResponse } from '#/lib/api/responses/text-response.ts';
import { allowedMethods, methodNotAllowed, noSuchEndpoint, upgradeRequired } from '#/lib/api/routes.ts';
import { streamResponse } from '#/lib/api/stream/stream.ts';
import { alarmOperations } from '#/lib/api/v1/alarms.ts';
import { apiKeyOperations } from '#/lib/api/v1/api-keys.ts';
import { brokerOperations } from '#/lib/api/v1/brokers.ts';
import { calendarFeedOperations, serveCalendarFeed } from '#/lib/api/v1/calendar-feed.ts';
import { correctionOperations } from '#/lib/api/v1/corrections.ts';
import { createAlarmOperations } from '#/lib/api/v1/create-alarms.ts';
import { deadLetterOperations } from '#/lib/api/v1/dead-letters.ts';
import { endpointOperations } from '#/lib/api/v1/endpoints.ts';
import { streamEventExport } from '#/lib/api/v1/event-export.ts';
import { eventOperations } from '#/lib/api/v1/events.ts';
import { importOperations } from '#/lib/api/v1/imports.ts';
import { invitationOperations } from '#/lib/api/v1/invitations.ts';
import { meOperations } from '#/lib/api/v1/me.ts';
import { memberOperations } from '#/lib/api/v1/members.ts';
import { notificationChannelOperations } from '#/lib/api/v1/notification-channels.ts';
import { notificationOperations } from '#/lib/api/v1/notifications.ts';
import { serviceOperations } from '#/lib/api/v1/operations.ts';
import { phaseOperations } from '#/lib/api/v1/phases.ts';
import { projectOperations } from '#/lib/api/v1/projects.ts';
import { proposalOperations } from '#/lib/api/v1/proposals.ts';
import { receiverOperations } from '#/lib/api/v1/receivers.ts';
import { exportOperations, streamExportFile, streamReportExport } from '#/lib/api/v1/report-exports.ts';
import { reportFigureOperations } from '#/lib/api/v1/report-figures.ts';
import { reportLinkOperations } from '#/lib/api/v1/report-links.ts';
import { reportOperations } from '#/lib/api/v1/reports.ts';
import { savedReportOperations } from '#/lib/api/v1/saved-reports.ts';
import { scheduleOperations } from '#/lib/api/v1/schedules.ts';
import { syncOperations } from '#/lib/api/v1/sync.ts';
import { receiveTicketSourceDelivery } from '#/lib/api/v1/ticket-source-deliveries.ts';
import { ticketSourceOperations } from '#/lib/api/v1/ticket-sources.ts';
import { ticketOperations } from '#/lib/api/v1/tickets.ts';
import { timeOperations } from '#/lib/api/v1/time.ts';
import { timerCorrectionOperations } from '#/lib/api/v1/timer-corrections.ts';
import { questionOperations } from '#/lib/api/v1/timer-questions.ts';
import { timerOperations } from '#/lib/api/v1/timers.ts';
import { webhookSecretOperations } from '#/lib/api/v1/webhook-secrets.ts';
import { weekOperations } from '#/lib/api/v1/weeks.ts';
import { worklogOperations } from '#/lib/api/v1/worklogs.ts';
import { workspaceOperations } from '#/lib/api/v1/workspace.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { log } from '#/lib/core/log.ts';
import { loggedPath } from '#/lib/core/logged-path.ts';
import { apiHeaders } from '#/lib/core/security-headers.ts';
import type { Db } from '#/lib/db/client.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';

export type ApiParts = { db: Db; clock: Clock; hub: FeedHub; appUrl: string; limits?: CallerLimits; reads?: Reads };
type Env = { Variables: ApiVariables; Bindings: ApiBindings };
export type Api = Hono<Env>;

export const API_PATH = '/api/v1';
const EXPORT_PATH = '/events/export';
const REPORT_EXPORT_PATH = '/reports/export';
const REPORT_FILES_PATH = '/reports/exports';
const CALENDAR_PATH = `${CALENDAR_FEED_PATH}/{token}.ics`;
const STREAM_PATH = '/stream';
const WS_PATH = '/ws';
const DOCUMENT_PATH = '/openapi.json';
const DELIVERY_PATH = '/ticket-sources/{id}/deliveries';

/** Every operation of version 1, in the order in which routes are matched. */
export const OPERATIONS: readonly AnyOperation[] = [
  ...timeOperations,
  ...meOperations,
  ...notificationOperations,
  ...notificationChannelOperations,
  ...workspaceOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...invitationOperations,
  ...questionOperations,
  ...timerOperations,
  ...phaseOperations,
  ...timerCorrectionOperations,
  ...correctionOperations,
  ...proposalOperations,
  ...weekOperations,
  ...importOperations,
  ...ticketOperations,
  ...ticketSourceOperations,
  ...worklogOperations,
  ...projectOperations,
  ...syncOperations,
  ...createAlarmOperations,
  ...alarmOperations,
  ...scheduleOperations,
  ...receiverOperations,
  ...brokerOperations,
  ...deadLetterOperations,
  ...endpointOperations,
  ...webhookSecretOperations,
  ...eventOperations,
  ...exportOperations,
  ...calendarFeedOperations,
  ...serviceOperations,
  ...reportOperations,
  ...savedReportOperations,
  ...reportLinkOperations,
  ...reportFigureOperations,
];

/** The whole REST API as one Hono app. The web process answers with it directly; Next mounts the same. */
export function buildApi(given: ApiParts): Api {
  const parts = { ...given, limits: given.limits ?? null };
  const reads = given.reads ?? readsOn(parts.db);
  // Paths of `/api` that are no operations come here too (server/request-handler.ts), and get a problem document.
  const root: Api = new Hono<Env>();
  addConventions(root, parts);
  const api: Api = root.basePath(API_PATH);
  for (const operation of OPERATIONS) {
    const arrive = operation.permission === 'public' ? countAnonymous : identify;
    api.on(operation.method.toUpperCase(), honoPath(operation.path), async (c) => {
      await arrive(c, parts);
      return runOperation(c, operation, reads);
    });
  }
  api.get(EXPORT_PATH, async (c) => {
    await identify(c, parts);
    return streamEventExport(c, reads);
  });
  api.get(REPORT_EXPORT_PATH, async (c) => {
    await identify(c, parts);
    return streamReportExport(c, reads);
  });
  api.get(`${CALENDAR_FEED_PATH}/:file{.+\\.ics}`, async (c) => {
    await countAnonymous(c, parts);
    return serveCalendarFeed(c, reads);
  });
  api.get(`${REPORT_FILES_PATH}/:id/file`, async (c) => {
    await identify(c, parts);
    return streamExportFile(c, reads);
  });
  api.get(STREAM_PATH, async (c) => {
    await identify(c, parts);
    const recognize = () => authenticate(c.req, parts.db, parts.clock, parts.appUrl);
    return streamResponse(c, { hub: parts.hub, reads, recognize });
  });
  api.post(honoPath(DELIVERY_PATH), async (c) => {
    await countAnonymous(c, parts);
    return receiveTicketSourceDelivery(c);
  });
  let document: { lasting: CacheableText; etag: string } | undefined;
  // Handshakes never come here (server/upgrade-handler.ts).
  api.get(WS_PATH, async (c) => {
    await countAnonymous(c, parts);
    throw upgradeRequired();
  });
  api.get(DOCUMENT_PATH, async (c) => {
    await countAnonymous(c, parts);
    document ??= textWithTag(JSON.stringify(openApiDocument(OPERATIONS, parts.appUrl)));
    const { lasting, etag } = document;
    const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
    if (isUnmodified(c.req, etag)) return c.newResponse(null, 304, headers);
    return textResponse(c, lasting, 200, { ...headers, 'Content-Type': 'application/json' });
  });
  return root;
}

function textWithTag(text: string) {
  return { lasting: new CacheableText(text), etag: `W/"${fingerprintOf(text)}"` };
}

/** What applies to every request: its id, security and rate-limit headers, CORS, and responses for unknown paths. */
function addConventions(api: Api, parts: IdentifyParts): void {
  const allowed = allowedMethods(API_PATH, OPERATIONS, [
    ...[
      EXPORT_PATH,
      REPORT_EXPORT_PATH,
      `${REPORT_FILES_PATH}/{id}/file`,
      CALENDAR_PATH,
      STREAM_PATH,
      WS_PATH,
      DOCUMENT_PATH,
    ].map((path) => ({ method: 'GET' as const, path })),
    { method: 'POST', path: DELIVERY_PATH },
  ]);
  const origins = new AllowedOrigins(parts.db);
  const headers = Object.entries({
    ...apiHeaders(parts.appUrl.startsWith('https:')),
    'Cache-Control': 'no-store',
    Vary: 'Origin, Accept-Encoding',
  });
  api.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.header('x-request-id')));
    c.header('X-Request-Id', c.get('requestId'));
    for (const [name, value] of headers) c.header(name, value);
    await next();
    await openToOrigin(c, parts.limits, origins);
    log.debug(
      { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, request_id: c.get('requestId') },
      'api',
    );
  });
  const { limits } = parts;
  if (limits) {
    api.use(async (c, next) => {
      // Their sender is only known from the request that follows, and that one is counted.
      if (!c.env?.isCounted && !(await isWelcomePreflight(c, origins))) await countRequest(c, limits);
      await next();
    });
  }
  api.options('*', async (c) => {
    const allow = allowed(c.req.path);
    if (!allow) throw noSuchEndpoint('OPTIONS', c.req.path, API_PATH);
    // Without a counted request it is a preflight from an allowed site, which is not counted.
    if (c.get('countedRequest') || !parts.limits) await countAnonymous(c, parts);
    return isPreflight(c) ? preflightResponse(c, allow, origins) : c.newResponse(null, 204, { Allow: allow });
  });
  const reject = async (c: ApiContext): Promise<never> => {
    const { method, path } = c.req;
    await countAnonymous(c, parts);
    const allow = allowed(path);
    throw allow ? methodNotAllowed(method, path, allow) : noSuchEndpoint(method, path, API_PATH);
  };
  api.notFound((c) => reject(c).catch((error: unknown) => respondWithProblem(c, error)));
  api.onError((error, c) => respondWithProblem(c, error));
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function respondWithProblem(c: ApiContext, error: unknown): Response {
  const { status, headers, body } = problemOf(error, c.get('requestId') ?? requestIdOf(undefined));
  return textResponse(c, JSON.stringify(body), status, { ...headers, 'Content-Type': 'application/problem+json' });
}
