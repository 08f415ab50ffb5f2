/** A statement by a part of its text, white space as one blank, and the tables it reads whatever their workspace. */
type Exception = { says: string; tables: readonly string[] };

/**
 * Statements of the engine, and of its periodic jobs, that look for what has to be done in any workspace, and so can't
 * name one. On Citus each would have to be sent to every node, for the rows there: docs/decisions/0054. What they find
 * they hand on with its workspace.
 */
export const ACROSS_WORKSPACES: readonly Exception[] = [
  // What is due, the first due first: of everybody, or of each workspace the same number.
  {
    says: "where status = 'scheduled' and next_attempt_at > $1::timestamptz and next_attempt_at <= $2",
    tables: ['alarms'],
  },
  { says: 'with recursive workspace as (', tables: ['alarms'] },
  // How long to sleep.
  { says: 'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as now_us', tables: ['alarms'] },
  // By leases: a worker claims of any workspace.
  { says: "where status = 'firing' and lease_until < $1::timestamptz", tables: ['alarms'] },
  { says: "where status = 'firing' and lease_until = any ($1::timestamptz[])", tables: ['alarms'] },
  // Receivers that are paused or limited, twice a second: few.
  { says: 'where drains or paused_at is not null or max_per_second is not null', tables: ['receivers'] },
  // Schedules with runs to register, every ten seconds.
  { says: 'order by next_run_at limit $4 for no key update skip locked', tables: ['schedules'] },
  // Sweeps of what is old, or of what belongs to endpoints that are gone.
  { says: 'delete from schedule_runs where (schedule_id, run_at) in (', tables: ['schedule_runs'] },
  { says: 'with recursive found (id) as (', tables: ['alarms'] },
  // A hold is of the whole service, and so is its release.
  { says: 'select count(*)::int as alarms, max(lease_until)', tables: ['alarms'] },
  { says: "? 'callback_of') and due_at < $1 limit $2 for update", tables: ['alarms'] },
];
