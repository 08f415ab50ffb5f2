// SQL of the generated workspace (generate-workspace.ts). All of it is arithmetic on the numbers of members, days and
// timers: the same each time, whatever the machine.

/** The last day with finished time, a Friday; days are counted back from it. */
const LAST_DAY = '2026-06-26';
/** When reports are requested: while people work, on the following Monday. */
export const NOW = '2026-06-29T15:00:00.000Z';
export const WORKSPACE_ID = '00000000-0000-4000-8000-00000000ffff';
export const PROJECTS = 20;
/**
 * About two weeks and one project each; `$1`: the members. Each is worked on only in these weeks, some fifteen times.
 */
const TICKETS = '($1::int / 10)';
/** Their clocks change on Sundays, when no one works here. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** Functions of the session: the workspace's ids, and a hash from 0 to 2^31 - 1 of some numbers. */
export const DAYS_SQL = `
  create or replace function pg_temp.thing(kind int, n int) returns uuid immutable language sql as
    $$select ('00000000-0000-4000-8' || lpad(kind::text, 3, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid$$;
  create or replace function pg_temp.mix(a int, b int, c int) returns int immutable language sql as
    $$select (hashint8(a::bigint * 1000003 + b::bigint * 101 + c) & 2147483647)$$;
  create or replace function pg_temp.id_at(at timestamptz, n int, c int) returns uuid immutable language sql as
    $$select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70' || lpad(to_hex(c), 2, '0') || '8000'
              || lpad(to_hex(n), 12, '0'))::uuid$$`;

const KINDS = { member: 1, project: 2, ticket: 3 };

/** The id of a member, from 1. */
export function memberId(n: number): string {
  return thing(KINDS.member, n);
}

/** The id of a project, from 0. */
export function projectId(n: number): string {
  return thing(KINDS.project, n);
}

/** The key of a ticket, from 0. */
export function ticketKey(n: number): string {
  return `TK-${n}`;
}

function thing(kind: number, n: number): string {
  return `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${n.toString(16).padStart(12, '0')}`;
}

/** $1: members; $2: working days. One member in ten begins days at four o'clock. The first is an admin, and reads everyone's time. */
export const FILL_PEOPLE = `
  with workspace as (
    insert into workspaces (id, name) values ('${WORKSPACE_ID}', 'Generated')
  ), people as (
    insert into users (id, email, name, time_zone, day_start_hour, day_target_seconds)
    select pg_temp.thing(${KINDS.member}, n), 'member' || n || '@example.com', 'Member ' || n,
           (array['${ZONES.join("', '")}'])[n % ${ZONES.length} + 1], case when n % 10 = 0 then 4 else 0 end,
           case when n % 2 = 0 then 27000 end
    from generate_series(1, $1::int) n
  ), members as (
    insert into memberships (workspace_id, user_id, role)
    select '${WORKSPACE_ID}', pg_temp.thing(${KINDS.member}, n), (case when n = 1 then 'owner' else 'member' end)::role
    from generate_series(1, $1::int) n
  ), projects as (
    insert into projects (id, workspace_id, name)
    select pg_temp.thing(${KINDS.project}, n), '${WORKSPACE_ID}', 'Project ' || n from generate_series(0, ${PROJECTS - 1}) n
  )
  insert into tickets (id, workspace_id, project_id, key, title, estimate_seconds)
  select pg_temp.thing(${KINDS.ticket}, n), '${WORKSPACE_ID}', pg_temp.thing(${KINDS.project}, n / ${TICKETS} % ${PROJECTS}),
         'TK-' || n, 'What ticket ' || n || ' is about', case when n % 3 = 0 then 1800 * (1 + n % 40) end
  from generate_series(0, ($2::int / 10 + 1) * ${PROJECTS} * ${TICKETS} - 1) n`;

/**
 * $1: members; $2, $3: from and to which working day before the last one. Eight spans of 25 to 54 minutes, from eight in
 * the morning or, one day in forty, from six in the evening and past midnight; of four or five timers. A member works for
 * five projects, with tickets on seven timers of ten and tags on four. One timer in seven is a pomodoro, with a phase for
 * each span; one in thirty was entered by hand.
 */
export const FILL_DAYS = `
  with slots as materialized (
    select n, d, slot, starts_at, starts_at + (25 + pg_temp.mix(n, d, slot) % 30) * interval '1 minute' as ends_at,
           case when slot <= 6 or pg_temp.mix(n, d, 10) % 10 < 3 then (slot + 1) / 2 else slot - 3 end as timer
    from generate_series($2::int, $3::int) d,
         lateral (select date '${LAST_DAY}' - (d / 5 * 7 + d % 5) as day offset 0) as on_day,
         generate_series(1, $1::int) n join users u on u.id = pg_temp.thing(${KINDS.member}, n),
         lateral (
           select slot, (day + (case when pg_temp.mix(n, d, 11) % 40 = 0 then 18 else 8 end) * interval '1 hour'
                         + ((slot - 1) * 62 + pg_temp.mix(n, d, 12) % 20) * interval '1 minute') at time zone u.time_zone as starts_at
           from generate_series(1, 8) slot offset 0) as slot_of
    where pg_temp.mix(n, d, 13) % 100 >= 4
  ), made as materialized (
    select n, d, timer, min(starts_at) as starts_at, max(ends_at) as ends_at,
           pg_temp.id_at(min(starts_at), n, timer) as id, pg_temp.mix(n, d, 20 + timer) as luck,
           (n * 7 + pg_temp.mix(n, d, 30 + timer) % 5) % ${PROJECTS} as project, pg_temp.mix(n, d, 40 + timer) as more
    from slots group by n, d, timer order by starts_at
  ), timers_made as (
    insert into timers (id, workspace_id, user_id, type, status, title, ticket_id, project_id, tags, started_at, ended_at,
                        cap_seconds, end_reason, created_via, created_at, updated_at)
    select id, '${WORKSPACE_ID}', pg_temp.thing(${KINDS.member}, n),
           (case when luck % 100 < 70 then 'manual' when luck % 100 < 85 then 'pomodoro'
                 when luck % 100 < 95 then 'countdown' else 'interval' end)::timer_type,
           'stopped', 'What was done at ' || starts_at::time,
           case when luck % 10 < 7 then pg_temp.thing(${KINDS.ticket}, (d / 10 * ${PROJECTS} + project) * ${TICKETS} + more % ${TICKETS}) end,
           pg_temp.thing(${KINDS.project}, project),
           case more % 10 when 0 then array['deep', 'tag-' || more % 11] when 1 then array['meeting'] when 2 then array['review']
                          when 3 then array['tag-' || more % 12] else '{}' end,
           starts_at, ends_at, 86400, 'stopped', 'web', starts_at, ends_at
    from made
  ), cycles_made as (
    insert into timer_cycles (id, run_id, timer_id, workspace_id, user_id, position, kind, round, planned_ms, started_at,
                              ended_at, ended_how, actual_ms, at_deadline)
    select pg_temp.id_at(s.starts_at, n, 100 + s.slot), m.id, m.id, '${WORKSPACE_ID}', pg_temp.thing(${KINDS.member}, n), s.slot, 'work',
           1, 1500000, s.starts_at, s.ends_at, case when m.more % 4 = 0 then 'stopped' else 'finished' end,
           extract(epoch from s.ends_at - s.starts_at) * 1000, 'begin'
    from made m join slots s using (n, d, timer) where m.luck % 100 between 70 and 84
  )
  insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
  select pg_temp.id_at(s.starts_at, n, s.slot), m.id, '${WORKSPACE_ID}', pg_temp.thing(${KINDS.member}, n), s.starts_at, s.ends_at,
         case when m.more % 30 = 7 then 'entered' else 'live' end
  from slots s join made m using (n, d, timer) order by s.starts_at`;

const SPANS_BEFORE = `json_build_object('status', t.status, 'spans', (
  select json_agg(json_build_object('startedAt', s.started_at, 'endedAt', s.ended_at + interval '20 minutes'))
  from timer_spans s where s.timer_id = t.id))::jsonb`;
const SPANS_NOW = `json_build_object('status', t.status, 'spans', (
  select json_agg(json_build_object('startedAt', s.started_at, 'endedAt', s.ended_at))
  from timer_spans s where s.timer_id = t.id))::jsonb`;

/** One timer in a hundred was trimmed after an absence. */
export const FILL_QUESTIONS = `
  insert into timer_questions (id, timer_id, workspace_id, user_id, kind, away_from, away_to, asked_at, answered_at, answer,
                               before, version_after, trimmed_ms)
  select t.id, t.id, t.workspace_id, t.user_id, 'absence', t.ended_at, t.ended_at + interval '20 minutes',
         t.ended_at + interval '20 minutes', t.ended_at + interval '21 minutes', 'trim_stop', ${SPANS_BEFORE}, 2, 1200000
  from timers t where (hashtext(t.id::text) & 2147483647) % 100 = 0`;

/** One in two hundred was corrected by an admin. */
export const FILL_CORRECTIONS = `
  with corrected as materialized (
    select t.*, ${SPANS_BEFORE} as before, ${SPANS_NOW} as after from timers t where (hashtext(t.id::text) & 2147483647) % 200 = 1
  ), made as (
    insert into corrections (id, workspace_id, made_by, reason, created_at)
    select id, workspace_id, pg_temp.thing(${KINDS.member}, 1), 'Forgotten', ended_at from corrected
  )
  insert into correction_items (correction_id, position, timer_id, user_id, user_id_after, before, after, version_after)
  select id, 0, id, user_id, user_id, before, after, 2 from corrected`;

/** Three members in ten work now. */
export const START_RUNNING = `
  with started as (
    insert into timers (id, workspace_id, user_id, type, status, title, project_id, started_at, cap_seconds, created_via)
    select uuidv7(), workspace_id, user_id, 'manual', 'running', 'Now', pg_temp.thing(${KINDS.project}, 3),
           timestamptz '${NOW}' - interval '40 minutes', 86400, 'web'
    from memberships where (hashtext(user_id::text) & 2147483647) % 10 < 3
    returning id, workspace_id, user_id, started_at
  )
  insert into timer_spans (id, timer_id, workspace_id, user_id, started_at)
  select id, id, workspace_id, user_id, started_at from started`;

/** $1: any number; $2: how many. Timers of the last year, spread over all members, lose a minute of their time. */
export const CHANGE_SOME = `
  with chosen as materialized (
    select t.id from timers t where t.started_at > timestamptz '${NOW}' - interval '350 days' and t.ended_at is not null
    order by hashtext(t.id::text || $1::int) limit $2::int
  ), cut as (
    update timer_spans s set ended_at = ended_at - interval '1 minute' from chosen c where s.timer_id = c.id
  )
  update timers t set title = 'Changed', updated_at = '${NOW}' from chosen c where t.id = c.id`;
