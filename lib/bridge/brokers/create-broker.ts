import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import { type Broker, MAX_BROKERS } from '#/lib/bridge/brokers/broker.ts';
import { rejectBrokerUrl, rejectLoop, rejectSharedInput, tooManyBrokers } from '#/lib/bridge/brokers/broker-errors.ts';
import { brokerFacts } from '#/lib/bridge/brokers/broker-json.ts';
import type { CreateBrokerInput } from '#/lib/bridge/brokers/broker-schemas.ts';
import { insertBroker, listBrokerRows, lockBrokers } from '#/lib/bridge/brokers/broker-store.ts';
import { sealBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readBridgeSettings } from '#/lib/core/env.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/**
 * Connects a message broker to the workspace. Nothing is dialed yet.
 * @throws AppError 400 for a URL that may not be dialed, or an input that another broker consumes, 403; 409 `broker_name_taken`, `too_many_brokers`
 */
export async function createBroker(ctx: Ctx, input: CreateBrokerInput): Promise<{ broker: Broker; now: Date }> {
  authorize(ctx, 'brokers:manage');
  rejectBrokerUrl(input.kind, input.url);
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockBrokers(inner.tx, workspaceId);
    const others = await listBrokerRows(inner.tx, workspaceId);
    if (others.length >= MAX_BROKERS) throw tooManyBrokers();
    const now = await inner.clock.now(inner.tx);
    const broker = newBroker(inner, input, now);
    rejectLoop(broker);
    rejectSharedInput(broker, others);
    await insertBroker(inner.tx, broker);
    const { id } = broker;
    await recordChange(inner, { type: 'broker.created', id, before: null, after: brokerFacts(broker) }, now);
    return { broker, now };
  });
}

function newBroker({ actor }: TxCtx, input: CreateBrokerInput, now: Date): Broker {
  const id = newId();
  return {
    id,
    workspaceId: actor.workspaceId,
    createdBy: writerOf(actor),
    name: input.name,
    kind: input.kind,
    sealedUrl: sealBrokerUrl(input.url, id),
    dialect: input.dialect ?? readBridgeSettings().BRIDGE_DIALECT,
    inputTarget: input.input_target ?? null,
    outputTarget: input.output_target ?? null,
    deadLetterTarget: input.dead_letter_target ?? null,
    paused: input.paused,
    createdAt: now,
    updatedAt: now,
    version: 1,
    lastConnectedAt: null,
    lastError: null,
    lastErrorAt: null,
    consumed: 0n,
    lag: null,
  };
}
