-- Issue trackers whose webhooks keep tickets current, and which issue of theirs each ticket is.

CREATE TABLE ticket_sources (
  id               uuid PRIMARY KEY,
  workspace_id     uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  provider         text NOT NULL,
  name             text NOT NULL,
  -- The provider signs its webhooks with it; GitLab sends it as it is.
  secret           text NOT NULL,
  -- What tickets that it creates belong to.
  project_id       uuid REFERENCES projects (id) ON DELETE SET NULL ON UPDATE CASCADE,
  -- Whether an issue that is no ticket yet becomes one.
  creates_tickets  boolean NOT NULL DEFAULT true,
  -- The API key, else the user, that made it.
  created_by       uuid NOT NULL,
  created_at       timestamptz(3) NOT NULL DEFAULT now(),
  updated_at       timestamptz(3) NOT NULL DEFAULT now(),
  -- The last webhook with a valid signature.
  last_received_at timestamptz(3),
  -- The last webhook that was rejected, and the error code that it got.
  last_rejected_at timestamptz(3),
  last_error       text,
  version          integer NOT NULL DEFAULT 1
);
ALTER TABLE ticket_sources ADD CONSTRAINT ticket_sources_provider_known
  CHECK (provider IN ('github', 'gitlab', 'jira', 'linear'));
ALTER TABLE ticket_sources ADD CONSTRAINT ticket_sources_secret_length CHECK (char_length(secret) BETWEEN 16 AND 200);
ALTER TABLE ticket_sources ADD CONSTRAINT ticket_sources_rejected_with_error
  CHECK ((last_rejected_at IS NULL) = (last_error IS NULL));
CREATE INDEX ticket_sources_workspace_id_idx ON ticket_sources (workspace_id);

CREATE TABLE ticket_links (
  source_id        uuid NOT NULL REFERENCES ticket_sources (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The issue's id at the provider, which stays when its key changes.
  external_id      text NOT NULL,
  ticket_id        uuid NOT NULL REFERENCES tickets (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whether the issue was open when it was told of last.
  is_open          boolean NOT NULL,
  -- The provider's own instant of that: an older webhook changes nothing.
  issue_updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (source_id, external_id)
);
CREATE UNIQUE INDEX ticket_links_ticket_id_key ON ticket_links (ticket_id);

CREATE TRIGGER ticket_sources_same_workspace BEFORE INSERT OR UPDATE OF workspace_id, project_id ON ticket_sources
  FOR EACH ROW WHEN (NEW.project_id IS NOT NULL) EXECUTE FUNCTION same_workspace();

-- A source's links are to tickets of its own workspace.
CREATE FUNCTION ticket_link_same_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT workspace_id FROM ticket_sources WHERE id = NEW.source_id)
     <> (SELECT workspace_id FROM tickets WHERE id = NEW.ticket_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ticket_links_same_workspace',
      MESSAGE = format('ticket %s is of another workspace than its source', NEW.ticket_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ticket_links_same_workspace BEFORE INSERT OR UPDATE ON ticket_links
  FOR EACH ROW EXECUTE FUNCTION ticket_link_same_workspace();
