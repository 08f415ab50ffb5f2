-- Settings of people and workspaces, invitations, the workspace a session works in, workers that show they live, and
-- when tickets and projects changed last.

ALTER TABLE "users" ADD COLUMN "conflict_policy" TEXT NOT NULL DEFAULT 'ask',
ADD COLUMN "day_start_hour" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "hour_cycle" TEXT,
ADD COLUMN "single_keys" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "theme" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN "week_start" SMALLINT NOT NULL DEFAULT 1;

ALTER TABLE "workspaces" ADD COLUMN "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "nudge_seconds" INTEGER NOT NULL DEFAULT 21600,
ADD COLUMN "retention_days" INTEGER,
ADD COLUMN "timers_disabled_at" TIMESTAMPTZ(3);

ALTER TABLE "sessions" ADD COLUMN "workspace_id" UUID;

ALTER TABLE "projects" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "tickets" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "projects" SET "updated_at" = coalesce("archived_at", "created_at");
UPDATE "tickets" SET "updated_at" = coalesce("archived_at", "created_at");

CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "email" TEXT,
    "role" "role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_workspace_id_idx" ON "invitations"("workspace_id");
CREATE INDEX "workers_seen_at_idx" ON "workers"("seen_at");
CREATE INDEX "timers_changed" ON "timers"("workspace_id", "updated_at", "id");
CREATE INDEX "tickets_changed" ON "tickets"("workspace_id", "updated_at", "id");
CREATE INDEX "projects_changed" ON "projects"("workspace_id", "updated_at", "id");

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

ALTER TABLE users
  ADD CONSTRAINT users_conflict_policy_known CHECK (conflict_policy IN ('ask', 'last_resume_wins')),
  ADD CONSTRAINT users_day_start_hour_range CHECK (day_start_hour BETWEEN 0 AND 23),
  ADD CONSTRAINT users_hour_cycle_known CHECK (hour_cycle IN ('h12', 'h23')),
  ADD CONSTRAINT users_theme_known CHECK (theme IN ('system', 'light', 'dark')),
  ADD CONSTRAINT users_week_start_range CHECK (week_start BETWEEN 1 AND 7);

ALTER TABLE workspaces
  ADD CONSTRAINT workspaces_nudge_positive CHECK (nudge_seconds BETWEEN 60 AND 31622400),
  ADD CONSTRAINT workspaces_retention_positive CHECK (retention_days BETWEEN 1 AND 3650),
  ADD CONSTRAINT workspaces_origins_few CHECK (cardinality(allowed_origins) <= 50);

ALTER TABLE invitations
  ADD CONSTRAINT invitations_never_owner CHECK (role <> 'owner'),
  ADD CONSTRAINT invitations_accepted_by_somebody CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  ADD CONSTRAINT invitations_ended_once CHECK (accepted_at IS NULL OR revoked_at IS NULL);

-- Exactly one owner a workspace. The index refuses a second one; the trigger refuses, at commit, that none is left.
CREATE UNIQUE INDEX memberships_one_owner ON memberships (workspace_id) WHERE role = 'owner';

ALTER TABLE memberships ADD CONSTRAINT memberships_owner_enabled CHECK (role <> 'owner' OR disabled_at IS NULL);

CREATE FUNCTION memberships_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM workspaces WHERE id = OLD.workspace_id)
     AND NOT EXISTS (SELECT FROM memberships WHERE workspace_id = OLD.workspace_id AND role = 'owner') THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner',
      MESSAGE = format('workspace %s would be left without an owner', OLD.workspace_id),
      HINT = 'Transfer the ownership first.';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER memberships_keep_owner
  AFTER UPDATE OR DELETE ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION memberships_keep_owner();
