import type { Pool } from 'pg';

/**
 * Adds this many members' stopped timers of nine minutes each, every ten minutes from `firstAt` on: without the
 * triggers, which would take longer than the test. Their email addresses are `colleague1@example.com` and so on.
 */
export async function addStoppedTimers(
  pool: Pick<Pool, 'query'>,
  workspaceId: string,
  { people, timersEach, firstAt }: { people: number; timersEach: number; firstAt: string },
): Promise<void> {
  await pool.query(
    `begin;
     set local session_replication_role = replica;
     insert into users (id, email, name)
     select gen_random_uuid(), 'colleague' || n || '@example.com', 'Colleague' from generate_series(1, ${people}) n;
     insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, cap_seconds, end_reason, created_via)
     select gen_random_uuid(), '${workspaceId}', u.id, 'manual', 'stopped', at, at + interval '9 minutes', 86400, 'stopped', 'web'
     from users u, lateral (
       select timestamptz '${firstAt}' + n * interval '10 minutes' as at from generate_series(0, ${timersEach - 1}) n) as made
     where u.email like 'colleague%';
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
     select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at, 'live' from timers;
     commit`,
  );
}
