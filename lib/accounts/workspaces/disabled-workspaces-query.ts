import type { Tx } from '#/lib/db/client.ts';

/**
 * Whether timers are disabled in the workspace, which can't change until the transaction ends. Call it before locking a
 * person.
 */
export async function readDisabledForShare(tx: Tx, workspaceId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from workspaces where id = ${workspaceId}::uuid and timers_disabled_at is not null for share`;
  return rows.length > 0;
}

/** The workspaces in which timers are disabled, by a partial index on these few; some may still have running timers. */
export async function listDisabledWorkspaces(
  tx: Pick<Tx, '$queryRaw'>,
): Promise<{ workspaceId: string; ownerId: string }[]> {
  return tx.$queryRaw`
    select w.id as "workspaceId", m.user_id as "ownerId"
      from workspaces w join memberships m on m.workspace_id = w.id and m.role = 'owner'
     where w.timers_disabled_at is not null order by w.id`;
}
