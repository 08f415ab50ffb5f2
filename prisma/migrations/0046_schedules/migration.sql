-- Recurring alarms: when they run, and what each run does. Each run is an alarm of its own.

CREATE TABLE schedules (
  id           uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The API key, else the user, that created it.
  created_by   uuid NOT NULL,
  -- The API key, else the user, that wrote the headers, and may read their credentials.
  headers_by   uuid NOT NULL,
  name         text,
  cron         text,
  -- IANA name, of cron expressions.
  time_zone    text,
  -- ISO 8601: R5/2026-01-01T00:00:00Z/PT1H
  repeat       text,
  -- No run before it.
  start_at     timestamptz(3),
  -- No run at or after it.
  end_at       timestamptz(3),
  -- What becomes of runs that were missed.
  catch_up     text NOT NULL DEFAULT 'none',
  -- Null when runs publish an event.
  url          text,
  -- Kept letter by letter, since it is sent so.
  payload      json,
  -- As those of alarms.
  settings     jsonb,
  -- The first run that is not an alarm yet; null when there is none.
  next_run_at  timestamptz(3),
  -- The latest run that became an alarm.
  last_run_at  timestamptz(3),
  paused_at    timestamptz(3),
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  updated_at   timestamptz(3) NOT NULL DEFAULT now(),
  version      integer NOT NULL DEFAULT 1
);
ALTER TABLE schedules ADD CONSTRAINT schedules_one_expression CHECK ((cron IS NULL) <> (repeat IS NULL));
ALTER TABLE schedules ADD CONSTRAINT schedules_zone_of_cron CHECK ((cron IS NULL) = (time_zone IS NULL));
ALTER TABLE schedules ADD CONSTRAINT schedules_bounds CHECK (start_at < end_at);
ALTER TABLE schedules ADD CONSTRAINT schedules_catch_up_known CHECK (catch_up IN ('none', 'latest', 'all'));
ALTER TABLE schedules ADD CONSTRAINT schedules_version_positive CHECK (version > 0);
CREATE INDEX schedules_workspace_id_id_idx ON schedules (workspace_id, id);
-- Those with runs to register.
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE paused_at IS NULL;
-- Those without an alarm ahead.
CREATE INDEX schedules_run_out ON schedules (last_run_at) WHERE paused_at IS NULL AND next_run_at IS NOT NULL;

-- Each run of a schedule becomes one alarm, whoever registers it. A note is deleted when the schedule has passed the run.
CREATE TABLE schedule_runs (
  schedule_id uuid NOT NULL REFERENCES schedules (id) ON DELETE CASCADE ON UPDATE CASCADE,
  run_at      timestamptz(3) NOT NULL,
  alarm_id    uuid NOT NULL,
  PRIMARY KEY (schedule_id, run_at)
);
CREATE INDEX schedule_runs_run_at_idx ON schedule_runs (run_at);
