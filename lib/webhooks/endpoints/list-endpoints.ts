import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Endpoint, EndpointHealth } from '#/lib/webhooks/endpoints/endpoint.ts';
import { readHealth } from '#/lib/webhooks/endpoints/endpoint-health-query.ts';
import { findEndpoint, listEndpointRows } from '#/lib/webhooks/endpoints/endpoint-store.ts';

export type EndpointNow = { endpoint: Endpoint; health: EndpointHealth };

/** The workspace's endpoints, oldest first, and how each did in the last 24 hours. @throws AppError 403 */
export async function listEndpoints(ctx: Ctx): Promise<{ endpoints: EndpointNow[]; now: Date }> {
  authorize(ctx, 'endpoints:manage');
  const endpoints = await listEndpointRows(ctx.tx ?? ctx.db, ctx.actor.workspaceId);
  return withHealth(ctx, endpoints);
}

/** One endpoint of the workspace. @throws AppError 403, 404 */
export async function getEndpoint(ctx: Ctx, id: string): Promise<EndpointNow & { now: Date }> {
  authorize(ctx, 'endpoints:manage');
  const { endpoints, now } = await withHealth(ctx, [await loadEndpoint(ctx, id)]);
  return { ...(endpoints[0] as EndpointNow), now };
}

/** As `getEndpoint`, without reading its deliveries. @throws AppError 404 */
export async function loadEndpoint(ctx: Ctx, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(ctx.tx ?? ctx.db, { id, workspaceId: ctx.actor.workspaceId });
  if (!endpoint) throw notFound('endpoint');
  return endpoint;
}

const NOTHING: EndpointHealth = { delivered: 0, failed: 0, retrying: 0 };

async function withHealth(ctx: Ctx, endpoints: Endpoint[]): Promise<{ endpoints: EndpointNow[]; now: Date }> {
  const now = await ctx.clock.now(ctx.tx ?? ctx.db);
  if (endpoints.length === 0) return { endpoints: [], now };
  const since = new Date(now.getTime() - DAY_MS);
  const endpointIds = endpoints.map(({ id }) => id);
  const health = await readHealth(ctx.tx ?? ctx.db, { workspaceId: ctx.actor.workspaceId, endpointIds }, since);
  return { endpoints: endpoints.map((endpoint) => ({ endpoint, health: health.get(endpoint.id) ?? NOTHING })), now };
}
