import type { Tx } from '#/lib/db/client.ts';

type Presence = { timerId: string; workspaceId: string; userId: string; seenAt: Date; awakeAt: Date | null };

/** Records when a person was seen, never earlier than already recorded. Does not change the row of their timer. */
export async function savePresence(tx: Pick<Tx, '$executeRaw'>, presence: Presence): Promise<void> {
  const { timerId, workspaceId, userId, seenAt, awakeAt } = presence;
  await tx.$executeRaw`/* prepared */
    insert into timer_presence (timer_id, workspace_id, user_id, seen_at, awake_at)
    values (${timerId}::uuid, ${workspaceId}::uuid, ${userId}::uuid, ${seenAt}, ${awakeAt}::timestamptz)
    on conflict (timer_id) do update set
      seen_at = greatest(timer_presence.seen_at, excluded.seen_at),
      awake_at = greatest(timer_presence.awake_at, excluded.awake_at)`;
}

/** When a page of the person last ran while this timer did; null if none has. */
export async function findAwakeAt(tx: Pick<Tx, '$queryRaw'>, timerId: string): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ awakeAt: Date | null }[]>`/* prepared */
    select awake_at as "awakeAt" from timer_presence where timer_id = ${timerId}::uuid`;
  return rows[0]?.awakeAt ?? null;
}
