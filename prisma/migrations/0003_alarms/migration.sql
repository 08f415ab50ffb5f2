-- Alarms: a hot table of what is still to fire, history and tries partitioned by day.

CREATE TYPE alarm_status AS ENUM ('scheduled', 'firing', 'delivered', 'dead', 'aborted');

-- ---------------------------------------------------------------- what is still to fire

-- Columns stand by their alignment, widest first: that saves 16 bytes a row.
CREATE TABLE alarms (
  due_at timestamptz(6) NOT NULL,
  next_attempt_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL,
  lease_until timestamptz(6),
  deadline_at timestamptz(6),
  version integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  status alarm_status NOT NULL DEFAULT 'scheduled',
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text,
  external_id text,
  url text,
  payload json,
  settings jsonb,

  CONSTRAINT alarms_pkey PRIMARY KEY (id),
  CONSTRAINT alarms_pending_only CHECK (status IN ('scheduled', 'firing')),
  CONSTRAINT alarms_firing_has_lease CHECK ((status = 'firing') = (lease_until IS NOT NULL)),
  CONSTRAINT alarms_attempts_counted CHECK (attempts >= 0 AND max_attempts > 0),
  CONSTRAINT alarms_version_positive CHECK (version > 0),
  CONSTRAINT alarms_never_before_due CHECK (next_attempt_at >= due_at),
  CONSTRAINT alarms_has_action CHECK ((url IS NULL) = (settings ->> 'output_mode' IS NOT DISTINCT FROM 'event')),
  CONSTRAINT alarms_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT alarms_external_id_length CHECK (char_length(external_id) BETWEEN 1 AND 255),
  CONSTRAINT alarms_url_length CHECK (char_length(url) BETWEEN 1 AND 2048)
) WITH (
  -- Rows live shortly: the scan of what is due must not wade through dead ones.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);

-- The due scan and the lease scan.
CREATE INDEX alarms_due ON alarms (next_attempt_at) WHERE status = 'scheduled';
CREATE INDEX alarms_lease ON alarms (lease_until) WHERE status = 'firing';
CREATE INDEX alarms_listed ON alarms (workspace_id, due_at);
-- Few among many, and asked for by the screen.
CREATE INDEX alarms_retrying ON alarms (workspace_id, due_at) WHERE status = 'scheduled' AND attempts > 0;

-- ---------------------------------------------------------------- what has ended

CREATE TABLE alarm_history (
  due_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL,
  sent_at timestamptz(6),
  deadline_at timestamptz(6),
  version integer NOT NULL,
  attempts integer NOT NULL,
  max_attempts integer NOT NULL,
  status alarm_status NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  end_reason text NOT NULL,
  name text,
  external_id text,
  url text,
  payload json,
  settings jsonb,

  CONSTRAINT alarm_history_pkey PRIMARY KEY (id, finished_at),
  CONSTRAINT alarm_history_ended_only CHECK (
    CASE status
      WHEN 'delivered' THEN end_reason = 'delivered'
      WHEN 'dead' THEN end_reason IN ('exhausted', 'gone', 'deadline_passed')
      WHEN 'aborted' THEN end_reason IN ('aborted', 'skipped')
      ELSE false
    END)
) PARTITION BY RANGE (finished_at);

CREATE INDEX alarm_history_listed ON alarm_history (workspace_id, due_at);
CREATE INDEX alarm_history_dead ON alarm_history (workspace_id, finished_at) WHERE status = 'dead';

CREATE TABLE alarm_attempts (
  alarm_id uuid NOT NULL,
  started_at timestamptz(6) NOT NULL,
  sent_at timestamptz(6),
  next_attempt_at timestamptz(6),
  attempt integer NOT NULL,
  duration_us integer NOT NULL,
  status_code integer,
  outcome text NOT NULL,
  detail text,
  address text,
  excerpt text,

  CONSTRAINT alarm_attempts_pkey PRIMARY KEY (alarm_id, attempt, started_at),
  CONSTRAINT alarm_attempts_counted CHECK (attempt > 0 AND duration_us >= 0)
) PARTITION BY RANGE (started_at);

-- Makes the partitions of `days` UTC days from `first` on, where they are missing, and answers how many it made.
-- A table is made by itself and attached: that blocks nobody, while CREATE … PARTITION OF locks out every insert.
CREATE FUNCTION alarm_partitions_ensure(first date, days integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  part text;
  day date;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('alarm_partitions'));
  FOR day IN SELECT first + n FROM generate_series(0, days - 1) AS n LOOP
    FOREACH parent IN ARRAY ARRAY['alarm_history', 'alarm_attempts'] LOOP
      part := parent || '_' || to_char(day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part,
        to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00');
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- ---------------------------------------------------------------- names given by integrators

CREATE TABLE alarm_keys (
  workspace_id uuid NOT NULL,
  external_id text NOT NULL,
  alarm_id uuid NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT alarm_keys_pkey PRIMARY KEY (workspace_id, external_id)
);

-- ---------------------------------------------------------------- signing

CREATE TABLE webhook_secrets (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),

  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_workspace_id_fkey
    FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_secrets_form CHECK (secret LIKE 'whsec\_%')
);

CREATE INDEX webhook_secrets_workspace_id_idx ON webhook_secrets (workspace_id);
-- One secret is in force; those before it have an end.
CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (workspace_id) WHERE expires_at IS NULL;
