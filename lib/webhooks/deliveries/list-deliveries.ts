import { z } from 'zod';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { listAttemptRows } from '#/lib/alarms/attempts/attempt-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';
import { authorizeEvents } from '#/lib/feed/events/event-permissions.ts';
import type { EventDelivery } from '#/lib/webhooks/deliveries/delivery.ts';
import { findDelivery, listDeliveryRows } from '#/lib/webhooks/deliveries/delivery-query.ts';
import type { ListDeliveriesQuery } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import { loadEndpoint } from '#/lib/webhooks/endpoints/list-endpoints.ts';

type Page = { deliveries: EventDelivery[]; nextCursor: string | null; nowUs: Micros };

const cursorShape = z.tuple([z.string().regex(/^\d{1,16}$/), z.uuid()]);

/**
 * A page of an endpoint's deliveries, the latest first. Finished ones are kept as long as alarms are.
 * @throws AppError 400 for a bad cursor, 403, 404
 */
export async function listDeliveries(ctx: Ctx, endpointId: string, query: ListDeliveriesQuery): Promise<Page> {
  authorize(ctx, 'endpoints:manage');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const after = cursor && { dueUs: Number(cursor[0]), id: cursor[1] };
  await loadEndpoint(ctx, endpointId);
  const now = await nowUs(ctx);
  const filter = { workspaceId: ctx.actor.workspaceId, endpointId, status: query.status };
  const rows = await listDeliveryRows(ctx.db, filter, { limit: query.limit + 1, after });
  const deliveries = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? deliveries.at(-1) : undefined;
  return { deliveries, nextCursor: last ? encodeCursor([String(last.dueUs), last.id]) : null, nowUs: now };
}

/**
 * One delivery with what is sent and every attempt, for those who may read events of its type.
 * @throws AppError 403, 404
 */
export async function getDelivery(
  ctx: Ctx,
  key: { id: string; endpointId: string },
): Promise<{ delivery: EventDelivery; attempts: Attempt[]; nowUs: Micros }> {
  authorize(ctx, 'endpoints:manage');
  await loadEndpoint(ctx, key.endpointId);
  const delivery = await loadDelivery(ctx, key);
  authorizeEvents(ctx, [delivery.eventType]);
  const attempts = await listAttemptRows(ctx.tx ?? ctx.db, { id: key.id, workspaceId: ctx.actor.workspaceId });
  return { delivery, attempts, nowUs: await nowUs(ctx) };
}

/** As `getDelivery`, for verbs that know the endpoint to be the workspace's. @throws AppError 404 */
export async function loadDelivery(ctx: Ctx, key: { id: string; endpointId: string }): Promise<EventDelivery> {
  const delivery = await findDelivery(ctx.tx ?? ctx.db, { ...key, workspaceId: ctx.actor.workspaceId });
  if (!delivery) throw notFound('delivery');
  return delivery;
}
