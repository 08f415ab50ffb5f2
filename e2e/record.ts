import { type Person, runSql } from '#/e2e/support.ts';

export type Work = [ticket: string, from: string, to: string, title?: string];

/** A person's work, inserted by plain SQL, so that its times can be chosen. */
export async function record(person: Person, work: Work[]): Promise<void> {
  for (const [ticket, from, to, title = ''] of work) {
    await runSql(
      `with person as (
         select u.id as user_id, m.workspace_id from users u join memberships m on m.user_id = u.id where u.email = $1),
       ticket as (
         insert into tickets (id, workspace_id, key, title) select gen_random_uuid(), workspace_id, $2, coalesce(nullif($5, ''), 'Work') from person
         on conflict do nothing returning id),
       chosen as (
         select id from ticket union
         select k.id from tickets k, person p where k.workspace_id = p.workspace_id and k.key = $2),
       timer as (
         insert into timers (id, workspace_id, user_id, type, status, title, ticket_id, started_at, ended_at, end_reason, cap_seconds, created_via)
         select gen_random_uuid(), p.workspace_id, p.user_id, 'manual', 'stopped', $5, c.id, $3::timestamptz, $4::timestamptz, 'stopped', 86400, 'web'
         from person p, chosen c returning id, workspace_id, user_id, started_at, ended_at)
       insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at)
       select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at from timer`,
      [person.email, ticket, from, to, title],
    );
  }
}
