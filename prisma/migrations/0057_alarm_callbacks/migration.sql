-- An alarm with a callback tells its URL how it ended. What tells it is an alarm of its own, written by whatever ends the
-- alarm, in the same statement: none is lost by a crash between the two, and no code path can forget it. Where there is no
-- callback the condition is all that it costs. `alarm` in the payload is what `alarmFacts` says in events.

CREATE FUNCTION alarm_history_call_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarms (due_at, next_attempt_at, created_at, max_attempts, id, workspace_id, created_by, name, url, payload,
                      settings)
  VALUES (
    NEW.finished_at, NEW.finished_at, NEW.finished_at, (NEW.settings -> 'callback' ->> 'max_attempts')::int,
    uuid_of_instant(NEW.finished_at), NEW.workspace_id, NEW.created_by, NEW.name, NEW.settings -> 'callback' ->> 'url',
    json_build_object(
      'alarm', jsonb_build_object(
        'id', NEW.id, 'status', NEW.status,
        'due_at', to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'version', NEW.version, 'attempts', NEW.attempts, 'end_reason', NEW.end_reason, 'name', NEW.name,
        'external_id', NEW.external_id, 'url', NEW.url),
      'workspace_id', NEW.workspace_id, 'subject_id', NEW.id),
    jsonb_build_object('format', 'standard', 'callback_of', NEW.id, 'event', jsonb_build_object(
      'id', NEW.id, 'type', 'alarm.' || NEW.status,
      'at', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))));
  RETURN NULL;
END $$;

-- compatible: only alarms that this version creates have a callback, whichever version ends them.
CREATE TRIGGER alarm_history_call_back AFTER INSERT ON alarm_history
  FOR EACH ROW WHEN (NEW.settings ? 'callback') EXECUTE FUNCTION alarm_history_call_back();
