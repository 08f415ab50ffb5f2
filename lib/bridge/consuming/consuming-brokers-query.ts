import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import type { SourceBroker } from '#/lib/bridge/consuming/consume-events.ts';
import type { Tx } from '#/lib/db/client.ts';

/** A broker whose events are consumed. */
export type ConsumingBroker = SourceBroker & {
  name: string;
  kind: BrokerKind;
  /** The URL with its credentials, encrypted for this row. */
  sealedUrl: string;
  inputTarget: string;
  deadLetterTarget: string | null;
  version: number;
};

/** Brokers of all workspaces that have something to consume and are not paused; none while the engine is on hold. */
export async function listConsumingBrokers(sql: Pick<Tx, '$queryRaw'>): Promise<ConsumingBroker[]> {
  return sql.$queryRaw<ConsumingBroker[]>`
    select id::text, workspace_id::text as "workspaceId", created_by::text as "createdBy", name, kind,
           sealed_url as "sealedUrl", dialect, input_target as "inputTarget", output_target as "outputTarget",
           dead_letter_target as "deadLetterTarget", version
    from brokers where input_target is not null and not paused
      and not exists (select from engine_holds where released_at is null)
    order by created_at, id`;
}
