import type { Tx } from '#/lib/db/client.ts';

/** The fields of a broker that inputs naming it need. */
export type BrokerTarget = { id: string; outputTarget: string | null };
/** Brokers by id and by name. */
export type BrokerTargets = ReadonlyMap<string, BrokerTarget>;

export const NO_BROKERS: BrokerTargets = new Map();

type Naming = { broker?: string | undefined; broker_id?: string | undefined };
type Row = { id: string; name: string; outputTarget: string | null };

/** The brokers of a workspace that these inputs name. Runs no statement when none does. */
export async function findBrokerTargets(
  sql: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  inputs: readonly Naming[],
): Promise<BrokerTargets> {
  const named = [...new Set(inputs.flatMap(({ broker, broker_id }) => [broker ?? [], broker_id ?? []].flat()))];
  if (named.length === 0) return NO_BROKERS;
  const rows = await sql.$queryRaw<Row[]>`
    select id::text, name, output_target as "outputTarget" from brokers
    where workspace_id = ${workspaceId}::uuid and (name = any (${named}) or id::text = any (${named}))`;
  return new Map(rows.flatMap(({ name, ...broker }) => [name, broker.id].map((key) => [key, broker] as const)));
}
