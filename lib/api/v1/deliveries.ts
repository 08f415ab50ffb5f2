import { z } from 'zod';
import { deliveryDetailJson, deliveryJson } from '#/lib/alarms/endpoints/deliveries/delivery-json.ts';
import {
  deliveryAnswer,
  deliveryListAnswer,
  listDeliveriesQuery,
  replayAnswer,
  replayFailedAnswer,
  replayFailedInput,
} from '#/lib/alarms/endpoints/deliveries/delivery-schemas.ts';
import { getDelivery, listDeliveries } from '#/lib/alarms/endpoints/deliveries/list-deliveries.ts';
import { replayDelivery } from '#/lib/alarms/endpoints/deliveries/replay-delivery.ts';
import { replayFailed } from '#/lib/alarms/endpoints/deliveries/replay-failed.ts';
import { endpoint } from '#/lib/api/endpoint.ts';
import { serverTime } from '#/lib/api/v1/alarms.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';

const tag = 'Endpoints';
const permission = 'endpoints:manage';
const ofEndpoint = z.strictObject({ id: z.uuid() });
const ofDelivery = z.strictObject({ id: z.uuid(), delivery_id: z.uuid() });

const list = endpoint({
  operationId: 'listDeliveries',
  method: 'get',
  path: '/endpoints/{id}/deliveries',
  tag,
  summary: 'What was sent to an endpoint, the latest first',
  description: 'Without payloads and tries. Finished ones are kept for 30 days.',
  permission,
  params: ofEndpoint,
  query: listDeliveriesQuery,
  output: deliveryListAnswer,
  // Those of one state may be few among many.
  reads: ({ query }) => (query.status === undefined ? 'read' : 'search'),
  narrower: 'Leave out status, or ask for fewer with limit.',
  problems: { 400: ['cursor_invalid'], 404: ['endpoint_not_found'] },
  handler: async (ctx, { params, query }) => {
    const { deliveries, nextCursor, nowUs } = await listDeliveries(ctx, params.id, query);
    const body = { deliveries: deliveries.map(deliveryJson), next_cursor: nextCursor, server_time: serverTime(nowUs) };
    return { status: 200, body };
  },
});

const one = endpoint({
  operationId: 'getDelivery',
  method: 'get',
  path: '/endpoints/{id}/deliveries/{delivery_id}',
  tag,
  summary: 'One delivery, with its payload and every try',
  description:
    'Needs the `required_scope` of the event’s type besides (`GET /endpoints/event-types`), or `events:read_all`.',
  permission,
  params: ofDelivery,
  output: deliveryAnswer,
  problems: { 404: ['endpoint_not_found', 'delivery_not_found'] },
  handler: async (ctx, { params }) => {
    const { delivery, attempts, nowUs } = await getDelivery(ctx, { id: params.delivery_id, endpointId: params.id });
    return { status: 200, body: { ...deliveryDetailJson(delivery, attempts), server_time: serverTime(nowUs) } };
  },
});

const replay = endpoint({
  operationId: 'replayDelivery',
  method: 'post',
  path: '/endpoints/{id}/deliveries/{delivery_id}/replay',
  tag,
  summary: 'Send one delivery once more',
  description:
    'A finished one is sent as a new delivery with the same `webhook-id` and data, to where the endpoint is now; one that waits for a retry is tried at once.',
  permission,
  params: ofDelivery,
  body: emptyInput,
  output: replayAnswer,
  problems: { 404: ['endpoint_not_found', 'delivery_not_found'], 409: ['endpoint_disabled', 'delivery_under_way'] },
  handler: async (ctx, { params }) => {
    const { delivery, nowUs } = await replayDelivery(ctx, { id: params.delivery_id, endpointId: params.id });
    const body = { ...deliveryJson(delivery), replay_of: params.delivery_id, server_time: serverTime(nowUs) };
    return { status: 200, body };
  },
});

const replayMany = endpoint({
  operationId: 'replayFailedDeliveries',
  method: 'post',
  path: '/endpoints/{id}/replay',
  tag,
  summary: 'Send once more what was given up since an instant',
  description:
    'With `dry_run` it only counts. What has arrived by a replay meanwhile, or is on its way, is left out. `webhook-id` stays, so receivers can tell repeats.',
  permission,
  params: ofEndpoint,
  body: replayFailedInput,
  output: replayFailedAnswer,
  problems: { 404: ['endpoint_not_found'], 409: ['endpoint_disabled'] },
  handler: async (ctx, { params, body }) => {
    const { count, isAll, nowUs } = await replayFailed(ctx, params.id, body);
    return { status: 200, body: { count, more: !isAll, dry_run: body.dry_run, server_time: serverTime(nowUs) } };
  },
});

export const deliveryEndpoints = [list, one, replay, replayMany];
