-- The workspace of an attempt and of a schedule's run stands in its own row: a distributed engine keeps rows by it
-- (docs/decisions/0054). Null in rows that were written before, and by processes of the version before; attempts leave
-- with their day's table, runs once their schedule has passed them.
ALTER TABLE alarm_attempts ADD COLUMN workspace_id uuid;
ALTER TABLE schedule_runs ADD COLUMN workspace_id uuid;
