import type { Tx } from '#/lib/db/client.ts';

/** What a worker has seen of a broker since it wrote that last. */
export type ConsumedState = {
  /** Events consumed since then. */
  consumed: number;
  /** Null where the broker does not say. */
  lag: number | null;
  /** Why it can't be consumed from; null when it can. */
  error: string | null;
};

/** Adds what a worker has seen. Others may write it as well; the broker may be deleted by now. */
export async function recordConsumed(
  sql: Pick<Tx, '$executeRaw'>,
  brokerId: string,
  { consumed, lag, error }: ConsumedState,
): Promise<void> {
  await (error === null
    ? sql.$executeRaw`
        update brokers set last_connected_at = now(), lag = ${lag}::bigint, consumed = consumed + ${consumed}
        where id = ${brokerId}::uuid`
    : sql.$executeRaw`
        update brokers set last_error = ${error}, last_error_at = now(), consumed = consumed + ${consumed}
        where id = ${brokerId}::uuid`);
}
