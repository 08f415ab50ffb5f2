-- Reports that members have saved, and secret links by which a report is read without signing in.

CREATE TABLE saved_reports (
  id           uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  user_id      uuid NOT NULL,
  name         text NOT NULL,
  -- Period, whose time, grouping and filters.
  query        jsonb NOT NULL,
  -- Whether the other members see it, too.
  is_shared    boolean NOT NULL DEFAULT false,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1
);
-- Who leaves the workspace leaves them behind.
ALTER TABLE saved_reports ADD CONSTRAINT saved_reports_workspace_id_user_id_fkey
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE saved_reports ADD CONSTRAINT saved_reports_name_length CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE saved_reports ADD CONSTRAINT saved_reports_version_positive CHECK (version > 0);
CREATE UNIQUE INDEX saved_reports_name ON saved_reports (workspace_id, user_id, lower(name));

CREATE TABLE report_links (
  id             uuid PRIMARY KEY,
  workspace_id   uuid NOT NULL,
  -- Whose rights it has: it shows what they may see.
  user_id        uuid NOT NULL,
  name           text NOT NULL,
  query          jsonb NOT NULL,
  -- Whether it shows the time of others: it stops when its maker may no longer see that.
  of_others      boolean NOT NULL,
  token_hash     bytea NOT NULL,
  -- Argon2id; null without a password.
  password_hash  text,
  created_at     timestamptz(3) NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  last_opened_at timestamptz(3),
  times_opened   integer NOT NULL DEFAULT 0
);
ALTER TABLE report_links ADD CONSTRAINT report_links_workspace_id_user_id_fkey
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE report_links ADD CONSTRAINT report_links_name_length CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE report_links ADD CONSTRAINT report_links_hash_is_sha256 CHECK (octet_length(token_hash) = 32);
ALTER TABLE report_links ADD CONSTRAINT report_links_expires_later CHECK (expires_at > created_at);
ALTER TABLE report_links ADD CONSTRAINT report_links_opened_counted
  CHECK (times_opened >= 0 AND (times_opened = 0) = (last_opened_at IS NULL));
CREATE UNIQUE INDEX report_links_token_hash_key ON report_links (token_hash);
CREATE INDEX report_links_workspace_id_user_id_idx ON report_links (workspace_id, user_id);
