-- The same of deliveries that wait: new ones, those in flight and those that wait for a retry stand apart. One index with
-- what tells them apart instead of three partial ones, since an endpoint's deliveries are counted and ended together too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS alarms_by_endpoint ON alarms (endpoint_id, status, least(attempts, 1), due_at, id)
  WHERE endpoint_id IS NOT NULL;
