-- Who is called, where delivery there is paused or limited: the alarms of a workspace to one origin, an endpoint, or,
-- with neither, all of the workspace.
CREATE TABLE receivers (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  origin TEXT,
  endpoint_id UUID REFERENCES endpoints (id) ON DELETE CASCADE ON UPDATE CASCADE,
  paused_at TIMESTAMPTZ(3),
  max_per_second DOUBLE PRECISION,
  max_concurrency INTEGER,
  -- It was paused or limited, and some of what waited for that may still wait.
  drains BOOLEAN NOT NULL DEFAULT false,
  -- When the next may leave by the rate, and how many have left through the queue.
  next_at TIMESTAMPTZ(6),
  granted BIGINT NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT receivers_one_kind CHECK (origin IS NULL OR endpoint_id IS NULL),
  CONSTRAINT receivers_rate CHECK (max_per_second > 0 AND max_per_second <= 1000),
  CONSTRAINT receivers_concurrency CHECK (max_concurrency BETWEEN 1 AND 1000),
  CONSTRAINT receivers_workspace_only_paused
    CHECK (num_nonnulls(origin, endpoint_id) = 1 OR num_nonnulls(max_per_second, max_concurrency) = 0)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX receivers_origin ON receivers (workspace_id, origin) WHERE origin IS NOT NULL;
CREATE UNIQUE INDEX receivers_endpoint ON receivers (endpoint_id) WHERE endpoint_id IS NOT NULL;
CREATE UNIQUE INDEX receivers_workspace ON receivers (workspace_id) WHERE origin IS NULL AND endpoint_id IS NULL;
CREATE INDEX receivers_in_force ON receivers (id)
  WHERE drains OR paused_at IS NOT NULL OR max_per_second IS NOT NULL OR max_concurrency IS NOT NULL;

-- The receiver in whose queue an alarm waits, or through whose queue it last went. What waits there has a next attempt in
-- the year 2200, so that nothing that looks for what is due ever meets it.
ALTER TABLE alarms ADD COLUMN receiver_id UUID;
CREATE INDEX alarms_of_receiver ON alarms (receiver_id, status, next_attempt_at, due_at) WHERE receiver_id IS NOT NULL;
