-- An alarm that could not be published to its broker is reported to that broker's dead-letter target, by a `timer.dlq` event.
-- It is an alarm of its own, written by whatever ends the other one, in the same statement, as callbacks are (0057). How
-- often it is attempted is BROKER_RETRY of lib/alarms/alarms/alarm.ts. One that fails as well makes no other.

CREATE FUNCTION alarm_history_dead_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarms (due_at, next_attempt_at, created_at, max_attempts, id, workspace_id, created_by, name, url, payload,
                      settings)
  SELECT
    NEW.finished_at, NEW.finished_at, NEW.finished_at, 51, uuid_of_instant(NEW.finished_at), NEW.workspace_id,
    NEW.created_by, NEW.name, 'broker://' || brokers.id || '/' || brokers.dead_letter_target,
    json_build_object(
      'alarm', json_build_object(
        'id', NEW.id, 'status', NEW.status,
        'due_at', to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'version', NEW.version, 'attempts', NEW.attempts, 'end_reason', NEW.end_reason, 'name', NEW.name,
        'external_id', NEW.external_id, 'target', substring(NEW.url FROM 47), 'payload', NEW.payload),
      'reason', NEW.end_reason, 'workspace_id', NEW.workspace_id, 'subject_id', NEW.id),
    jsonb_build_object(
      'dead_letter_of', NEW.id,
      'retry', jsonb_build_object('base_ms', 1000, 'factor', 2, 'cap_ms', 3600000, 'count', 50),
      'event', jsonb_build_object(
        'id', NEW.id, 'type', 'timer.dlq',
        'at', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
  FROM brokers
  WHERE brokers.id = substring(NEW.url FROM 10 FOR 36)::uuid AND brokers.workspace_id = NEW.workspace_id
    AND brokers.dead_letter_target IS NOT NULL;
  RETURN NULL;
END $$;

-- compatible: only alarms that this version creates are for brokers, whichever version ends them.
CREATE TRIGGER alarm_history_dead_letter AFTER INSERT ON alarm_history
  FOR EACH ROW WHEN (NEW.status = 'dead' AND NEW.url ~ '^broker://[0-9a-f-]{36}/' AND NEW.endpoint_id IS NULL
                     AND (NEW.settings ? 'dead_letter_of') IS NOT TRUE)
  EXECUTE FUNCTION alarm_history_dead_letter();
