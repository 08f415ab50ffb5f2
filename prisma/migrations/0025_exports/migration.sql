-- Files of recorded time that a worker writes, and the secret address of a member's calendar (docs/decisions/0026).

CREATE TABLE "exports" (
  "id" UUID NOT NULL,
  "workspace_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "query" JSONB NOT NULL,
  "format" TEXT NOT NULL,
  "of_others" BOOLEAN NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'requested',
  "attempt" INTEGER NOT NULL DEFAULT 0,
  "rows_done" INTEGER NOT NULL DEFAULT 0,
  "rows_total" INTEGER,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  "file_name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "exports_newest_first" ON "exports"("workspace_id", "user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at");
-- Who leaves the workspace leaves them behind.
ALTER TABLE "exports" ADD CONSTRAINT "exports_workspace_id_user_id_fkey"
  FOREIGN KEY ("workspace_id", "user_id") REFERENCES "memberships"("workspace_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE exports ADD CONSTRAINT exports_format_known CHECK (format IN ('csv', 'xlsx', 'jsonl', 'pdf'));
ALTER TABLE exports ADD CONSTRAINT exports_status_known
  CHECK (status IN ('requested', 'running', 'ready', 'failed', 'canceled', 'expired'));
ALTER TABLE exports ADD CONSTRAINT exports_counted
  CHECK (attempt >= 0 AND rows_done >= 0 AND rows_total >= 0 AND bytes >= 0);
ALTER TABLE exports ADD CONSTRAINT exports_running_has_start CHECK (status <> 'running' OR (attempt > 0 AND started_at IS NOT NULL));
ALTER TABLE exports ADD CONSTRAINT exports_ended_has_instant
  CHECK ((status IN ('requested', 'running')) = (finished_at IS NULL));
ALTER TABLE exports ADD CONSTRAINT exports_ready_expires CHECK (status NOT IN ('ready', 'expired') OR expires_at > finished_at);

-- A file in pieces: each attempt writes its own, and only those of the one that has finished are read.
CREATE TABLE "export_chunks" (
  "export_id" UUID NOT NULL,
  "attempt" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "data" BYTEA NOT NULL,
  CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("export_id", "attempt", "position")
);
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_fkey"
  FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Workbooks and PDFs are compressed already, and pglz is slow.
ALTER TABLE export_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE "calendar_feeds" (
  "workspace_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_read_at" TIMESTAMPTZ(3),
  CONSTRAINT "calendar_feeds_pkey" PRIMARY KEY ("workspace_id", "user_id")
);
CREATE UNIQUE INDEX "calendar_feeds_token_hash_key" ON "calendar_feeds"("token_hash");
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_workspace_id_user_id_fkey"
  FOREIGN KEY ("workspace_id", "user_id") REFERENCES "memberships"("workspace_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE calendar_feeds ADD CONSTRAINT calendar_feeds_hash_is_sha256 CHECK (octet_length(token_hash) = 32);

-- One more kind of notification, whatever kinds there are by now.
DO $$
DECLARE
  known text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'notifications_kind_known');
BEGIN
  ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
  EXECUTE 'ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known '
    || regexp_replace(known, 'ARRAY\[', 'ARRAY[''export_finished''::text, ');
END
$$;
