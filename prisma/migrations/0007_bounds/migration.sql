-- What one person changed since an instant (GET /timers?updated_since=), without walking what the others changed.
CREATE INDEX "timers_changed_by_user" ON "timers"("workspace_id", "user_id", "updated_at", "id");

-- Does any workspace let this site in? Asked by strangers, with any origin they like.
CREATE INDEX "workspaces_allowed_origins" ON "workspaces" USING GIN ("allowed_origins");

-- Workspaces under maintenance, in which nothing may be left running; few, and mostly none.
CREATE INDEX workspaces_timers_disabled ON workspaces (id) WHERE timers_disabled_at IS NOT NULL;

-- How many invitations somebody has made lately, in all workspaces, and which of a workspace's are theirs.
CREATE INDEX "invitations_by_inviter" ON "invitations"("invited_by", "created_at");
