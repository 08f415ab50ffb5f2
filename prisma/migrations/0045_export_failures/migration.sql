-- Why an export failed, when requesting it again as it is would fail too; null when that may succeed.
ALTER TABLE exports ADD COLUMN failure_reason TEXT;
