-- Message brokers of a workspace, which alarms publish to and are registered from, and the events that were consumed.

CREATE TABLE brokers (
  id                 uuid PRIMARY KEY,
  workspace_id       uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The API key, else the user, that created it: who creates the alarms that it registers.
  created_by         uuid NOT NULL,
  name               text NOT NULL,
  kind               text NOT NULL,
  -- The URL with its credentials, encrypted for this row.
  sealed_url         text NOT NULL,
  dialect            text NOT NULL DEFAULT 'timer-service',
  -- Stream, queue or subject whose events become alarms; null when it consumes nothing.
  input_target       text,
  -- Where events go that name no target of their own.
  output_target      text,
  -- Where events go that could not be delivered or understood; null when nobody is notified.
  dead_letter_target text,
  paused             boolean NOT NULL DEFAULT false,
  created_at         timestamptz(3) NOT NULL DEFAULT now(),
  updated_at         timestamptz(3) NOT NULL DEFAULT now(),
  version            integer NOT NULL DEFAULT 1,
  -- Written by workers.
  last_connected_at  timestamptz(3),
  last_error         text,
  last_error_at      timestamptz(3),
  -- Events consumed so far, and those that wait; null while that is not known.
  consumed           bigint NOT NULL DEFAULT 0,
  lag                bigint,
  CONSTRAINT brokers_name_slug CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  CONSTRAINT brokers_kind_known CHECK (kind IN ('redis', 'rabbitmq', 'nats')),
  CONSTRAINT brokers_dialect_known CHECK (dialect IN ('timer-service', 'flunq')),
  CONSTRAINT brokers_input_target_visible CHECK (input_target ~ '^[!-~]{1,200}$'),
  CONSTRAINT brokers_output_target_visible CHECK (output_target ~ '^[!-~]{1,200}$'),
  CONSTRAINT brokers_dead_letter_target_visible CHECK (dead_letter_target ~ '^[!-~]{1,200}$'),
  -- What is not understood would be consumed again and again.
  CONSTRAINT brokers_dead_letters_not_consumed CHECK (dead_letter_target <> input_target),
  CONSTRAINT brokers_error_at_an_instant CHECK ((last_error IS NULL) = (last_error_at IS NULL)),
  CONSTRAINT brokers_counted CHECK (consumed >= 0 AND lag >= 0),
  CONSTRAINT brokers_version_positive CHECK (version > 0)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX brokers_workspace_id_name_key ON brokers (workspace_id, name);

-- Each event becomes one alarm, however often it is delivered. Kept as long as finished alarms are.
CREATE TABLE consumed_events (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- `source` and `id` of CloudEvents.
  source       text NOT NULL,
  event_id     text NOT NULL,
  -- The alarm that it created or changed; null when there was none.
  alarm_id     uuid,
  consumed_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, source, event_id),
  -- An entry of the index is at most a third of a page.
  CONSTRAINT consumed_events_source_length CHECK (octet_length(source) BETWEEN 1 AND 1024),
  CONSTRAINT consumed_events_event_id_length CHECK (octet_length(event_id) BETWEEN 1 AND 1024)
);
-- What is purged is looked for by age alone, in all workspaces.
CREATE INDEX consumed_events_consumed_at_idx ON consumed_events (consumed_at);
