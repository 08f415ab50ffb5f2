-- Runs of a schedule: pending ones are aborted when it is paused, and both are listed by their due time. Alarms without a
-- schedule stand in neither.
CREATE INDEX alarms_by_schedule ON alarms ((settings ->> 'schedule_id'), due_at, id) WHERE settings ? 'schedule_id';
CREATE INDEX alarm_history_by_schedule ON alarm_history ((settings ->> 'schedule_id'), due_at, id)
  WHERE settings ? 'schedule_id';
