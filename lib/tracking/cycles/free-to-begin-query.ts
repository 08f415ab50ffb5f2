import type { Tx } from '#/lib/db/client.ts';

/**
 * Whether work could begin by itself at an instant: its person is an enabled member, timers are enabled in the
 * workspace, and the person has no time after that instant.
 */
export async function findsFreeToBegin(
  tx: Pick<Tx, '$queryRaw'>,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  at: Date,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from workspaces w
      join memberships m on m.workspace_id = w.id and m.user_id = ${userId}::uuid and m.disabled_at is null
     where w.id = ${workspaceId}::uuid and w.timers_disabled_at is null and not exists (
       select 1 from timer_spans s
        where s.user_id = ${userId}::uuid and not s.discarded and tstzrange(s.started_at, s.ended_at, '[)') && tstzrange(${at}, null, '[)'))`;
  return rows.length > 0;
}
