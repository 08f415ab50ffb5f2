-- As before, but what is left of the timer that an event is about names it: its ticket's key, its title and its start. Where
-- `before` and `after` are those of a phase or a question, nothing else does.
-- compatible: the previous version reads whatever an old event still has.
CREATE OR REPLACE FUNCTION event_audit_data(data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(
    key,
    CASE WHEN key = 'timer' THEN jsonb_strip_nulls(jsonb_build_object(
      'title', value->'title',
      'ticket', CASE WHEN jsonb_typeof(value->'ticket') = 'object' THEN jsonb_build_object('key', value->'ticket'->'key') END,
      'started_at', value->'started_at'))
    ELSE value END
  ), '{}')
  FROM jsonb_each(data)
  WHERE key IN ('before', 'after')
     OR (key = 'timer' AND jsonb_typeof(value) = 'object'
         AND NOT coalesce(data->'before' ? 'started_at', false) AND NOT coalesce(data->'after' ? 'started_at', false))
     OR (key NOT IN ('timer', 'since_version', 'spans', 'removed_spans', 'cycles')
         AND (jsonb_typeof(value) <> 'object'
              OR (value IS DISTINCT FROM data->'before' AND value IS DISTINCT FROM data->'after')))
$$;
