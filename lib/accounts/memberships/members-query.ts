import type { Member } from '#/lib/accounts/memberships/membership.ts';
import type { Role } from '#/lib/context/context.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Filter = { workspaceId: string; withRunning: boolean; now: Date };
type Place = readonly [joinedAt: Date, userId: string];

/** The workspace's members, in the order in which they joined: from the first, or after a position in that order. */
export function listMemberRows(
  tx: Pick<Tx, '$queryRaw'>,
  filter: Filter & { after: Place | null; limit: number },
): Promise<Member[]> {
  const { after, limit } = filter;
  const rest = after ? Prisma.sql`and (m.created_at, m.user_id) > (${after[0]}, ${after[1]}::uuid)` : Prisma.empty;
  return select(tx, filter, Prisma.sql`${rest} order by m.created_at, m.user_id limit ${limit}`);
}

export async function findMemberRow(
  tx: Pick<Tx, '$queryRaw'>,
  filter: Filter & { userId: string },
): Promise<Member | null> {
  const [member] = await select(tx, filter, Prisma.sql`and m.user_id = ${filter.userId}::uuid`);
  return member ?? null;
}

/**
 * Members, and the timer each is running here. One statement: memberships by primary key, and each member's one running
 * timer by its unique index. A timer past its cap has ended, whether or not a worker has recorded it.
 */
async function select(tx: Pick<Tx, '$queryRaw'>, filter: Filter, which: Prisma.Sql): Promise<Member[]> {
  const rows = await tx.$queryRaw<Row[]>`
    select m.user_id as "userId", u.name, u.email, m.role::text as role, m.created_at as "joinedAt",
           m.disabled_at as "disabledAt", u.last_seen_at as "lastSeenAt",
           r.id as "timerId", r.title, r.key as "ticketKey", r.started_at as "startedAt"
      from memberships m
      join users u on u.id = m.user_id
      left join lateral (
        select t.id, t.title, t.started_at, k.key
          from timers t left join tickets k on k.id = t.ticket_id
         where ${filter.withRunning} and t.user_id = m.user_id and t.status = 'running'
           and t.workspace_id = m.workspace_id
           and (select sum(coalesce(s.ended_at, greatest(${filter.now}, s.started_at)) - s.started_at)
                  from timer_spans s where s.timer_id = t.id) < t.cap_seconds * interval '1 second') r on true
     where m.workspace_id = ${filter.workspaceId}::uuid ${which}`;
  return rows.map(toMember);
}

type Row = Omit<Member, 'running' | 'role'> & {
  role: Role;
  timerId: string | null;
  title: string;
  ticketKey: string | null;
  startedAt: Date;
};

function toMember({ timerId, title, ticketKey, startedAt, ...member }: Row): Member {
  return { ...member, running: timerId ? { timerId, title, ticketKey, startedAt } : null };
}
