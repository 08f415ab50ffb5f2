-- Deliveries of an endpoint are listed by their status, of which a rare one was found by reading all: 5 dead ones among
-- 30,000 deliveries took 1,228 pages, and take 174 by this index. New partitions have it at once, those that are there get it one by one (lib/db/migrate.ts).
CREATE INDEX alarm_history_by_endpoint ON ONLY alarm_history (endpoint_id, status, due_at, id)
  WHERE endpoint_id IS NOT NULL;
