import { log } from '#/lib/core/log.ts';
import type { Sql } from '#/lib/db/sql.ts';
import type { ReceiverQueues } from '#/lib/engine/queues/receiver-queues.ts';
import { recordEndpointHealth } from '#/lib/engine/settle/endpoint-health-query.ts';
import { type Recorded, recordAttempts } from '#/lib/engine/settle/settle-query.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

export type RecordParts = {
  sql: Sql;
  time: Pick<DatabaseTime, 'nowUs'>;
  queues: ReceiverQueues;
  watch: { settled: (settlements: readonly Settlement[], recorded: Recorded) => void };
};

/** Writes what became of these alarms, and notifies those that wait for it. Rejects when nothing was written. */
export async function recordSettlements(
  { sql, time, queues, watch }: RecordParts,
  settlements: readonly Settlement[],
): Promise<void> {
  watch.settled(settlements, await recordAttempts(sql, settlements, time.nowUs()));
  queues.recheck(
    settlements.flatMap(({ claim }) => claim.receiverId ?? []).filter((id) => queues.isConcurrencyLimited(id)),
  );
  // If this fails, the next attempt records it; the results are written.
  await recordEndpointHealth(sql, settlements).catch((error: unknown) =>
    log.warn({ err: error }, 'endpoints not noted'),
  );
}
