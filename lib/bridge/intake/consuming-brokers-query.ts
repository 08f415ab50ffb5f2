import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import type { IntakeBroker } from '#/lib/bridge/intake/take-events.ts';
import type { Tx } from '#/lib/db/client.ts';

/** A broker whose events are consumed. */
export type ConsumingBroker = IntakeBroker & {
  name: string;
  kind: BrokerKind;
  /** The URL with its credentials, encrypted for this row. */
  sealedUrl: string;
  inputTarget: string;
  deadLetterTarget: string | null;
  version: number;
};

/** Brokers of all workspaces that have something to consume and are not paused. */
export async function listConsumingBrokers(sql: Pick<Tx, '$queryRaw'>): Promise<ConsumingBroker[]> {
  return sql.$queryRaw<ConsumingBroker[]>`
    select id::text, workspace_id::text as "workspaceId", created_by::text as "createdBy", name, kind,
           sealed_url as "sealedUrl", dialect, input_target as "inputTarget", output_target as "outputTarget",
           dead_letter_target as "deadLetterTarget", version
    from brokers where input_target is not null and not paused order by created_at, id`;
}

/** What a worker has seen of a broker since it wrote that last. */
export type IntakeState = {
  /** Events taken since then. */
  consumed: number;
  /** Null where the broker does not say. */
  lag: number | null;
  /** Why it can't be consumed from; null when it can. */
  error: string | null;
};

/** Adds what a worker has seen. Others may write it as well; the broker may be deleted by now. */
export async function recordIntake(
  sql: Pick<Tx, '$executeRaw'>,
  brokerId: string,
  { consumed, lag, error }: IntakeState,
): Promise<void> {
  await (error === null
    ? sql.$executeRaw`
        update brokers set last_connected_at = now(), lag = ${lag}::bigint, consumed = consumed + ${consumed}
        where id = ${brokerId}::uuid`
    : sql.$executeRaw`
        update brokers set last_error = ${error}, last_error_at = now(), consumed = consumed + ${consumed}
        where id = ${brokerId}::uuid`);
}
