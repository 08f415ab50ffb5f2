-- What a person was told, once for each fact, however many workers hear of it. Who leaves the workspace leaves it behind.
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "fact" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notifications_one_a_fact" ON "notifications"("user_id", "fact");
CREATE INDEX "notifications_newest_first" ON "notifications"("workspace_id", "user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notifications_created_at_idx" ON "notifications"("created_at");
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "memberships"("workspace_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The dot on the bell counts these, however many have been read.
CREATE INDEX notifications_unread ON notifications (workspace_id, user_id) WHERE read_at IS NULL;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known CHECK (kind IN
  ('long_run', 'absence', 'after_hours', 'capped', 'phase_ended', 'endpoint_disabled', 'correction'));
ALTER TABLE notifications ADD CONSTRAINT notifications_fact_length CHECK (length(fact) BETWEEN 1 AND 200);
ALTER TABLE notifications ADD CONSTRAINT notifications_read_after_created CHECK (read_at >= created_at);

-- How a person wants to be told; without a row as the service thinks best.
CREATE TABLE "notification_preferences" (
    "user_id" UUID NOT NULL,
    "channels" JSONB NOT NULL,
    "quiet_from_minute" SMALLINT,
    "quiet_to_minute" SMALLINT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_quiet_range
  CHECK (quiet_from_minute BETWEEN 0 AND 1439 AND quiet_to_minute BETWEEN 0 AND 1439);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_quiet_whole
  CHECK ((quiet_from_minute IS NULL) = (quiet_to_minute IS NULL) AND quiet_from_minute <> quiet_to_minute);

-- A browser that takes push messages, for as long as the sign-in that subscribed it lasts.
CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- What browsers hand out is https, and fits into an index (2,704 bytes).
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_endpoint_form
  CHECK (endpoint LIKE 'https://%' AND octet_length(endpoint) <= 2000);

-- The pair that push messages are signed with, where the operator has set none: made once, by whoever is first.
CREATE TABLE "vapid_keys" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vapid_keys_pkey" PRIMARY KEY ("one")
);
ALTER TABLE vapid_keys ADD CONSTRAINT vapid_keys_only_one CHECK (one);
