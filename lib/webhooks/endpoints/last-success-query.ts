import type { Tx } from '#/lib/db/client.ts';

/** Whether anything was delivered to the endpoint after this instant. Days before it are not looked into. */
export async function hasDeliveredSince(tx: Pick<Tx, '$queryRaw'>, endpointId: string, since: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<{ found: boolean }[]>`
    select exists (
      select from alarm_history
      where endpoint_id = ${endpointId}::uuid and status = 'delivered' and finished_at > ${since}
    ) as found`;
  return rows[0]?.found ?? false;
}
