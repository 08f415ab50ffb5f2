-- Lists of alarms walk an index of the state they ask for: among 500,000 alarms of a workspace those of a rare state were
-- found by reading all. Each row is in one of them, as it was in one before, so writing costs no more. With the id, since
-- many alarms may be due in the same instant.
CREATE INDEX alarms_scheduled ON alarms (workspace_id, due_at, id)
  WHERE status = 'scheduled' AND attempts = 0 AND endpoint_id IS NULL;
CREATE INDEX alarms_firing ON alarms (workspace_id, due_at, id) WHERE status = 'firing' AND endpoint_id IS NULL;
DROP INDEX alarms_retrying;
CREATE INDEX alarms_retrying ON alarms (workspace_id, due_at, id)
  WHERE status = 'scheduled' AND attempts > 0 AND endpoint_id IS NULL;
DROP INDEX alarms_listed;

CREATE INDEX alarm_history_by_status ON alarm_history (workspace_id, status, due_at, id) WHERE endpoint_id IS NULL;
DROP INDEX alarm_history_listed;
