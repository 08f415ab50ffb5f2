import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { type Broker, MAX_BROKERS } from '#/lib/bridge/brokers/broker.ts';
import { brokerJson } from '#/lib/bridge/brokers/broker-json.ts';
import {
  brokerListResponse,
  brokerResponse,
  changeBrokerResponse,
  createBrokerInput,
  editBrokerInput,
  testBrokerResponse,
} from '#/lib/bridge/brokers/broker-schemas.ts';
import { brokerTestJson } from '#/lib/bridge/brokers/broker-test-json.ts';
import { createBroker } from '#/lib/bridge/brokers/create-broker.ts';
import { deleteBroker } from '#/lib/bridge/brokers/delete-broker.ts';
import { editBroker } from '#/lib/bridge/brokers/edit-broker.ts';
import { getBroker, listBrokers } from '#/lib/bridge/brokers/list-brokers.ts';
import { testBroker } from '#/lib/bridge/brokers/test-broker.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';

const tag = 'Brokers';
const permission = 'brokers:manage';
const params = z.strictObject({ broker: z.string().trim().min(1).max(64).describe('Id or name.') });
const NOT_FOUND = ['broker_not_found'] as const;
const VERSION = ['broker_version_mismatch'] as const;

const bodyOf = ({ broker, now }: { broker: Broker; now: Date }) => ({
  broker: brokerJson(broker),
  server_time: now.toISOString(),
});

const create = operation({
  operationId: 'createBroker',
  method: 'post',
  path: '/brokers',
  tag,
  summary: 'Connect a message broker',
  description: `Alarms publish to it (\`output_mode: "event"\` with \`broker\`), and events on its \`input_target\` become alarms: CloudEvents 1.0 both ways. Nothing is dialed yet; see \`POST /brokers/{broker}/test\`. ${MAX_BROKERS} for one workspace.`,
  permission,
  body: createBrokerInput,
  output: brokerResponse,
  status: 201,
  versioned: true,
  problems: ['broker_name_taken', 'too_many_brokers'],
  handler: async (ctx, { body }) => {
    const created = await createBroker(ctx, body);
    const { id, version } = created.broker;
    return { status: 201, version, location: `/api/v1/brokers/${id}`, body: bodyOf(created) };
  },
});

const list = operation({
  operationId: 'listBrokers',
  method: 'get',
  path: '/brokers',
  tag,
  summary: 'List message brokers',
  description: 'With what workers saw of each last.',
  permission: 'alarms:read',
  output: brokerListResponse,
  handler: async (ctx) => {
    const { brokers, now } = await listBrokers(ctx);
    return { status: 200, body: { brokers: brokers.map(brokerJson), server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getBroker',
  method: 'get',
  path: '/brokers/{broker}',
  tag,
  summary: 'Get a message broker',
  description: 'With the state of its connection. Its credentials are never shown.',
  permission: 'alarms:read',
  params,
  output: brokerResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const found = await getBroker(ctx, params.broker);
    return { status: 200, version: found.broker.version, body: bodyOf(found) };
  },
});

const edit = operation({
  operationId: 'editBroker',
  method: 'patch',
  path: '/brokers/{broker}',
  tag,
  summary: 'Change, pause, or resume a message broker',
  description:
    'Workers apply it within seconds. Alarms that are already scheduled keep their targets. `kind` can’t be changed: connect another broker.',
  permission,
  params,
  body: editBrokerInput,
  output: changeBrokerResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION, 'broker_name_taken'],
  handler: async (ctx, { params, body, ifMatch }) => {
    const change = await editBroker(ctx, { id: params.broker, ifMatch }, body);
    return { status: 200, version: change.broker.version, body: { ...bodyOf(change), changed: change.isChanged } };
  },
});

const remove = operation({
  operationId: 'deleteBroker',
  method: 'delete',
  path: '/brokers/{broker}',
  tag,
  summary: 'Disconnect a message broker',
  description:
    'This is permanent. Its open alarms become dead letters when they are due, with `end_reason` gone; abort them first if you don’t want that. Returns the broker as it was.',
  permission,
  params,
  output: brokerResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const deleted = await deleteBroker(ctx, { id: params.broker, ifMatch });
    return { status: 200, version: deleted.broker.version, body: bodyOf(deleted) };
  },
});

const test = operation({
  operationId: 'testBroker',
  method: 'post',
  path: '/brokers/{broker}/test',
  tag,
  summary: 'Publish a test event',
  description:
    'Sends an event of type `timer.test` to `output_target`, immediately and only once; without such a target, only the connection is tested. Takes no `Idempotency-Key`: a repeat sends another. A workspace can run two tests at once.',
  permission,
  params,
  body: emptyInput,
  output: testBrokerResponse,
  repeats: true,
  problems: [...NOT_FOUND, 'too_many_tests'],
  handler: async (ctx, { params }) => {
    const tested = await testBroker(ctx, params.broker);
    return { status: 200, body: { test: brokerTestJson(tested), server_time: tested.now.toISOString() } };
  },
});

export const brokerOperations = [create, list, one, edit, remove, test];
