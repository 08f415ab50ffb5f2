-- What the audit log keeps of an old event: all that says what was and what became of it, why, and how it came. What goes
-- is for those who follow changes as they happen: the timer as it then was, its new spans and phases, and whatever
-- repeats `before` or `after` as a whole; a null repeats nothing.
CREATE FUNCTION event_audit_data(data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(data)
  WHERE key IN ('before', 'after')
     OR (key NOT IN ('timer', 'since_version', 'spans', 'removed_spans', 'cycles')
         AND (jsonb_typeof(value) <> 'object'
              OR (value IS DISTINCT FROM data->'before' AND value IS DISTINCT FROM data->'after')))
$$;

-- An event that is older than a day may be cut to that, and to nothing else: no other column, no other data, no way back.
-- compatible: the previous version changes no event, and what was an error stays one.
CREATE OR REPLACE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cut events;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.created_at < now() - interval '1 day' THEN
    cut := OLD;
    cut.data := event_audit_data(OLD.data);
    IF NEW IS NOT DISTINCT FROM cut THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING
    ERRCODE = 'insufficient_privilege', MESSAGE = 'the event feed is append-only',
    HINT = 'Record a new event instead of changing an old one.';
END $$;

-- How far the feed has been cut: one row. Events up to this id, and of transactions up to this one, are audit only:
-- whoever follows changes and has not had them has to start again.
CREATE TABLE feed_retention (
  only_one    boolean NOT NULL DEFAULT true PRIMARY KEY,
  through_id  bigint NOT NULL DEFAULT 0,
  through_xid xid8 NOT NULL DEFAULT '0'
);
ALTER TABLE feed_retention ADD CONSTRAINT feed_retention_one CHECK (only_one);
INSERT INTO feed_retention DEFAULT VALUES;
