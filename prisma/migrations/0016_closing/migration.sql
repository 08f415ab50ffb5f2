-- Days whose time is settled: through this one, that many days after it, owners change nothing of it by themselves.

ALTER TABLE workspaces ADD COLUMN closed_through date;
ALTER TABLE workspaces ADD COLUMN closing_grace_days smallint NOT NULL DEFAULT 0;
-- What was closed when a later day was chosen: it stays so, whatever the days of grace of that one.
ALTER TABLE workspaces ADD COLUMN settled_through date;
ALTER TABLE workspaces ADD CONSTRAINT workspaces_settled_before_closed CHECK (settled_through <= closed_through);
ALTER TABLE workspaces ADD CONSTRAINT workspaces_settled_with_closed CHECK (settled_through IS NULL OR closed_through IS NOT NULL);
ALTER TABLE workspaces ADD CONSTRAINT workspaces_closing_grace_days CHECK (closing_grace_days BETWEEN 0 AND 31);
