-- Which timers of a workspace have worked since an instant: tickets are listed by it, for which all spans were read (123,078
-- pages among 300,163 spans; docs/decisions/0031). Not by their start, since a span may be of any length.
CREATE INDEX CONCURRENTLY IF NOT EXISTS timer_spans_ended ON timer_spans (workspace_id, ended_at) INCLUDE (timer_id)
  WHERE ended_at IS NOT NULL;
