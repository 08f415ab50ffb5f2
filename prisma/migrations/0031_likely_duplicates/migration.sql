-- Rows without clock times are compared with what earlier imports have recorded for the same person and day.

ALTER TABLE import_rows ADD COLUMN matched text;
ALTER TABLE import_rows DROP CONSTRAINT import_rows_resolution_known;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_resolution_known CHECK (resolution IN ('skip', 'trim', 'import'));
CREATE INDEX import_rows_recorded_by_day ON import_rows (workspace_id, user_id, started_at)
  WHERE state IN ('recorded', 'kept');
