-- What reports show beside daily totals, of the people they are about alone: read by workspace, a member's own report of a
-- year read everyone's history.
DROP INDEX timer_spans_entered;
CREATE INDEX timer_spans_entered ON timer_spans (workspace_id, user_id, ended_at) WHERE origin = 'entered';
CREATE INDEX timer_cycles_work_ended ON timer_cycles (workspace_id, user_id, ended_at) WHERE kind = 'work';
