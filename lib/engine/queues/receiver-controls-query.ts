import type { Sql, Statement } from '#/lib/db/sql.ts';

/** What is in force for one receiver, as the engine applies it. */
export type ReceiverControl = {
  id: string;
  workspaceId: string;
  origin: string | null;
  endpointId: string | null;
  isPaused: boolean;
  maxPerSecond: number | null;
  maxConcurrency: number | null;
  version: number;
};

/** By `receivers_in_force`. Few rows: none if nothing is paused or limited. */
const LIST: Statement = {
  name: 'list_receiver_controls',
  text: `
    select id::text, workspace_id::text as "workspaceId", origin, endpoint_id::text as "endpointId",
           paused_at is not null as "isPaused", max_per_second as "maxPerSecond", max_concurrency as "maxConcurrency",
           version
    from receivers
    where drains or paused_at is not null or max_per_second is not null or max_concurrency is not null`,
};

/** All receivers that are paused or limited, and those in whose queues something may still wait since they were. */
export function listReceiverControls(sql: Sql): Promise<ReceiverControl[]> {
  return sql<ReceiverControl>(LIST, []);
}
