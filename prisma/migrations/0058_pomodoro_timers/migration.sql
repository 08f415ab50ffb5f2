-- Whether phases that a report finds belong to a pomodoro: in the table nearly each is on a page of its own, 8,760 pages for
-- a year of a team of 50 (docs/decisions/0028). Without tags, which may be longer than an entry of an index can be.
CREATE INDEX CONCURRENTLY IF NOT EXISTS timers_pomodoro ON timers (id) INCLUDE (workspace_id, user_id, project_id, ticket_id, type)
  WHERE type = 'pomodoro' AND status <> 'discarded';
