-- Weeks of members that were submitted: who may still change their time is decided by what became of them.

CREATE TABLE weeks (
  workspace_id    uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Its first day, as its member's weeks began when it was submitted.
  starts_on       date NOT NULL,
  status          text NOT NULL,
  submitted_at    timestamptz(3),
  -- What was tracked in it by then.
  submitted_ms    integer,
  decided_at      timestamptz(3),
  decided_by      uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  -- What was tracked in it when it was approved.
  approved_ms     integer,
  words           text NOT NULL DEFAULT '',
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, user_id, starts_on)
);

ALTER TABLE weeks ADD CONSTRAINT weeks_status_known CHECK (status IN ('open', 'submitted', 'approved', 'returned'));
ALTER TABLE weeks ADD CONSTRAINT weeks_words_length CHECK (char_length(words) <= 500);
ALTER TABLE weeks ADD CONSTRAINT weeks_submitted_with_sum CHECK ((submitted_at IS NULL) = (submitted_ms IS NULL));
ALTER TABLE weeks ADD CONSTRAINT weeks_approved_with_sum CHECK ((status = 'approved') = (approved_ms IS NOT NULL));
ALTER TABLE weeks ADD CONSTRAINT weeks_status_fits CHECK (
  (status = 'open' OR submitted_at IS NOT NULL) AND ((status IN ('approved', 'returned')) = (decided_at IS NOT NULL)));
ALTER TABLE weeks ADD CONSTRAINT weeks_returned_with_words CHECK (status <> 'returned' OR words <> '');
CREATE INDEX weeks_newest_first ON weeks (workspace_id, starts_on DESC, user_id);

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known CHECK (kind IN
  ('long_run', 'absence', 'after_hours', 'capped', 'phase_ended', 'corrected', 'week_submitted', 'week_decided',
   'endpoint_disabled', 'alert'));
