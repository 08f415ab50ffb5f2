-- Adds the workspace to every unique key and foreign key of the alarm tables. Plain PostgreSQL: this works before
-- Citus is installed, and the service runs on it as before (test/citus). Stop web processes and workers first: tables
-- are locked while their keys are built. `id` stays in front, so that the same indexes find the same rows.

BEGIN;

-- Rows of versions before 0069 have no workspace. Attempts whose alarm no longer exists belong to none.
UPDATE alarm_attempts SET workspace_id = alarms.workspace_id
FROM alarms WHERE alarms.id = alarm_id AND alarm_attempts.workspace_id IS NULL;
UPDATE alarm_attempts SET workspace_id = alarm_history.workspace_id
FROM alarm_history WHERE alarm_history.id = alarm_id AND alarm_attempts.workspace_id IS NULL;
DELETE FROM alarm_attempts WHERE workspace_id IS NULL;
UPDATE schedule_runs SET workspace_id = schedules.workspace_id
FROM schedules WHERE schedules.id = schedule_id AND schedule_runs.workspace_id IS NULL;

-- Citus has no ON UPDATE CASCADE for the column that it distributes by. Workspaces never change their id.
ALTER TABLE schedule_runs
  DROP CONSTRAINT schedule_runs_schedule_id_fkey,
  DROP CONSTRAINT schedule_runs_pkey,
  ALTER COLUMN workspace_id SET NOT NULL,
  ADD CONSTRAINT schedule_runs_pkey PRIMARY KEY (schedule_id, run_at, workspace_id);
ALTER TABLE schedules
  DROP CONSTRAINT schedules_pkey,
  DROP CONSTRAINT schedules_workspace_id_fkey,
  ADD CONSTRAINT schedules_pkey PRIMARY KEY (id, workspace_id),
  ADD CONSTRAINT schedules_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;
ALTER TABLE schedule_runs
  ADD CONSTRAINT schedule_runs_schedule_id_fkey
    FOREIGN KEY (schedule_id, workspace_id) REFERENCES schedules (id, workspace_id) ON DELETE CASCADE;

ALTER TABLE endpoints ADD CONSTRAINT endpoints_id_workspace_id_key UNIQUE (id, workspace_id);
ALTER TABLE receivers
  DROP CONSTRAINT receivers_pkey,
  DROP CONSTRAINT receivers_workspace_id_fkey,
  DROP CONSTRAINT receivers_endpoint_id_fkey,
  ADD CONSTRAINT receivers_pkey PRIMARY KEY (id, workspace_id),
  ADD CONSTRAINT receivers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
  ADD CONSTRAINT receivers_endpoint_id_fkey
    FOREIGN KEY (endpoint_id, workspace_id) REFERENCES endpoints (id, workspace_id) ON DELETE CASCADE;
DROP INDEX receivers_endpoint;
CREATE UNIQUE INDEX receivers_endpoint ON receivers (endpoint_id, workspace_id) WHERE endpoint_id IS NOT NULL;

ALTER TABLE consumed_events
  DROP CONSTRAINT consumed_events_workspace_id_fkey,
  ADD CONSTRAINT consumed_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;

ALTER TABLE alarms
  DROP CONSTRAINT alarms_pkey,
  ADD CONSTRAINT alarms_pkey PRIMARY KEY (id, workspace_id);
ALTER TABLE alarm_history
  DROP CONSTRAINT alarm_history_pkey,
  ADD CONSTRAINT alarm_history_pkey PRIMARY KEY (id, finished_at, workspace_id);
ALTER TABLE alarm_attempts
  DROP CONSTRAINT alarm_attempts_pkey,
  ALTER COLUMN workspace_id SET NOT NULL,
  ADD CONSTRAINT alarm_attempts_pkey PRIMARY KEY (alarm_id, attempt, started_at, workspace_id);

COMMIT;
