-- Worklogs that are pushed to GitLab and Jira: one for each session and local day (docs/ticket-sources.md).

-- How a source pushes; a source without a row never has.
CREATE TABLE worklog_settings (
  source_id        uuid PRIMARY KEY REFERENCES ticket_sources (id) ON DELETE CASCADE ON UPDATE CASCADE,
  tracker          text NOT NULL,
  base_url         text NOT NULL,
  -- The account's email, with which Jira Cloud wants a token.
  email            text,
  -- Sealed with AUTH_SECRET.
  sealed_token     text NOT NULL,
  names_author     boolean NOT NULL DEFAULT true,
  adjusts_estimate boolean NOT NULL DEFAULT false,
  state            text NOT NULL DEFAULT 'off',
  -- Sessions that ended since then are pushed, and days from from_date on.
  on_since         timestamptz(3) NOT NULL,
  from_date        date,
  -- The tracker rejected the token: nothing is pushed until somebody enters another or resumes.
  paused_at        timestamptz(3),
  paused_reason    text,
  -- The tracker asked to be left alone until then.
  wait_until       timestamptz(3),
  updated_at       timestamptz(3) NOT NULL DEFAULT now()
);
ALTER TABLE worklog_settings ADD CONSTRAINT worklog_settings_tracker_known
  CHECK (tracker IN ('gitlab', 'jira_cloud', 'jira_data_center'));
ALTER TABLE worklog_settings ADD CONSTRAINT worklog_settings_state_known CHECK (state IN ('off', 'on', 'removing'));
ALTER TABLE worklog_settings ADD CONSTRAINT worklog_settings_email_of_cloud
  CHECK ((tracker = 'jira_cloud') = (email IS NOT NULL));
ALTER TABLE worklog_settings ADD CONSTRAINT worklog_settings_paused_with_reason
  CHECK ((paused_at IS NULL) = (paused_reason IS NULL));

-- What is known of each worklog at the tracker. No foreign key to the timer: a deleted one takes its worklogs with it.
CREATE TABLE worklogs (
  source_id       uuid NOT NULL REFERENCES worklog_settings (source_id) ON DELETE CASCADE ON UPDATE CASCADE,
  timer_id        uuid NOT NULL,
  day             date NOT NULL,
  state           text NOT NULL,
  -- The issue it is on, by the tracker's own id.
  issue_id        text NOT NULL,
  -- Null while the tracker has none, or whether it has one is not known.
  remote_id       text,
  -- Whether one may have been created without the response having arrived: it is searched for by its marker.
  is_unsure       boolean NOT NULL DEFAULT false,
  -- Of what the tracker has.
  content_hash    text,
  -- Of what failed for good, and is not attempted again.
  failed_hash     text,
  -- When the request that is under way was begun; who holds it names the claim.
  claimed_at      timestamptz(3),
  claim           uuid,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  last_error      text,
  updated_at      timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (source_id, timer_id, day)
);
ALTER TABLE worklogs ADD CONSTRAINT worklogs_state_known CHECK (state IN ('sending', 'waiting', 'pushed', 'failed'));
ALTER TABLE worklogs ADD CONSTRAINT worklogs_claimed_while_sending
  CHECK ((state = 'sending') = (claim IS NOT NULL) AND (claim IS NULL) = (claimed_at IS NULL));
ALTER TABLE worklogs ADD CONSTRAINT worklogs_failed_with_error
  CHECK ((state = 'failed') = (failed_hash IS NOT NULL) AND (state <> 'failed' OR last_error IS NOT NULL));
CREATE INDEX worklogs_timer_id_idx ON worklogs (timer_id);

-- Sessions to look at again. Rows are only ever added, so that nobody who stops a timer waits for a request to a tracker;
-- who has brought a session's worklogs up to date deletes those that they saw.
CREATE TABLE worklog_changes (
  source_id  uuid NOT NULL REFERENCES worklog_settings (source_id) ON DELETE CASCADE ON UPDATE CASCADE,
  timer_id   uuid NOT NULL,
  -- The transaction that changed it.
  xid        bigint NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (source_id, timer_id, xid)
);

-- Every verb that changes a session writes its timer too. Ended ones of a source that pushes, and those with worklogs.
CREATE FUNCTION worklogs_timers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM worklog_settings WHERE state <> 'off') THEN
    RETURN NULL;
  END IF;
  INSERT INTO worklog_changes (source_id, timer_id, xid, changed_at)
    SELECT l.source_id, c.id, pg_current_xact_id()::text::bigint, c.updated_at
    FROM changed c
      JOIN ticket_links l ON l.ticket_id = c.ticket_id
      JOIN worklog_settings s ON s.source_id = l.source_id AND s.state = 'on'
    WHERE c.ended_at IS NOT NULL
    UNION
    SELECT w.source_id, c.id, pg_current_xact_id()::text::bigint, c.updated_at
    FROM changed c
      JOIN worklogs w ON w.timer_id = c.id
      JOIN worklog_settings s ON s.source_id = w.source_id AND s.state <> 'off'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER worklogs_timers_insert AFTER INSERT ON timers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION worklogs_timers_changed();
CREATE TRIGGER worklogs_timers_update AFTER UPDATE ON timers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION worklogs_timers_changed();
CREATE TRIGGER worklogs_timers_delete AFTER DELETE ON timers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION worklogs_timers_changed();

-- A ticket becomes an issue of a source, perhaps after its sessions have ended, or is one no longer. With a source that is
-- being deleted everything that is known of its worklogs goes.
CREATE FUNCTION worklogs_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO worklog_changes (source_id, timer_id, xid, changed_at)
      SELECT s.source_id, t.id, pg_current_xact_id()::text::bigint, t.updated_at
      FROM worklog_settings s JOIN timers t ON t.ticket_id = NEW.ticket_id
      WHERE s.source_id = NEW.source_id AND s.state = 'on' AND t.ended_at IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'INSERT' AND EXISTS (SELECT FROM ticket_sources WHERE id = OLD.source_id) THEN
    INSERT INTO worklog_changes (source_id, timer_id, xid, changed_at)
      SELECT DISTINCT s.source_id, t.id, pg_current_xact_id()::text::bigint, t.updated_at
      FROM worklog_settings s
        JOIN timers t ON t.ticket_id = OLD.ticket_id
        JOIN worklogs w ON w.source_id = s.source_id AND w.timer_id = t.id
      WHERE s.source_id = OLD.source_id AND s.state <> 'off'
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER worklogs_link_insert AFTER INSERT ON ticket_links
  FOR EACH ROW EXECUTE FUNCTION worklogs_link_changed();
CREATE TRIGGER worklogs_link_update AFTER UPDATE OF ticket_id ON ticket_links
  FOR EACH ROW WHEN (NEW.ticket_id <> OLD.ticket_id) EXECUTE FUNCTION worklogs_link_changed();

CREATE TRIGGER worklogs_link_delete AFTER DELETE ON ticket_links
  FOR EACH ROW EXECUTE FUNCTION worklogs_link_changed();

-- Admins are told when a tracker no longer takes the token.
DO $$
DECLARE
  known text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'notifications_kind_known');
BEGIN
  ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
  EXECUTE 'ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known '
    || regexp_replace(known, 'ARRAY\[', 'ARRAY[''worklogs_paused''::text, ');
END
$$;
