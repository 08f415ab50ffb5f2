import type { Receiver, ReceiverCounts } from '#/lib/alarms/receivers/receiver.ts';
import type { ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';

/** A receiver as the API shows it. */
export function receiverJson(receiver: Receiver, { waiting, inFlight }: ReceiverCounts): ReceiverJson {
  return {
    ...receiverFacts(receiver),
    paused_at: receiver.pausedAt?.toISOString() ?? null,
    waiting_count: waiting,
    in_flight_count: inFlight,
    created_at: receiver.createdAt.toISOString(),
    updated_at: receiver.updatedAt.toISOString(),
    version: receiver.version,
  };
}

/** As events show it. */
export function receiverFacts(receiver: Receiver) {
  return {
    id: receiver.id,
    origin: receiver.origin,
    endpoint_id: receiver.endpointId,
    paused: receiver.pausedAt !== null,
    max_per_second: receiver.maxPerSecond,
    max_concurrency: receiver.maxConcurrency,
  };
}
