import type { Tx } from '#/lib/db/client.ts';

/** How a person lost their last workspace. */
export type LostAccess = { how: 'disabled' | 'removed' | 'left'; workspaceName: string };

/**
 * What last removed a person from a workspace, according to events; null when nothing did. For people without a
 * workspace.
 */
export async function findLostAccess(tx: Pick<Tx, '$queryRaw'>, userId: string): Promise<LostAccess | null> {
  const rows = await tx.$queryRaw<LostAccess[]>`
    select substr(e.type, length('member.') + 1) as how, w.name as "workspaceName"
      from events e join workspaces w on w.id = e.workspace_id
     where e.subject_id = ${userId}::uuid and e.type in ('member.disabled', 'member.removed', 'member.left')
     order by e.id desc limit 1`;
  return rows[0] ?? null;
}
