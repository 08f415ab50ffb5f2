/** A statement by a part of its text, with whitespace collapsed, and the tables it reads across workspaces. */
type Exception = { says: string; tables: readonly string[] };

/**
 * Statements of the engine, and of its periodic jobs, that search for work in any workspace, and so can't name one. On
 * Citus each would be sent to every node, for the rows there: docs/decisions/0054. They pass on the rows they find with
 * the workspace.
 */
export const ACROSS_WORKSPACES: readonly Exception[] = [
  // Due alarms, first due first: of all workspaces, or the same number of each.
  {
    says: "where status = 'scheduled' and next_attempt_at > $1::timestamptz and next_attempt_at <= $2",
    tables: ['alarms'],
  },
  { says: 'with recursive workspace as (', tables: ['alarms'] },
  // How long to sleep.
  { says: 'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as now_us', tables: ['alarms'] },
  // By leases: a worker claims from any workspace.
  { says: "where status = 'firing' and lease_until < $1::timestamptz", tables: ['alarms'] },
  { says: "where status = 'firing' and lease_until = any ($1::timestamptz[])", tables: ['alarms'] },
  // Receivers that are paused or limited, twice a second: few rows.
  { says: 'where drains or paused_at is not null or max_per_second is not null', tables: ['receivers'] },
  // Schedules with runs to register, every ten seconds.
  { says: 'order by next_run_at limit $4 for no key update skip locked', tables: ['schedules'] },
  // Sweeps of old rows, or of rows whose endpoint is gone.
  { says: 'delete from schedule_runs where (schedule_id, run_at) in (', tables: ['schedule_runs'] },
  { says: 'with recursive found (id) as (', tables: ['alarms'] },
  // A hold applies to the whole service, and so does its release.
  { says: 'select count(*)::int as alarms, max(lease_until)', tables: ['alarms'] },
  { says: "? 'callback_of') and due_at < $1 limit $2 for update", tables: ['alarms'] },
];
