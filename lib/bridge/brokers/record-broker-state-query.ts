import type { Tx } from '#/lib/db/client.ts';

/** What was seen of a broker at an instant. */
export type BrokerState = {
  at: Date;
  /** Why it can't be used; null when it can. */
  error: string | null;
  /** Events consumed since the last write. */
  consumed?: number;
  /** Null if the broker does not report it; undefined, if it was not queried, leaves it unchanged. */
  lag?: number | null;
};

/** Writes what was seen of a broker. Others may write something newer; the broker may be deleted by now. */
export async function recordBrokerState(
  sql: Pick<Tx, '$executeRaw'>,
  id: string,
  { at, error, consumed = 0, lag }: BrokerState,
): Promise<void> {
  await (error === null
    ? sql.$executeRaw`
        update brokers set last_connected_at = ${at}, failing_since = null, consumed = consumed + ${consumed},
          lag = case when ${lag !== undefined} then ${lag ?? null}::bigint else lag end
        where id = ${id}::uuid`
    : sql.$executeRaw`
        update brokers set last_error = ${error}, last_error_at = ${at}, consumed = consumed + ${consumed},
          failing_since = case when last_error_at >= coalesce(last_connected_at, '-infinity')
                               then coalesce(failing_since, ${at}) else ${at} end
        where id = ${id}::uuid`);
}
