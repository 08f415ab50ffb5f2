import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { NO_CHANGE } from '#/lib/feed/events/event.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { createEndpoint } from '#/lib/webhooks/endpoints/create-endpoint.ts';
import type { CreateEndpointBody } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { createEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';
import { firingWorld, responding } from '#/test/engine/firing.ts';

export type DeliveryRow = {
  id: string;
  endpoint_id: string;
  status: string;
  event_id: string;
  event_type: string;
  attempts: number;
};

/** A real database, people, their endpoints, and engines whose receivers respond as the test defines. */
export async function endpointWorld(options: Parameters<typeof firingWorld>[0] = {}) {
  const scene = await firingWorld(options);
  const { world, query } = scene;

  const subscribe = async (ctx: Ctx, input: Partial<CreateEndpointBody> = {}) => {
    const body = { url: 'https://receiver.test/hook', event_types: ['*'], ...input };
    const { endpoint, secret } = await createEndpoint(ctx, createEndpointInput.parse(body));
    return { ...endpoint, secret: secret.secret };
  };

  /** Records an event of the type, in a separate transaction. */
  const publish = (ctx: Ctx, type: EventType, data: Record<string, unknown> = { note: 'x' }) =>
    transaction(ctx, (inner) =>
      recordEvent(inner, { type, subjectId: newId(), userId: null, data: { ...NO_CHANGE, ...data } }),
    );

  /** Past and pending deliveries to an endpoint, by the event's id. */
  const deliveriesOf = (endpointId: string) =>
    query<DeliveryRow>(
      `select id, endpoint_id, status, settings -> 'event' ->> 'id' as event_id, name as event_type, attempts
       from (select id, endpoint_id, status, settings, name, attempts from alarms
             union all select id, endpoint_id, status, settings, name, attempts from alarm_history) as both_sides
       where endpoint_id = $1 order by (settings -> 'event' ->> 'id')::bigint, id`,
      [endpointId],
    );

  const truncate = () => query('truncate alarms, alarm_history, alarm_attempts');

  /** Lets an engine send this many due alarms, by the world's clock. */
  const fire = async (
    count: number,
    response?: (request: WebhookRequest) => WebhookResult,
  ): Promise<WebhookRequest[]> => {
    scene.time.us = (await world.clock.now()).getTime() * MS_US;
    const engine = scene.engine(response ?? (() => responding(200)), { signsAsWorker: true });
    await engine.firing.runOnce();
    await engine.settle(count);
    await engine.firing.stop(1_000);
    return engine.sent;
  };

  return { ...scene, subscribe, publish, deliveriesOf, truncate, fire };
}

/** Verifies a webhook with the official library, and returns its result. */
export function verified(request: WebhookRequest, secret: string): { type: string; timestamp: string; data: unknown } {
  const now = Number(request.headers['webhook-timestamp']) * 1_000;
  return withTime(now, () => new Webhook(secret).verify(request.body ?? '', request.headers)) as ReturnType<
    typeof verified
  >;
}

/** The library reads the system clock; tests have their own. */
function withTime<T>(ms: number, work: () => T): T {
  const { now } = Date;
  Date.now = () => ms;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

/** Fails when the library would accept it. */
export function expectForged(request: WebhookRequest, secret: string): void {
  expect(() => verified(request, secret)).toThrow('No matching signature');
}
