-- What the tables say by themselves: no code path, race or second process can break these.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- ---------------------------------------------------------------- accounts

ALTER TABLE users
  ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND position('@' IN email) > 1),
  ADD CONSTRAINT users_name_length CHECK (char_length(name) BETWEEN 1 AND 200);

ALTER TABLE workspaces
  ADD CONSTRAINT workspaces_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT workspaces_cap_positive CHECK (cap_seconds BETWEEN 60 AND 31622400);

-- ---------------------------------------------------------------- projects and tickets

CREATE UNIQUE INDEX projects_name ON projects (workspace_id, lower(name)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX tickets_key ON tickets (workspace_id, upper(key));

ALTER TABLE projects ADD CONSTRAINT projects_name_length CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE tickets
  ADD CONSTRAINT tickets_key_form CHECK (char_length(key) BETWEEN 1 AND 64 AND key !~ '\s'),
  ADD CONSTRAINT tickets_title_length CHECK (char_length(title) <= 500),
  ADD CONSTRAINT tickets_estimate_positive CHECK (estimate_seconds > 0);

-- ---------------------------------------------------------------- timers

-- One running timer a user, in any workspace. The index gives the guarantee; the trigger below the good message.
CREATE UNIQUE INDEX timers_one_running ON timers (user_id) WHERE status = 'running';

CREATE FUNCTION timers_refuse_second_running() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other uuid;
BEGIN
  SELECT id INTO other FROM timers WHERE user_id = NEW.user_id AND status = 'running' AND id <> NEW.id;
  IF other IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'unique_violation',
      CONSTRAINT = 'timers_one_running',
      MESSAGE = format('user %s already has a running timer, %s', NEW.user_id, other),
      HINT = 'Stop or pause it first, in the same transaction when switching.';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER timers_refuse_second_running
  BEFORE INSERT OR UPDATE OF status, user_id ON timers
  FOR EACH ROW WHEN (NEW.status = 'running')
  EXECUTE FUNCTION timers_refuse_second_running();

ALTER TABLE timers
  ADD CONSTRAINT timers_open_has_no_end CHECK ((status IN ('running', 'paused')) = (ended_at IS NULL)),
  ADD CONSTRAINT timers_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  ADD CONSTRAINT timers_reason_fits_status CHECK (
    CASE status
      WHEN 'stopped' THEN end_reason IN ('stopped', 'switched')
      WHEN 'completed' THEN end_reason IN ('capped', 'finished')
      WHEN 'discarded' THEN end_reason = 'discarded'
      ELSE end_reason IS NULL
    END),
  ADD CONSTRAINT timers_end_after_start CHECK (ended_at >= started_at),
  ADD CONSTRAINT timers_cap_positive CHECK (cap_seconds > 0),
  ADD CONSTRAINT timers_version_positive CHECK (version > 0),
  ADD CONSTRAINT timers_title_length CHECK (char_length(title) <= 500),
  ADD CONSTRAINT timers_tags_few CHECK (cardinality(tags) <= 50);

CREATE INDEX timers_open ON timers (workspace_id, user_id) WHERE ended_at IS NULL;

-- ---------------------------------------------------------------- spans

-- Spans of a user never overlap. An open span reaches to infinity; spans that touch are legal; empty ones claim nothing.
ALTER TABLE timer_spans
  ADD CONSTRAINT timer_spans_end_after_start CHECK (ended_at >= started_at),
  ADD CONSTRAINT timer_spans_discarded_closed CHECK (NOT (discarded AND ended_at IS NULL)),
  ADD CONSTRAINT timer_spans_no_overlap
    EXCLUDE USING gist (user_id WITH =, tstzrange(started_at, ended_at, '[)') WITH &&) WHERE (NOT discarded);

CREATE UNIQUE INDEX timer_spans_one_open ON timer_spans (timer_id) WHERE ended_at IS NULL;

-- At commit: exactly one open span while the timer runs, none otherwise, and the span's owner is the timer's.
CREATE FUNCTION timers_match_spans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  timer timers%ROWTYPE;
  open_spans int;
  strangers int;
BEGIN
  IF TG_TABLE_NAME = 'timers' THEN
    wanted := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN
    wanted := OLD.timer_id;
  ELSE
    wanted := NEW.timer_id;
  END IF;
  SELECT * INTO timer FROM timers WHERE id = wanted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT count(*) FILTER (WHERE ended_at IS NULL),
         count(*) FILTER (WHERE user_id <> timer.user_id OR workspace_id <> timer.workspace_id
                             OR discarded <> (timer.status = 'discarded'))
    INTO open_spans, strangers FROM timer_spans WHERE timer_id = wanted;
  IF open_spans <> (CASE WHEN timer.status = 'running' THEN 1 ELSE 0 END) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'timers_match_spans',
      MESSAGE = format('timer %s is %s but has %s open spans', wanted, timer.status, open_spans);
  END IF;
  IF strangers > 0 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'timers_match_spans',
      MESSAGE = format('timer %s has %s spans that disagree about owner or discarding', wanted, strangers);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER timers_match_spans
  AFTER INSERT OR UPDATE ON timers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION timers_match_spans();
CREATE CONSTRAINT TRIGGER timer_spans_match_timer
  AFTER INSERT OR UPDATE OR DELETE ON timer_spans
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION timers_match_spans();

-- ---------------------------------------------------------------- events

CREATE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'insufficient_privilege', MESSAGE = 'the event feed is append-only',
    HINT = 'Record a new event instead of changing an old one.';
END $$;

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION events_append_only();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_append_only();

-- ---------------------------------------------------------------- workspaces keep to themselves

-- A timer's ticket and project, and a ticket's project, are of its own workspace. Triggers rather than composite
-- foreign keys: those could not set one column of two to null when a ticket goes, in a way that Prisma can describe.
CREATE FUNCTION same_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  strangers int;
BEGIN
  SELECT count(*) INTO strangers FROM (
    SELECT workspace_id FROM projects WHERE id = NEW.project_id
    UNION ALL
    SELECT workspace_id FROM tickets WHERE id = (to_jsonb(NEW) ->> 'ticket_id')::uuid
  ) AS referred WHERE workspace_id <> NEW.workspace_id;
  IF strangers > 0 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_TABLE_NAME || '_same_workspace',
      MESSAGE = format('%s %s refers to a ticket or project of another workspace', TG_TABLE_NAME, NEW.id);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER timers_same_workspace BEFORE INSERT OR UPDATE OF workspace_id, ticket_id, project_id ON timers
  FOR EACH ROW WHEN (NEW.ticket_id IS NOT NULL OR NEW.project_id IS NOT NULL) EXECUTE FUNCTION same_workspace();
CREATE TRIGGER tickets_same_workspace BEFORE INSERT OR UPDATE OF workspace_id, project_id ON tickets
  FOR EACH ROW WHEN (NEW.project_id IS NOT NULL) EXECUTE FUNCTION same_workspace();
