import { z } from 'zod';
import { createReceiver } from '#/lib/alarms/receivers/create-receiver.ts';
import { deleteReceiver } from '#/lib/alarms/receivers/delete-receiver.ts';
import { editReceiver } from '#/lib/alarms/receivers/edit-receiver.ts';
import { getReceiver, getReceiverCounts, listReceivers } from '#/lib/alarms/receivers/list-receivers.ts';
import { MAX_RECEIVERS, type Receiver } from '#/lib/alarms/receivers/receiver.ts';
import { receiverJson } from '#/lib/alarms/receivers/receiver-json.ts';
import {
  changeReceiverResponse,
  createReceiverInput,
  editReceiverInput,
  receiverListResponse,
  receiverResponse,
} from '#/lib/alarms/receivers/receiver-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';

const tag = 'Receivers';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['receiver_not_found'] as const;
const VERSION = ['receiver_version_mismatch'] as const;

async function bodyOf(ctx: Ctx, { receiver, now }: { receiver: Receiver; now: Date }) {
  const counts = await getReceiverCounts(ctx, receiver.id);
  return { receiver: receiverJson(receiver, counts), server_time: now.toISOString() };
}

const create = operation({
  operationId: 'createReceiver',
  method: 'post',
  path: '/receivers',
  tag,
  summary: 'Pause or limit delivery',
  description: `To an \`origin\`, to an endpoint (\`endpoint_id\`), or with neither for the whole workspace, which can only be paused. Alarms that come due in the meantime wait without an attempt. A receiver can be created without limits, to be paused later. At most ${MAX_RECEIVERS} per workspace.`,
  permission: 'alarms:write',
  body: createReceiverInput,
  output: receiverResponse,
  status: 201,
  versioned: true,
  problems: ['endpoint_not_found', 'receiver_exists', 'too_many_receivers'],
  handler: async (ctx, { body }) => {
    const created = await createReceiver(ctx, body);
    const { id, version } = created.receiver;
    return { status: 201, version, location: `/api/v1/receivers/${id}`, body: await bodyOf(ctx, created) };
  },
});

const list = operation({
  operationId: 'listReceivers',
  method: 'get',
  path: '/receivers',
  tag,
  summary: 'List receivers that are paused or limited',
  description:
    'With how many alarms each holds back. Receivers that were never created here are sent to without limits.',
  permission: 'alarms:read',
  output: receiverListResponse,
  handler: async (ctx) => {
    const { receivers, now } = await listReceivers(ctx);
    const shown = receivers.map(({ receiver, counts }) => receiverJson(receiver, counts));
    return { status: 200, body: { receivers: shown, server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getReceiver',
  method: 'get',
  path: '/receivers/{id}',
  tag,
  summary: 'Get a receiver',
  description: 'With its limits, and how many alarms wait for it, counted up to 1,000.',
  permission: 'alarms:read',
  params,
  output: receiverResponse,
  versioned: true,
  passing: ['waiting_count', 'in_flight_count'],
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const found = await getReceiver(ctx, params.id);
    return { status: 200, version: found.receiver.version, body: await bodyOf(ctx, found) };
  },
});

const edit = operation({
  operationId: 'editReceiver',
  method: 'patch',
  path: '/receivers/{id}',
  tag,
  summary: 'Pause, resume, or limit delivery to a receiver',
  description:
    'Workers apply it at once, within a second at most. Attempts in flight are finished. After resuming, waiting alarms are sent behind newly due ones, as fast as the limits allow; alarms whose deadline has passed end by their `misfire`.',
  permission: 'alarms:write',
  params,
  body: editReceiverInput,
  output: changeReceiverResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) => {
    const change = await editReceiver(ctx, { id: params.id, ifMatch }, body);
    const changed = { ...(await bodyOf(ctx, change)), changed: change.isChanged };
    return { status: 200, version: change.receiver.version, body: changed };
  },
});

const remove = operation({
  operationId: 'deleteReceiver',
  method: 'delete',
  path: '/receivers/{id}',
  tag,
  summary: 'Remove all limits from a receiver',
  description: 'Waiting alarms are sent, as after resuming. Returns the receiver as it was.',
  permission: 'alarms:write',
  params,
  output: receiverResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const deleted = await deleteReceiver(ctx, { id: params.id, ifMatch });
    return { status: 200, version: deleted.receiver.version, body: await bodyOf(ctx, deleted) };
  },
});

export const receiverOperations = [create, list, one, edit, remove];
