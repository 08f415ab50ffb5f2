-- Corrections that members propose of their own locked time, until an admin has decided.

CREATE TABLE correction_proposals (
  id            uuid PRIMARY KEY,
  workspace_id  uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Who proposes it: whose timer it is.
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  timer_id      uuid NOT NULL REFERENCES timers (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The version of the timer that its member has seen.
  version       integer NOT NULL,
  -- What is proposed, as a correction of this timer takes it.
  wish          jsonb NOT NULL,
  -- The timer as its member has seen it, and as it would be.
  before        jsonb NOT NULL,
  after         jsonb NOT NULL,
  reason        text NOT NULL,
  status        text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  decided_at    timestamptz(3),
  decided_by    uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  note          text NOT NULL DEFAULT '',
  -- What it became.
  correction_id uuid REFERENCES corrections (id) ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_status_known CHECK (
  status IN ('open', 'accepted', 'declined', 'withdrawn', 'superseded'));
ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_reason_length CHECK (
  char_length(reason) BETWEEN 1 AND 230);
ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_note_length CHECK (char_length(note) <= 230);
ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_closed_at_an_instant CHECK (
  (status = 'open') = (decided_at IS NULL));
ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_accepted_as_correction CHECK (
  (status = 'accepted') = (correction_id IS NOT NULL));
ALTER TABLE correction_proposals ADD CONSTRAINT correction_proposals_declined_with_note CHECK (
  status <> 'declined' OR note <> '');
CREATE INDEX correction_proposals_newest_first ON correction_proposals (workspace_id, created_at DESC, id DESC);
CREATE INDEX correction_proposals_user_id_idx ON correction_proposals (user_id);
CREATE INDEX correction_proposals_timer_id_idx ON correction_proposals (timer_id);
CREATE UNIQUE INDEX correction_proposals_correction_id_key ON correction_proposals (correction_id);
CREATE UNIQUE INDEX correction_proposals_one_open ON correction_proposals (timer_id) WHERE status = 'open';

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known CHECK (kind IN
  ('long_run', 'absence', 'after_hours', 'capped', 'phase_ended', 'corrected', 'correction_proposed', 'proposal_decided',
   'week_submitted', 'week_decided', 'endpoint_disabled', 'alert'));
