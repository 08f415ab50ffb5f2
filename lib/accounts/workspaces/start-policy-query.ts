import type { UserSettings } from '#/lib/accounts/users/user.ts';
import type { Tx } from '#/lib/db/client.ts';

/** The settings that decide whether and how a member may start or resume a timer. */
export type StartPolicy = {
  capSeconds: number;
  timersDisabledAt: Date | null;
  conflictPolicy: UserSettings['conflictPolicy'];
  /** The person's, IANA. */
  timeZone: string;
};

/**
 * The rules for this person in this workspace, or null unless they are an enabled member. Locks both rows until the
 * transaction ends: a request that disables a member, or timers, waits for it and then sees what was started. Called
 * before locking the person, as everywhere.
 */
export async function lockStartPolicy(tx: Tx, workspaceId: string, userId: string): Promise<StartPolicy | null> {
  const rows = await tx.$queryRaw<StartPolicy[]>`/* prepared */
    select w.cap_seconds as "capSeconds", w.timers_disabled_at as "timersDisabledAt",
           u.conflict_policy as "conflictPolicy", u.time_zone as "timeZone"
      from workspaces w
      join memberships m on m.workspace_id = w.id and m.user_id = ${userId}::uuid and m.disabled_at is null
      join users u on u.id = m.user_id
     where w.id = ${workspaceId}::uuid
       for share of w, m`;
  return rows[0] ?? null;
}
