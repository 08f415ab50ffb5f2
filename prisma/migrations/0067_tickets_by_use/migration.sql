-- When a person last started a timer on each ticket, without reading their timers: it is asked for each time that somebody
-- looks for a ticket (docs/decisions/0031).
CREATE INDEX CONCURRENTLY IF NOT EXISTS timers_by_ticket_use ON timers (workspace_id, user_id, ticket_id, started_at)
  WHERE ticket_id IS NOT NULL AND status <> 'discarded';
