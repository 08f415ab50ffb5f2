-- Files of time entries from other products: looked at first, then recorded and perhaps undone as one.

CREATE TABLE imports (
  id           uuid NOT NULL PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id      uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  status       text NOT NULL DEFAULT 'draft',
  source       text NOT NULL,
  file_name    text NOT NULL,
  encoding     text NOT NULL,
  delimiter    text NOT NULL,
  columns      jsonb NOT NULL,
  mapping      jsonb NOT NULL,
  totals       jsonb,
  people       jsonb NOT NULL DEFAULT '[]',
  made         jsonb NOT NULL,
  row_count    integer NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz(3) NOT NULL,
  applied_at   timestamptz(3),
  undone_at    timestamptz(3)
);

ALTER TABLE imports ADD CONSTRAINT imports_status_known
  CHECK (status IN ('draft', 'applying', 'applied', 'undoing', 'undone'));
ALTER TABLE imports ADD CONSTRAINT imports_source_known
  CHECK (source IN ('toggl', 'clockify', 'harvest', 'solidtime', 'kimai', 'csv'));
ALTER TABLE imports ADD CONSTRAINT imports_file_name_length CHECK (char_length(file_name) BETWEEN 1 AND 200);
ALTER TABLE imports ADD CONSTRAINT imports_status_fits CHECK (
  (status IN ('applied', 'undoing', 'undone')) = (applied_at IS NOT NULL) AND (status = 'undone') = (undone_at IS NOT NULL));
ALTER TABLE imports ADD CONSTRAINT imports_looked_at_before CHECK (status = 'draft' OR totals IS NOT NULL);
CREATE INDEX imports_newest_first ON imports (workspace_id, created_at DESC, id DESC);

CREATE TABLE import_rows (
  import_id    uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  line         integer NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  cells        jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'unread',
  user_id      uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  started_at   timestamptz(3),
  ended_at     timestamptz(3),
  spans        jsonb NOT NULL DEFAULT '[]',
  stated_ms    bigint,
  title        text NOT NULL DEFAULT '',
  project      text,
  ticket_key   text,
  tags         text[] NOT NULL DEFAULT ARRAY[]::text[],
  is_placed    boolean NOT NULL DEFAULT false,
  fingerprint  text,
  resolution   text,
  note         jsonb,
  conflicts    jsonb NOT NULL DEFAULT '[]',
  -- Of rows that were recorded; null again when the timer is gone.
  timer_id     uuid REFERENCES timers (id) ON DELETE SET NULL ON UPDATE CASCADE,
  PRIMARY KEY (import_id, line)
);

ALTER TABLE import_rows ADD CONSTRAINT import_rows_state_known CHECK (state IN
  ('unread', 'ready', 'duplicate', 'overlap', 'error', 'skipped', 'recorded', 'undone', 'kept'));
ALTER TABLE import_rows ADD CONSTRAINT import_rows_resolution_known CHECK (resolution IN ('skip', 'trim'));
CREATE INDEX import_rows_by_state ON import_rows (import_id, state, line);
CREATE INDEX "import_rows_timer_id_idx" ON import_rows (timer_id);
-- An entry is recorded once, however often its file is imported, and by how many workers at a time.
CREATE UNIQUE INDEX import_rows_recorded_once ON import_rows (workspace_id, fingerprint)
  WHERE state IN ('recorded', 'kept');
