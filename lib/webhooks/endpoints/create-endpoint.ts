import { attemptsOf } from '#/lib/alarms/alarms/alarm.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { authorizeEvents } from '#/lib/feed/events/event-permissions.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';
import { type Endpoint, MAX_ENDPOINTS } from '#/lib/webhooks/endpoints/endpoint.ts';
import { invalidField } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import { endpointJson } from '#/lib/webhooks/endpoints/endpoint-json.ts';
import type { CreateEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { countEndpoints, insertEndpoint, lockEndpoints } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { endpointUrlOf } from '#/lib/webhooks/endpoints/endpoint-url.ts';
import { newSecret } from '#/lib/webhooks/secrets/ensure-secret.ts';
import type { WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { insertSecret } from '#/lib/webhooks/secrets/webhook-secret-store.ts';

/**
 * Subscribes a URL or a message broker to events of the workspace that the caller may read, from now on or from when it is
 * enabled, with a secret of its own.
 * @throws AppError 400 for a URL that may not be called, 403; 409 `too_many_endpoints`
 */
export async function createEndpoint(
  ctx: Ctx,
  input: CreateEndpointInput,
): Promise<{ endpoint: Endpoint; secret: WebhookSecret; now: Date }> {
  authorize(ctx, 'endpoints:manage');
  authorizeEvents(ctx, input.event_types);
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockEndpoints(inner.tx, workspaceId);
    if ((await countEndpoints(inner.tx, workspaceId)) >= MAX_ENDPOINTS) throw tooMany();
    const now = await inner.clock.now(inner.tx);
    const url = await endpointUrlOf(inner, input);
    if (url === null) throw invalidField('/url', 'Enter a URL, or name a broker.');
    const endpoint = newEndpoint(inner, { ...input, url }, now);
    const secret = newSecret({ workspaceId, endpointId: endpoint.id }, now);
    await insertEndpoint(inner.tx, endpoint);
    await insertSecret(inner.tx, secret);
    const { id } = endpoint;
    await recordChange(inner, { type: 'endpoint.created', id, before: null, after: endpointJson(endpoint) }, now);
    return { endpoint, secret, now };
  });
}

function newEndpoint({ actor }: TxCtx, input: CreateEndpointInput & { url: string }, now: Date): Endpoint {
  return {
    id: newId(),
    workspaceId: actor.workspaceId,
    createdBy: actor.credential.kind === 'api_key' ? actor.credential.apiKeyId : actor.userId,
    url: input.url,
    description: input.description ?? null,
    eventTypes: input.event_types,
    format: input.format,
    maxAttempts: attemptsOf(alarmSettings().retry),
    disabledAt: input.enabled ? null : now,
    disabledReason: input.enabled ? null : 'manual',
    failingSince: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

function tooMany(): AppError {
  return new AppError('too_many_endpoints', {
    detail: `A workspace has ${MAX_ENDPOINTS} endpoints at most. Delete one you no longer need, or subscribe one to more events.`,
  });
}
