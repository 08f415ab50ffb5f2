import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { brokerVersionMismatch } from '#/lib/bridge/brokers/broker-errors.ts';
import { brokerFacts } from '#/lib/bridge/brokers/broker-json.ts';
import { deleteBrokerRow, lockBroker } from '#/lib/bridge/brokers/broker-store.ts';
import type { WhichBroker } from '#/lib/bridge/brokers/edit-broker.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/**
 * Disconnects a broker for good. Its open alarms become dead letters when they are due (`gone`), since they have no
 * other destination. @throws AppError 403, 404; 412 `broker_version_mismatch`
 */
export async function deleteBroker(ctx: Ctx, { id, ifMatch }: WhichBroker): Promise<{ broker: Broker; now: Date }> {
  authorize(ctx, 'brokers:manage');
  return transaction(ctx, async (inner) => {
    const found = await lockBroker(inner.tx, { id, workspaceId: inner.actor.workspaceId });
    const broker = requireVersion(found, { noun: 'broker', ifMatch, mismatch: brokerVersionMismatch });
    const now = await inner.clock.now(inner.tx);
    await deleteBrokerRow(inner.tx, broker.id);
    await recordChange(inner, { type: 'broker.deleted', id: broker.id, before: brokerFacts(broker), after: null }, now);
    return { broker, now };
  });
}
