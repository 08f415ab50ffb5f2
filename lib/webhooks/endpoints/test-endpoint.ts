import type { DueAlarm } from '#/lib/alarms/alarms/alarm.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import type { Endpoint } from '#/lib/webhooks/endpoints/endpoint.ts';
import { listEndpointSecrets } from '#/lib/webhooks/endpoints/endpoint-secret.ts';
import { loadEndpoint } from '#/lib/webhooks/endpoints/list-endpoints.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';
import { webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

/** A person waits for the result, so less time than a delivery gets. */
const MAX_MS = 8 * SECOND_MS;
/**
 * A test of a receiver that hangs takes the whole timeout: so few run per workspace and in total, and none is queued.
 */
const AT_ONCE = 8;
const TEST_QUEUE = new FairQueue({ atOnce: AT_ONCE, perTenant: 2, mostWaiting: 0 });

export type EndpointTest = { webhookId: string; result: WebhookResult; now: Date };

/**
 * Sends an event of type `ping` to an endpoint once, immediately, signed as its events are, and returns the outcome.
 * Works on a disabled one too, to see whether it has recovered.
 * @throws AppError 403, 404; 429 `too_many_tests`
 */
export async function testEndpoint(ctx: Ctx, id: string): Promise<EndpointTest> {
  authorize(ctx, 'endpoints:manage');
  const endpoint = await loadEndpoint(ctx, id);
  const { secrets, now } = await listEndpointSecrets(ctx, id);
  const ping = pingOf(endpoint, now);
  const signing = { secrets: secrets.map(({ secret }) => secret), source: readLinkSettings().APP_URL };
  const request = webhookRequest(ping, { url: endpoint.url, headers: {}, firedUs: ping.dueUs }, signing);
  const result = await TEST_QUEUE.run(ctx.actor.workspaceId, () => sender().send(request), tooMany);
  return { webhookId: ping.id, result, now };
}

function tooMany(): AppError {
  return new AppError('too_many_tests', {
    detail: 'Other tests are in progress. Try again when they have finished.',
    headers: { 'Retry-After': String(MAX_MS / SECOND_MS) },
  });
}

function pingOf({ id, workspaceId, format }: Endpoint, now: Date): DueAlarm {
  const pingId = newId();
  const nowUs = now.getTime() * MS_US;
  return {
    id: pingId,
    workspaceId,
    name: 'ping',
    externalId: null,
    payload: JSON.stringify({ endpoint_id: id, workspace_id: workspaceId, subject_id: id }),
    settings: { format, event: { id: pingId, type: 'ping', at: now.toISOString() } },
    attempt: 1,
    dueUs: nowUs,
    createdUs: nowUs,
  };
}

let shared: WebhookSender | undefined;

/** Shared by this process. It closes idle connections by itself. */
function sender(): WebhookSender {
  shared ??= new WebhookSender({
    allowed: alarmSettings().allowed,
    timeoutMs: MAX_MS,
    connectionsPerOrigin: AT_ONCE,
  });
  return shared;
}
