-- Time by timer and day, computed ahead for reports (docs/decisions/0027). The view is right as of its last refresh; what
-- has changed since is written down beside it, in the transaction that changes it, and counted from its spans.

-- A row: a timer that had no open span, and one of its owner's days on which it has time.
CREATE MATERIALIZED VIEW daily_totals AS
  SELECT t.workspace_id, t.user_id, d.day, t.id AS timer_id, t.project_id, t.ticket_id, t.type,
         nullif(t.tags, '{}') AS tags, d.tracked_ms, d.spans, d.spans_begun, d.previous_day, d.is_whole, d.hours
  FROM (
    SELECT h.timer_id, h.day, sum(h.ms)::integer AS tracked_ms,
           -- Spans with time on this day, and those of them that began on it.
           sum(h.spans)::integer AS spans, sum(h.spans_begun)::integer AS spans_begun,
           -- The day before on which the timer has time: in a range it is counted once, on its first day there.
           lag(h.day) OVER (PARTITION BY h.timer_id ORDER BY h.day) AS previous_day,
           -- Whether it has time on this day alone.
           count(*) OVER (PARTITION BY h.timer_id) = 1 AS is_whole,
           -- For each hour on the clock with time: the hour times ten million, and milliseconds.
           array_agg(h.hour * 10000000 + h.ms) AS hours
    FROM (
      SELECT s.timer_id, part.day, piece.hour,
             round(sum(date_part('epoch', piece.ends_at - piece.starts_at)) * 1000)::integer AS ms,
             count(*) FILTER (WHERE piece.starts_at = part.starts_at) AS spans,
             count(*) FILTER (WHERE piece.starts_at = s.started_at) AS spans_begun
      FROM timer_spans s
        JOIN users u ON u.id = s.user_id,
        LATERAL split_by_day(s.started_at, s.ended_at, u.time_zone, u.day_start_hour) AS part,
        LATERAL split_by_hour(part.starts_at, part.ends_at, u.time_zone) AS piece
      GROUP BY s.timer_id, part.day, piece.hour
    ) AS h
    GROUP BY h.timer_id, h.day
  ) AS d
  JOIN timers t ON t.id = d.timer_id
  WHERE t.status NOT IN ('running', 'discarded')
  ORDER BY t.workspace_id, t.user_id, d.day;

-- For REFRESH … CONCURRENTLY, and for the days that a changed timer had.
CREATE UNIQUE INDEX daily_totals_timer_day ON daily_totals (timer_id, day);
CREATE INDEX daily_totals_member_day ON daily_totals (workspace_id, user_id, day);

-- When the view was refreshed: one row.
CREATE TABLE daily_totals_refreshes (
  only_one     boolean NOT NULL DEFAULT true PRIMARY KEY,
  refreshed_at timestamptz(3) NOT NULL,
  duration_ms  integer NOT NULL
);
ALTER TABLE daily_totals_refreshes ADD CONSTRAINT daily_totals_refreshes_one CHECK (only_one);

-- Timers that were written to since a refresh that has seen it: without a foreign key, since deleting one is a change too.
-- Rows are only ever added, so that nobody waits; a refresh deletes those that its snapshot shows.
CREATE TABLE changed_timers (
  workspace_id uuid NOT NULL,
  timer_id     uuid NOT NULL,
  -- The transaction that wrote it.
  xid          bigint NOT NULL,
  PRIMARY KEY (workspace_id, timer_id, xid)
);

-- Likewise people who have moved, or whose days begin at another hour: all days of theirs are others.
CREATE TABLE changed_day_rules (
  user_id uuid NOT NULL,
  xid     bigint NOT NULL,
  PRIMARY KEY (user_id, xid)
);

CREATE FUNCTION timers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_timers (workspace_id, timer_id, xid)
    SELECT workspace_id, id, pg_current_xact_id()::text::bigint FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION timer_spans_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_timers (workspace_id, timer_id, xid)
    SELECT workspace_id, timer_id, pg_current_xact_id()::text::bigint FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION users_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_day_rules (user_id, xid) VALUES (NEW.id, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER timers_changed_insert AFTER INSERT ON timers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timers_changed();
CREATE TRIGGER timers_changed_update AFTER UPDATE ON timers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timers_changed();
CREATE TRIGGER timers_changed_delete AFTER DELETE ON timers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timers_changed();
CREATE TRIGGER timer_spans_changed_insert AFTER INSERT ON timer_spans REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timer_spans_changed();
CREATE TRIGGER timer_spans_changed_update AFTER UPDATE ON timer_spans REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timer_spans_changed();
CREATE TRIGGER timer_spans_changed_delete AFTER DELETE ON timer_spans REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION timer_spans_changed();
CREATE TRIGGER users_days_changed AFTER UPDATE OF time_zone, day_start_hour ON users
  FOR EACH ROW WHEN (OLD.time_zone <> NEW.time_zone OR OLD.day_start_hour <> NEW.day_start_hour)
  EXECUTE FUNCTION users_days_changed();

-- Of reports: what was entered by hand.
CREATE INDEX timer_spans_entered ON timer_spans (workspace_id, started_at) WHERE origin = 'entered';
