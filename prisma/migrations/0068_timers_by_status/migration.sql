-- A member's timers of one status in the order of their list: of a rare one, a page and its totals were looked for among all
-- that the member ever had (docs/decisions/0031). Open timers are few, and have an index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS timers_by_status ON timers (workspace_id, user_id, status, started_at DESC, id DESC)
  WHERE ended_at IS NOT NULL;
