-- How the service does, by the minute, kept for 30 days.

-- What a worker saw at the beginning of a minute. A minute that nobody wrote has no row: that is a gap, not a zero.
CREATE TABLE "operation_minutes" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "timers_running" INTEGER NOT NULL,
    "timers_paused" INTEGER NOT NULL,
    "pending" INTEGER NOT NULL,
    "overdue" INTEGER NOT NULL,
    "oldest_overdue_ms" INTEGER NOT NULL,
    "retrying" INTEGER NOT NULL,
    "endpoints_failing" INTEGER NOT NULL,
    "workers" INTEGER NOT NULL,
    "queues" JSONB NOT NULL,
    "database" JSONB NOT NULL,

    CONSTRAINT "operation_minutes_pkey" PRIMARY KEY ("minute")
);

-- What became of alarms in a minute, added up by all workers as they go.
CREATE TABLE "operation_tries" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "due" INTEGER NOT NULL DEFAULT 0,
    "fired" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "retried" INTEGER NOT NULL DEFAULT 0,
    "dead" INTEGER NOT NULL DEFAULT 0,
    "canaries" INTEGER NOT NULL DEFAULT 0,
    "canary_worst_us" INTEGER NOT NULL DEFAULT 0,
    "lateness" INTEGER[],
    "engine_lateness" INTEGER[],

    CONSTRAINT "operation_tries_pkey" PRIMARY KEY ("minute")
);

CREATE TABLE "operation_alerts" (
    "id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "quiet_since" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_alerts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "operation_alerts_opened_at_idx" ON "operation_alerts"("opened_at" DESC);

-- How far the clock of each worker's machine is from the database's.
ALTER TABLE "workers" ADD COLUMN "clock_offset_ms" DOUBLE PRECISION;

-- The oldest workspace is the operators'. Each look at the service asks which it is.
CREATE INDEX "workspaces_created_at_id_idx" ON "workspaces"("created_at", "id");

-- ---------------------------------------------------------------- what Prisma cannot say

ALTER TABLE operation_minutes
  ADD CONSTRAINT operation_minutes_whole CHECK (date_trunc('minute', minute, 'UTC') = minute),
  ADD CONSTRAINT operation_minutes_counted CHECK (
    least(timers_running, timers_paused, pending, overdue, oldest_overdue_ms, retrying, endpoints_failing, workers) >= 0);
ALTER TABLE operation_tries
  ADD CONSTRAINT operation_tries_whole CHECK (date_trunc('minute', minute, 'UTC') = minute),
  ADD CONSTRAINT operation_tries_counted CHECK (
    least(due, fired, delivered, retried, dead, canaries, canary_worst_us) >= 0);
ALTER TABLE operation_alerts
  ADD CONSTRAINT operation_alerts_rule_known CHECK (rule IN ('no_worker', 'canary_silent', 'lateness', 'dead_letters')),
  ADD CONSTRAINT operation_alerts_closed_later CHECK (closed_at >= opened_at);

-- Whoever looks, and however many look at once: an alert is opened once, and told once.
CREATE UNIQUE INDEX operation_alerts_one_open ON operation_alerts (rule) WHERE closed_at IS NULL;

-- Adds two histograms, bucket by bucket; the shorter one has zeros beyond its end.
CREATE FUNCTION lateness_plus(a integer[], b integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY place), '{}')
  FROM unnest(a, b) WITH ORDINALITY AS pair (x, y, place)
$$;

-- People are told of alerts, too.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_known;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_known CHECK (kind IN
  ('long_run', 'absence', 'after_hours', 'capped', 'phase_ended', 'endpoint_disabled', 'corrected', 'alert'));
