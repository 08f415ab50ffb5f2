import type { Member } from '#/lib/accounts/memberships/membership.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';

/** A member as the API returns them. */
export function memberJson(member: Member): MemberJson {
  const { running } = member;
  return {
    user_id: member.userId,
    name: member.name,
    email: member.email,
    role: member.role,
    joined_at: member.joinedAt.toISOString(),
    disabled_at: member.disabledAt?.toISOString() ?? null,
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    running: running && {
      timer_id: running.timerId,
      title: running.title,
      ticket_key: running.ticketKey,
      started_at: running.startedAt.toISOString(),
    },
  };
}

/** A membership as the feed shows it: the person, and their role. */
export function membershipJson({
  userId,
  name,
  role,
  disabledAt,
}: Pick<Member, 'userId' | 'name' | 'role' | 'disabledAt'>) {
  return { user_id: userId, name, role, disabled_at: disabledAt?.toISOString() ?? null };
}
