-- Endpoints: a workspace's webhook subscriptions to its events. What they are sent are alarms due now.

CREATE TABLE "endpoints" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" TEXT[],
    "format" TEXT NOT NULL DEFAULT 'standard',
    "max_attempts" INTEGER NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "endpoints_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "endpoints_workspace_id_idx" ON "endpoints"("workspace_id");
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "alarms" ADD COLUMN "endpoint_id" UUID;
ALTER TABLE "alarm_history" ADD COLUMN "endpoint_id" UUID;
ALTER TABLE "webhook_secrets" ADD COLUMN "endpoint_id" UUID;
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

ALTER TABLE endpoints
  ADD CONSTRAINT endpoints_url_length CHECK (char_length(url) BETWEEN 1 AND 2048),
  ADD CONSTRAINT endpoints_description_length CHECK (char_length(description) BETWEEN 1 AND 200),
  ADD CONSTRAINT endpoints_event_types_some CHECK (cardinality(event_types) BETWEEN 1 AND 100),
  ADD CONSTRAINT endpoints_format_known CHECK (format IN ('standard', 'cloudevents', 'cloudevents-binary')),
  ADD CONSTRAINT endpoints_disabled_has_reason CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  ADD CONSTRAINT endpoints_disabled_reason_known CHECK (disabled_reason IN ('manual', 'failing')),
  ADD CONSTRAINT endpoints_attempts_positive CHECK (max_attempts > 0),
  ADD CONSTRAINT endpoints_version_positive CHECK (version > 0);

-- Of those enabled, which have failed for too long.
CREATE INDEX endpoints_failing ON endpoints (failing_since) WHERE disabled_at IS NULL AND failing_since IS NOT NULL;

-- One secret is in force for the workspace, and one for each endpoint.
DROP INDEX webhook_secrets_one_current;
CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (workspace_id)
  WHERE expires_at IS NULL AND endpoint_id IS NULL;
CREATE UNIQUE INDEX webhook_secrets_one_current_of_endpoint ON webhook_secrets (endpoint_id)
  WHERE expires_at IS NULL AND endpoint_id IS NOT NULL;

-- The workspace's own alarms and the deliveries of its endpoints are listed apart, and neither steps over the other.
DROP INDEX alarms_listed;
DROP INDEX alarms_retrying;
DROP INDEX alarm_history_listed;
DROP INDEX alarm_history_dead;
CREATE INDEX alarms_listed ON alarms (workspace_id, due_at) WHERE endpoint_id IS NULL;
CREATE INDEX alarms_retrying ON alarms (workspace_id, due_at)
  WHERE status = 'scheduled' AND attempts > 0 AND endpoint_id IS NULL;
CREATE INDEX alarm_history_listed ON alarm_history (workspace_id, due_at) WHERE endpoint_id IS NULL;
CREATE INDEX alarm_history_dead ON alarm_history (workspace_id, finished_at)
  WHERE status = 'dead' AND endpoint_id IS NULL;
CREATE INDEX alarms_of_endpoint ON alarms (endpoint_id, due_at) WHERE endpoint_id IS NOT NULL;
CREATE INDEX alarm_history_of_endpoint ON alarm_history (endpoint_id, due_at) WHERE endpoint_id IS NOT NULL;

-- ---------------------------------------------------------------- publishing

-- True when a subscription to `wanted` (types, groups such as `timer.*`, or `*`) takes in events of this type.
CREATE FUNCTION endpoint_wants(wanted text[], type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT wanted && ARRAY['*', type, split_part(type, '.', 1) || '.*']
$$;

-- A new UUID of version 7 (RFC 9562), which Postgres has of its own from 18 on only.
CREATE FUNCTION uuid_of_instant(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
    'hex')::uuid
$$;

-- Whatever writes an event writes, in the same transaction, an alarm for each endpoint that wants it: none is lost by a
-- crash between the two, and no code path can forget it. Whom to wake is the writer's business, after its commit.
-- By the index also where the plan was made while there were no endpoints. It asks before it inserts: where nobody wants
-- the event that is cheaper. Measured on two busy cores: 10 to 35 us of an insert of 30 us, without the question 45.
CREATE FUNCTION events_publish() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM added JOIN endpoints ON endpoints.workspace_id = added.workspace_id
    WHERE endpoints.disabled_at IS NULL AND endpoint_wants(endpoints.event_types, added.type)
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO alarms (due_at, next_attempt_at, created_at, max_attempts, id, workspace_id, created_by, endpoint_id,
                      name, url, payload, settings)
  SELECT added.created_at, added.created_at, added.created_at, endpoints.max_attempts,
         uuid_of_instant(added.created_at), added.workspace_id, endpoints.created_by, endpoints.id, added.type,
         endpoints.url,
         (added.data || jsonb_build_object(
           'event_id', added.id::text, 'workspace_id', added.workspace_id, 'subject_id', added.subject_id,
           'user_id', added.user_id, 'actor', added.actor, 'request_id', added.request_id))::json,
         jsonb_build_object('format', endpoints.format, 'event', jsonb_build_object(
           'id', added.id::text, 'type', added.type,
           'at', to_char(added.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  FROM added JOIN endpoints ON endpoints.workspace_id = added.workspace_id
  WHERE endpoints.disabled_at IS NULL AND endpoint_wants(endpoints.event_types, added.type)
  ORDER BY added.id;
  RETURN NULL;
END $$;

CREATE TRIGGER events_publish AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION events_publish();
