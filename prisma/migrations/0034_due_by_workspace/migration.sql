-- What is due of one workspace, however much of others stands before it. Alarms and deliveries to endpoints apart, as
-- they wait apart; each row stands in one of the two.
CREATE INDEX alarms_due_by_workspace ON alarms (workspace_id, next_attempt_at)
  WHERE status = 'scheduled' AND endpoint_id IS NULL;
CREATE INDEX deliveries_due_by_workspace ON alarms (workspace_id, next_attempt_at)
  WHERE status = 'scheduled' AND endpoint_id IS NOT NULL;
