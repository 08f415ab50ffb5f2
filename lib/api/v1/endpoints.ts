import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { deliveryOperations } from '#/lib/api/v1/deliveries.ts';
import { testAnyEndpoint } from '#/lib/bridge/brokers/test-any-endpoint.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { createEndpoint } from '#/lib/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '#/lib/webhooks/endpoints/delete-endpoint.ts';
import { editEndpoint } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import { endpointJson, endpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-json.ts';
import {
  createEndpointInput,
  createEndpointResponse,
  deleteEndpointResponse,
  editEndpointInput,
  editEndpointResponse,
  endpointListResponse,
  endpointResponse,
  eventTypesResponse,
  testEndpointResponse,
} from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { listEndpointSecrets, rotateEndpointSecret } from '#/lib/webhooks/endpoints/endpoint-secret.ts';
import { EVENT_CATALOG } from '#/lib/webhooks/endpoints/event-catalog.ts';
import { getEndpoint, listEndpoints } from '#/lib/webhooks/endpoints/list-endpoints.ts';
import { fullSecretJson, secretJson } from '#/lib/webhooks/secrets/webhook-secret-json.ts';
import {
  endpointSecretsResponse,
  rotateSecretInput,
  rotateSecretResponse,
} from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

const tag = 'Endpoints';
const permission = 'endpoints:manage';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['endpoint_not_found'] as const;
const VERSION = ['endpoint_version_mismatch'] as const;

const create = operation({
  operationId: 'createEndpoint',
  method: 'post',
  path: '/endpoints',
  tag,
  summary: 'Subscribe a URL or a message broker to events',
  description:
    'From now on each event of these types is sent to the URL within milliseconds of its commit, signed as Standard Webhooks asks with a secret of its own, and again on failure for three days. Each type needs the scope that reads what is in it, or `events:read_all` (`GET /endpoints/event-types` names them); `*` needs `events:read_all`. The secret is in this response and under `GET /endpoints/{id}/secret`. With `enabled: false` it gets nothing until it is enabled. A workspace has 50 endpoints at most.',
  permission,
  body: createEndpointInput,
  output: createEndpointResponse,
  status: 201,
  versioned: true,
  problems: ['too_many_endpoints'],
  handler: async (ctx, { body }) => {
    const { endpoint: made, secret, now } = await createEndpoint(ctx, body);
    return {
      status: 201,
      version: made.version,
      location: `/api/v1/endpoints/${made.id}`,
      body: { endpoint: endpointJson(made), secret: secret.secret, server_time: now.toISOString() },
    };
  },
});

const list = operation({
  operationId: 'listEndpoints',
  method: 'get',
  path: '/endpoints',
  tag,
  summary: 'List endpoints, with their health',
  description:
    'All of the workspace, oldest first, with what became of the deliveries of the last 24 hours, the latest 1,000 of each.',
  permission,
  output: endpointListResponse,
  handler: async (ctx) => {
    const { endpoints, now } = await listEndpoints(ctx);
    const shown = endpoints.map(({ endpoint: one, health }) => endpointWithHealthJson(one, health));
    return { status: 200, body: { endpoints: shown, server_time: now.toISOString() } };
  },
});

const eventTypes = operation({
  operationId: 'listEventTypes',
  method: 'get',
  path: '/endpoints/event-types',
  tag,
  summary: 'List event types',
  description: 'Each type with a sentence and an example of what is sent. Examples leave out some fields.',
  permission,
  output: eventTypesResponse,
  handler: async (ctx) => {
    const now = await ctx.clock.now(ctx.tx ?? ctx.db);
    return { status: 200, body: { event_types: [...EVENT_CATALOG], server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getEndpoint',
  method: 'get',
  path: '/endpoints/{id}',
  tag,
  summary: 'Get an endpoint',
  description: 'With what became of its deliveries of the last 24 hours, the latest 1,000 of them.',
  permission,
  params,
  output: endpointResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const { endpoint: found, health, now } = await getEndpoint(ctx, params.id);
    const body = { endpoint: endpointWithHealthJson(found, health), server_time: now.toISOString() };
    return { status: 200, version: found.version, body };
  },
});

const edit = operation({
  operationId: 'editEndpoint',
  method: 'patch',
  path: '/endpoints/{id}',
  tag,
  summary: 'Change, enable, or disable an endpoint',
  description:
    'A new URL, or more types, need the scopes of `POST /endpoints` for all types it will have. While it is disabled, events are not queued for it, and open deliveries are aborted within a minute or two; those still open when it is enabled again are sent. Enabling doesn’t resend anything: use `POST /endpoints/{id}/resend-failed` for failed deliveries. Events in the meantime were never queued.',
  permission,
  params,
  body: editEndpointInput,
  output: editEndpointResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, body: change, ifMatch }) => {
    const { endpoint: after, isChanged, aborted, now } = await editEndpoint(ctx, { id: params.id, ifMatch }, change);
    const body = { endpoint: endpointJson(after), changed: isChanged, aborted_count: aborted };
    return { status: 200, version: after.version, body: { ...body, server_time: now.toISOString() } };
  },
});

const remove = operation({
  operationId: 'deleteEndpoint',
  method: 'delete',
  path: '/endpoints/{id}',
  tag,
  summary: 'Delete an endpoint',
  description: 'Permanently, with its secrets and its log. Open deliveries are aborted.',
  permission,
  params,
  output: deleteEndpointResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const { endpoint: gone, aborted, now } = await deleteEndpoint(ctx, { id: params.id, ifMatch });
    return {
      status: 200,
      version: gone.version,
      body: { endpoint: endpointJson(gone), aborted_count: aborted, server_time: now.toISOString() },
    };
  },
});

const test = operation({
  operationId: 'testEndpoint',
  method: 'post',
  path: '/endpoints/{id}/test',
  tag,
  summary: 'Send a test event to an endpoint',
  description:
    'Sends an event of type `ping`, immediately and only once, signed like all others. It isn’t kept in the log. Takes no `Idempotency-Key`: a repeat sends another. A workspace can run two tests at once.',
  permission,
  params,
  body: emptyInput,
  output: testEndpointResponse,
  repeats: true,
  problems: [...NOT_FOUND, 'too_many_tests'],
  handler: async (ctx, { params }) => {
    const { test: tested, now } = await testAnyEndpoint(ctx, params.id);
    return { status: 200, body: { test: tested, server_time: now.toISOString() } };
  },
});

const secret = operation({
  operationId: 'getEndpointSecret',
  method: 'get',
  path: '/endpoints/{id}/secret',
  tag,
  summary: 'Get the secret of an endpoint',
  description:
    'The current one in full. Those from before a rotation, still valid until they expire, are listed without their text.',
  permission,
  params,
  output: endpointSecretsResponse,
  single: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const { secrets, now } = await listEndpointSecrets(ctx, params.id);
    const [current, ...before] = secrets;
    const reported = { webhook_secret: fullSecretJson(current), previous: before.map(secretJson) };
    return { status: 200, body: { ...reported, server_time: now.toISOString() } };
  },
});

const rotate = operation({
  operationId: 'rotateEndpointSecret',
  method: 'post',
  path: '/endpoints/{id}/rotate-secret',
  tag,
  summary: 'Rotate the secret of an endpoint',
  description:
    'During the overlap, each webhook has a signature by each valid secret. `"overlap": "0s"` ends all others at once, for a secret that has leaked. Workers use the new one within ten seconds.',
  permission,
  params,
  body: rotateSecretInput,
  output: rotateSecretResponse,
  problems: [...NOT_FOUND, 'too_many_webhook_secrets'],
  handler: async (ctx, { params, body }) => {
    const { secret: next, previous, now } = await rotateEndpointSecret(ctx, params.id, body.overlap);
    const reported = { webhook_secret: fullSecretJson(next), previous: secretJson(previous) };
    return { status: 200, body: { ...reported, server_time: now.toISOString() } };
  },
});

export const endpointOperations = [
  create,
  list,
  eventTypes,
  one,
  edit,
  remove,
  test,
  secret,
  rotate,
  ...deliveryOperations,
];
