-- What was changed of recorded time after the fact, by whom and why, and what it was before: any of it can be taken back.

CREATE TABLE corrections (
  id           uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  made_by      uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  reason       text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  -- The correction that this one takes back.
  reverts_id   uuid REFERENCES corrections (id) ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE corrections ADD CONSTRAINT corrections_reason_length CHECK (char_length(reason) <= 500);
CREATE INDEX corrections_newest_first ON corrections (workspace_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX corrections_reverts_id_key ON corrections (reverts_id);

CREATE TABLE correction_items (
  correction_id uuid NOT NULL REFERENCES corrections (id) ON DELETE CASCADE ON UPDATE CASCADE,
  position      integer NOT NULL,
  timer_id      uuid NOT NULL REFERENCES timers (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whose time it was.
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- And whose it has been since.
  user_id_after uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  before        jsonb NOT NULL,
  after         jsonb NOT NULL,
  version_after integer NOT NULL,
  PRIMARY KEY (correction_id, position)
);

CREATE INDEX correction_items_timer_id_idx ON correction_items (timer_id);
CREATE INDEX correction_items_user_id_idx ON correction_items (user_id);
CREATE INDEX correction_items_user_id_after_idx ON correction_items (user_id_after);

-- What needs a look in a workspace: the few that do, found without reading the rest. 10 hours: LONG_SPAN_MS in
-- lib/tracking/corrections/correction.ts.
CREATE INDEX timers_to_review ON timers (workspace_id, started_at) WHERE needs_review;
CREATE INDEX timer_spans_long ON timer_spans (workspace_id, started_at) WHERE ended_at - started_at > interval '10 hours';

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known CHECK (kind IN
  ('long_run', 'absence', 'after_hours', 'capped', 'phase_ended', 'endpoint_disabled', 'corrected'));
