-- What people and admins changed of a timer's time after the fact, beside daily totals and refreshed with them
-- (docs/decisions/0053).

-- In milliseconds, negative when it took time away; null when nothing was changed. `trimmed_ms`: by answers, but those that were
-- undone. `corrected_ms`: by corrections that somebody else made, but those that were reverted and what reverted them. A timer
-- that a correction has left discarded has no time, and an open span ends where the correction was made.
CREATE FUNCTION timer_adjustments(of_timer uuid) RETURNS TABLE (trimmed_ms float8, corrected_ms float8)
LANGUAGE sql STABLE BEGIN ATOMIC
  SELECT
    (SELECT sum(-q.trimmed_ms)::float8 FROM timer_questions q
      WHERE q.timer_id = of_timer AND q.trimmed_ms IS NOT NULL AND q.undone_at IS NULL),
    (SELECT sum(stored.sign * CASE WHEN stored.facts->>'status' = 'discarded' THEN 0 ELSE (
              SELECT coalesce(sum(date_part('epoch', coalesce((s->>'endedAt')::timestamptz, c.created_at)
                                                     - (s->>'startedAt')::timestamptz)) * 1000, 0)
              FROM jsonb_array_elements(stored.facts->'spans') AS s) END)
      FROM corrections c JOIN correction_items i ON i.correction_id = c.id,
           LATERAL (VALUES (i.before, -1), (i.after, 1)) AS stored (facts, sign)
      WHERE i.timer_id = of_timer AND c.reverts_id IS NULL AND c.made_by IS DISTINCT FROM i.user_id
        AND NOT EXISTS (SELECT FROM corrections r WHERE r.reverts_id = c.id));
END;

CREATE MATERIALIZED VIEW adjusted_timers AS
  SELECT t.workspace_id, t.user_id, t.started_at, t.ended_at, t.id AS timer_id, t.project_id, t.ticket_id, t.type,
         nullif(t.tags, '{}') AS tags, a.trimmed_ms, a.corrected_ms
  FROM (
    SELECT timer_id FROM timer_questions WHERE trimmed_ms IS NOT NULL AND undone_at IS NULL
    UNION SELECT timer_id FROM correction_items
  ) AS touched JOIN timers t ON t.id = touched.timer_id, LATERAL timer_adjustments(t.id) AS a
  WHERE a.trimmed_ms IS NOT NULL OR a.corrected_ms IS NOT NULL
  ORDER BY t.workspace_id, t.user_id, t.started_at;
-- compatible: of a view that the previous version doesn't know.
-- bounded: nobody else sees the view yet.
CREATE UNIQUE INDEX adjusted_timers_timer ON adjusted_timers (timer_id);
-- compatible: of a view that the previous version doesn't know.
-- bounded: nobody else sees the view yet.
CREATE INDEX adjusted_timers_member ON adjusted_timers (workspace_id, user_id, started_at);

-- The same as refreshed_at where adjusted timers were refreshed too: a worker of the previous version refreshes the other views
-- alone, and reports read no adjusted timers until the next refresh of this version.
ALTER TABLE daily_totals_refreshes ADD COLUMN adjusted_at timestamptz(3);
