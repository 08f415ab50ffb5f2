import { isDeepStrictEqual } from 'node:util';
import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import {
  brokerVersionMismatch,
  rejectBrokerUrl,
  rejectLoop,
  rejectSharedInput,
} from '#/lib/bridge/brokers/broker-errors.ts';
import { brokerFacts } from '#/lib/bridge/brokers/broker-json.ts';
import type { EditBrokerInput } from '#/lib/bridge/brokers/broker-schemas.ts';
import { listBrokerRows, lockBroker, lockBrokers, saveBroker } from '#/lib/bridge/brokers/broker-store.ts';
import { openBrokerUrl, sealBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type IfMatch, requireVersion } from '#/lib/core/if-match.ts';
import { recordChange } from '#/lib/feed/events/record-change.ts';

/** A broker by id or name, and the versions of it that a change is meant for. */
export type WhichBroker = { id: string; ifMatch: IfMatch };

/**
 * Changes a broker; workers apply it within seconds. Alarms for it keep their targets.
 * @throws AppError 400 for a URL that may not be dialed, or an input that another broker consumes, 403, 404; 409 `broker_name_taken`; 412
 * `broker_version_mismatch`
 */
export async function editBroker(
  ctx: Ctx,
  { id, ifMatch }: WhichBroker,
  input: EditBrokerInput,
): Promise<{ broker: Broker; isChanged: boolean; now: Date }> {
  authorize(ctx, 'brokers:manage');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockBrokers(inner.tx, workspaceId);
    const found = await lockBroker(inner.tx, { id, workspaceId });
    const before = requireVersion(found, { noun: 'broker', ifMatch, mismatch: brokerVersionMismatch });
    const edited = withSettings(before, input);
    rejectLoop(edited);
    rejectSharedInput(edited, await listBrokerRows(inner.tx, workspaceId));
    const now = await inner.clock.now(inner.tx);
    if (isDeepStrictEqual(edited, before)) return { broker: before, isChanged: false, now };
    const broker = await saveBroker(inner.tx, { ...edited, updatedAt: now });
    const change = { before: brokerFacts(before), after: brokerFacts(broker) };
    await recordChange(inner, { type: 'broker.edited', id: broker.id, ...change }, now);
    return { broker, isChanged: true, now };
  });
}

function withSettings(before: Broker, input: EditBrokerInput): Broker {
  const { name, url, dialect, input_target, output_target, dead_letter_target, paused } = input;
  return {
    ...before,
    name: name ?? before.name,
    sealedUrl: url === undefined ? before.sealedUrl : resealed(before, url),
    dialect: dialect ?? before.dialect,
    inputTarget: input_target === undefined ? before.inputTarget : input_target,
    outputTarget: output_target === undefined ? before.outputTarget : output_target,
    deadLetterTarget: dead_letter_target === undefined ? before.deadLetterTarget : dead_letter_target,
    paused: paused ?? before.paused,
  };
}

/** The same URL keeps its encrypted value, so that nothing changes. */
function resealed(before: Broker, url: string): string {
  rejectBrokerUrl(before.kind, url);
  return openBrokerUrl(before) === url ? before.sealedUrl : sealBrokerUrl(url, before.id);
}
