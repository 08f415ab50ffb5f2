-- When somebody deleted a receiver in whose queue alarms still wait: it stays until they have left.
ALTER TABLE receivers ADD COLUMN deleted_at TIMESTAMPTZ(3);
