import type { Role } from '#/lib/context/context.ts';
import type { Tx } from '#/lib/db/client.ts';

/** More than anyone picks from; invitations are accepted one by one. */
const MOST = 200;

/**
 * The workspaces that are open to a person, oldest membership first: at most 200, always including the `current` one.
 */
export async function listOwnWorkspaces(
  tx: Pick<Tx, '$queryRaw'>,
  userId: string,
  current: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return tx.$queryRaw`/* prepared */
    select id, name, role
      from (select w.id, w.name, m.role::text as role, m.created_at
              from memberships m join workspaces w on w.id = m.workspace_id
             where m.user_id = ${userId}::uuid and m.disabled_at is null
             order by m.workspace_id <> ${current}::uuid, m.created_at, m.workspace_id limit ${MOST}) as open
     order by created_at, id`;
}
