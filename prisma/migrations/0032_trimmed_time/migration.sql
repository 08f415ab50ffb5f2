-- How much time a response to “Still working?” took from its timer. Reports took it from when the member was last seen, which
-- is not where they trimmed to when they said another time.
ALTER TABLE timer_questions ADD COLUMN trimmed_ms BIGINT;

-- Those of before are kept as they were counted: where to is not known any more.
UPDATE timer_questions q
SET trimmed_ms = (
  SELECT coalesce(round(sum(date_part('epoch', greatest(interval '0', least(
             coalesce((s ->> 'endedAt')::timestamptz, q.answered_at),
             CASE WHEN q.answer = 'trim_continue' THEN q.away_to END)
           - greatest((s ->> 'startedAt')::timestamptz, q.away_from)))) * 1000), 0)
  FROM jsonb_array_elements(q.before -> 'spans') AS s)
WHERE q.answer IN ('trim_stop', 'trim_continue') AND q.before IS NOT NULL AND q.away_from IS NOT NULL;
