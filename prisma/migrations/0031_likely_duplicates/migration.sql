-- Rows without clock times are compared with what earlier imports have recorded for the same person and day.

ALTER TABLE import_rows ADD COLUMN matched text;
ALTER TABLE import_rows DROP CONSTRAINT import_rows_resolution_known;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_resolution_known CHECK (resolution IN ('skip', 'trim', 'import'));
CREATE INDEX import_rows_recorded_by_day ON import_rows (workspace_id, user_id, started_at)
  WHERE state IN ('recorded', 'kept');

-- One more kind of notification, whatever kinds there are by now: somebody else has imported a person's time.
DO $$
DECLARE
  known text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'notifications_kind_known');
BEGIN
  ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
  EXECUTE 'ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known '
    || regexp_replace(known, 'ARRAY\[', 'ARRAY[''time_imported''::text, ');
END
$$;
