import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import type { BrokerConnection, OutgoingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { tooManyBrokerTests } from '#/lib/bridge/brokers/broker-errors.ts';
import { findBroker } from '#/lib/bridge/brokers/broker-store.ts';
import { getBroker } from '#/lib/bridge/brokers/list-brokers.ts';
import { recordBrokerState } from '#/lib/bridge/brokers/record-broker-state-query.ts';
import { openBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import {
  BROKER_GONE,
  deliverToBroker,
  failedResult,
  URL_UNREADABLE,
} from '#/lib/bridge/publishing/deliver-to-broker.ts';
import { firedEvent, testEvent } from '#/lib/bridge/publishing/fired-event.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { loadEndpoint } from '#/lib/webhooks/endpoints/list-endpoints.ts';
import type { BrokerResult } from '#/lib/webhooks/sending/attempt-result.ts';

/** A person waits for the result, so less time than a delivery gets. */
const MAX_MS = 8 * SECOND_MS;
/** A test of a broker that hangs takes the whole timeout: so few run per workspace and in total, and none is queued. */
const TESTS = new FairQueue({ atOnce: 8, perTenant: 2, mostWaiting: 0 });

/** `eventId` and `target` are null where only the connection was tested. */
export type BrokerTest = { eventId: string | null; target: string | null; result: BrokerResult; now: Date };

/**
 * Publishes a `timer.test` event to a broker's output target, once, immediately, and returns the outcome. Without such
 * a target it only connects. Works on a paused one too. @throws AppError 403, 404; 429 `too_many_tests`
 */
export async function testBroker(ctx: Ctx, id: string): Promise<BrokerTest> {
  authorize(ctx, 'brokers:manage');
  const { broker, now } = await getBroker(ctx, id);
  const message = messageOf(broker, now);
  const result = await publishOnce(ctx, broker, message);
  return { eventId: message?.id ?? null, target: message?.target ?? null, result, now };
}

/**
 * Publishes an event of type `ping` to the broker that an endpoint publishes to, as `testEndpoint` sends it to a URL; null
 * when the endpoint has a URL. @throws AppError 403, 404; 429 `too_many_tests`
 */
export async function testEndpointOfBroker(ctx: Ctx, id: string): Promise<BrokerTest | null> {
  authorize(ctx, 'endpoints:manage');
  const { url, workspaceId } = await loadEndpoint(ctx, id);
  const to = parseBrokerAddress(url);
  if (!to) return null;
  const sql = ctx.tx ?? ctx.db;
  const [broker, now] = [await findBroker(sql, { id: to.brokerId, workspaceId }), await ctx.clock.now(sql)];
  const eventId = newId();
  if (!broker) return { eventId, target: to.target, result: BROKER_GONE, now };
  const payload = JSON.stringify({ endpoint_id: id, workspace_id: workspaceId, subject_id: id });
  const nowUs = now.getTime() * MS_US;
  const ping = {
    ...{ id: eventId, workspaceId, name: null, externalId: null, payload, attempt: 1, dueUs: nowUs, createdUs: nowUs },
    settings: { event: { id: eventId, type: 'ping', at: now.toISOString() } },
  };
  const { dialect } = broker;
  const body = firedEvent(ping, { dialect, source: readLinkSettings().APP_URL, firedUs: nowUs });
  return {
    eventId,
    target: to.target,
    result: await publishOnce(ctx, broker, { target: to.target, id: eventId, body }),
    now,
  };
}

function messageOf(broker: Broker, at: Date): OutgoingMessage | null {
  const { outputTarget: target, dialect } = broker;
  if (target === null) return null;
  const id = newId();
  return { target, id, body: testEvent({ id, broker, at }, { dialect, source: readLinkSettings().APP_URL }) };
}

/** Publishes one event for a person who waits for the result, and records what it shows about the broker. */
async function publishOnce(ctx: Ctx, broker: Broker, message: OutgoingMessage | null): Promise<BrokerResult> {
  const send = () => sendOnce(broker, message);
  const result = await TESTS.run(ctx.actor.workspaceId, send, () => tooManyBrokerTests(MAX_MS));
  const error = result.kind === 'confirmed' ? null : result.detail;
  await recordBrokerState(ctx.db, broker.id, { at: await ctx.clock.now(ctx.db), error });
  return result;
}

async function sendOnce(broker: Broker, message: OutgoingMessage | null): Promise<BrokerResult> {
  const url = openBrokerUrl(broker);
  if (url === null) return URL_UNREADABLE;
  let connection: BrokerConnection;
  try {
    const { kind, workspaceId } = broker;
    connection = openBroker({ kind, url, workspaceId, allowed: alarmSettings().allowed });
  } catch (error) {
    return failedResult(error, 0);
  }
  try {
    return await deliverToBroker(connection, message, { timeoutMs: MAX_MS, monotonic: () => performance.now() });
  } finally {
    await connection.close();
  }
}
