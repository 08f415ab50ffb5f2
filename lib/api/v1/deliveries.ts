import { z } from 'zod';
import { serverTime } from '#/lib/alarms/alarms/alarm-json.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { deliveryDetailJson, deliveryJson } from '#/lib/webhooks/deliveries/delivery-json.ts';
import {
  deliveryListResponse,
  deliveryResponse,
  listDeliveriesQuery,
  resendDeliveryResponse,
  resendFailedInput,
  resendFailedResponse,
} from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import { getDelivery, listDeliveries } from '#/lib/webhooks/deliveries/list-deliveries.ts';
import { resendDelivery } from '#/lib/webhooks/deliveries/resend-delivery.ts';
import { resendFailedDeliveries } from '#/lib/webhooks/deliveries/resend-failed.ts';

const tag = 'Endpoints';
const permission = 'endpoints:manage';
const ofEndpoint = z.strictObject({ id: z.uuid() });
const ofDelivery = z.strictObject({ id: z.uuid(), delivery_id: z.uuid() });

const list = operation({
  operationId: 'listDeliveries',
  method: 'get',
  path: '/endpoints/{id}/deliveries',
  tag,
  summary: 'List deliveries to an endpoint',
  description: 'Without payloads and attempts. Finished ones are kept for 30 days.',
  permission,
  params: ofEndpoint,
  query: listDeliveriesQuery,
  output: deliveryListResponse,
  narrower: 'Ask for fewer with limit.',
  problems: ['cursor_invalid', 'endpoint_not_found'],
  handler: async (ctx, { params, query }) => {
    const { deliveries, nextCursor, nowUs } = await listDeliveries(ctx, params.id, query);
    const body = { deliveries: deliveries.map(deliveryJson), next_cursor: nextCursor, server_time: serverTime(nowUs) };
    return { status: 200, body };
  },
});

const one = operation({
  operationId: 'getDelivery',
  method: 'get',
  path: '/endpoints/{id}/deliveries/{delivery_id}',
  tag,
  summary: 'Get a delivery, with its payload and attempts',
  description:
    'Also needs the `required_scope` of the event’s type (`GET /endpoints/event-types`), or `events:read_all`.',
  permission,
  params: ofDelivery,
  output: deliveryResponse,
  problems: ['endpoint_not_found', 'delivery_not_found'],
  handler: async (ctx, { params }) => {
    const { delivery, attempts, nowUs } = await getDelivery(ctx, { id: params.delivery_id, endpointId: params.id });
    return { status: 200, body: { delivery: deliveryDetailJson(delivery, attempts), server_time: serverTime(nowUs) } };
  },
});

const resend = operation({
  operationId: 'resendDelivery',
  method: 'post',
  path: '/endpoints/{id}/deliveries/{delivery_id}/resend',
  tag,
  summary: 'Resend a delivery',
  description:
    'A finished one is sent as a new delivery with the same `webhook-id` and data, to the current URL of the endpoint; one that is waiting for a retry is attempted at once.',
  permission,
  params: ofDelivery,
  body: emptyInput,
  output: resendDeliveryResponse,
  problems: ['endpoint_not_found', 'delivery_not_found', 'endpoint_disabled', 'delivery_in_flight'],
  handler: async (ctx, { params }) => {
    const { delivery, nowUs } = await resendDelivery(ctx, { id: params.delivery_id, endpointId: params.id });
    const body = { delivery: deliveryJson(delivery), resend_of: params.delivery_id, server_time: serverTime(nowUs) };
    return { status: 200, body };
  },
});

const resendFailed = operation({
  operationId: 'resendFailedDeliveries',
  method: 'post',
  path: '/endpoints/{id}/resend-failed',
  tag,
  summary: 'Resend failed deliveries since an instant',
  description:
    'With `dry_run` it only counts. Those that a resend has delivered meanwhile, or is delivering, are left out. `webhook-id` stays, so receivers can recognize repeats.',
  permission,
  params: ofEndpoint,
  body: resendFailedInput,
  output: resendFailedResponse,
  reads: ({ body }) => (body.dry_run ? 'search' : null),
  narrower: 'Choose a later since.',
  problems: ['endpoint_not_found', 'endpoint_disabled'],
  handler: async (ctx, { params, body }) => {
    const { count, isAll, nowUs } = await resendFailedDeliveries(ctx, params.id, body);
    return { status: 200, body: { count, more: !isAll, dry_run: body.dry_run, server_time: serverTime(nowUs) } };
  },
});

export const deliveryOperations = [list, one, resend, resendFailed];
