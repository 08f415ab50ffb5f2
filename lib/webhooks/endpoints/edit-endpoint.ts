import { isDeepStrictEqual } from 'node:util';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, requireVersion } from '#/lib/core/if-match.ts';
import { authorizeEvents } from '#/lib/feed/events/event-permissions.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { countOpen } from '#/lib/webhooks/deliveries/abort-deliveries-query.ts';
import { type DisabledReason, type Endpoint, MAX_COUNTED } from '#/lib/webhooks/endpoints/endpoint.ts';
import { endpointVersionMismatch } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import { endpointJson } from '#/lib/webhooks/endpoints/endpoint-json.ts';
import type { EditEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { lockEndpoint, saveEndpoint } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { endpointUrlOf } from '#/lib/webhooks/endpoints/endpoint-url.ts';

/** `aborted`: open deliveries that are aborted because it was disabled; 10,000 means that many or more. */
export type EndpointChange = { endpoint: Endpoint; isChanged: boolean; aborted: number; now: Date };
export type EndpointTarget = { id: string; ifMatch: IfMatch };

/**
 * Changes an endpoint, enables or disables it. Enabling resends nothing: events from while it was disabled were not
 * queued. Changing its URL or types takes the permission to read what will be sent there.
 * @throws AppError 400 for a URL that may not be called, 403, 404; 412 `endpoint_version_mismatch`
 */
export async function editEndpoint(
  ctx: Ctx,
  { id, ifMatch }: EndpointTarget,
  input: EditEndpointInput,
): Promise<EndpointChange> {
  authorize(ctx, 'endpoints:manage');
  return transaction(ctx, async (inner) => {
    const found = await lockEndpoint(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    const before = requireVersion(found, { noun: 'endpoint', ifMatch, mismatch: endpointVersionMismatch });
    const wanted = withFields(before, input, await endpointUrlOf(inner, input, before.url));
    if (sendsElse(before, wanted)) authorizeEvents(inner, wanted.eventTypes);
    const now = await inner.clock.now(inner.tx);
    const edited = await changeTo(inner, before, wanted, { type: 'endpoint.edited', now });
    if (input.enabled === undefined || input.enabled === (edited.disabledAt === null)) {
      return { endpoint: edited, isChanged: edited !== before, aborted: 0, now };
    }
    const turned = input.enabled
      ? await enable(inner, edited, now)
      : await disableEndpoint(inner, edited, 'manual', now);
    return { ...turned, isChanged: true, now };
  });
}

function withFields(before: Endpoint, input: EditEndpointInput, url: string | null): Endpoint {
  return {
    ...before,
    url: url ?? before.url,
    description: input.description === undefined ? before.description : input.description,
    eventTypes: input.event_types ?? before.eventTypes,
    format: input.format ?? before.format,
  };
}

/** Whether events go to another URL, or other types to the same one. */
function sendsElse(before: Endpoint, after: Endpoint): boolean {
  return before.url !== after.url || after.eventTypes.some((type) => !before.eventTypes.includes(type));
}

async function enable(ctx: TxCtx, before: Endpoint, now: Date) {
  const after = { ...before, disabledAt: null, disabledReason: null, failingSince: null };
  return { endpoint: await changeTo(ctx, before, after, { type: 'endpoint.enabled', now }), aborted: 0 };
}

/** Disables an endpoint that the caller has locked. `abortAbandoned` aborts its open deliveries soon after. */
export async function disableEndpoint(ctx: TxCtx, before: Endpoint, reason: DisabledReason, now: Date) {
  const after = { ...before, disabledAt: now, disabledReason: reason };
  const endpoint = await changeTo(ctx, before, after, { type: 'endpoint.disabled', now, reason });
  return { endpoint, aborted: await countOpen(ctx.tx, before, MAX_COUNTED) };
}

type Change = { type: EventType; now: Date; reason?: DisabledReason };

/** Writes the changes as the next version and records the event; returns the same object when nothing changed. */
async function changeTo(
  ctx: TxCtx,
  before: Endpoint,
  after: Endpoint,
  { type, now, reason }: Change,
): Promise<Endpoint> {
  if (isDeepStrictEqual(before, after)) return before;
  const saved = await saveEndpoint(ctx.tx, { ...after, updatedAt: now });
  const endpoint = endpointJson(saved);
  const data = { endpoint, before: endpointJson(before), after: endpoint, ...(reason && { reason }) };
  await recordEvent(ctx, { type, subjectId: saved.id, userId: null, data }, now);
  return saved;
}
