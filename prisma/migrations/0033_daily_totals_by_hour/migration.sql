-- Daily totals with hours as columns, which add up many times faster than an array that has to be unfolded row by row, and
-- with what was entered by hand and when the timer started, for which reports looked up every timer (docs/decisions/0028).

-- First: what is written from here on stays noted, whether or not the view's snapshot has it.
DELETE FROM changed_timers;
DELETE FROM changed_day_rules;

-- A row: a timer that had no open span, and one of its owner's days on which it has time.
CREATE MATERIALIZED VIEW daily_totals_by_hour AS
  SELECT t.workspace_id, t.user_id, d.day, t.id AS timer_id, t.started_at, t.project_id, t.ticket_id, t.type,
         nullif(t.tags, '{}') AS tags, d.tracked_ms, d.entered_ms, d.spans, d.spans_begun, d.previous_day, d.is_whole,
         d.hour_0, d.hour_1, d.hour_2, d.hour_3, d.hour_4, d.hour_5, d.hour_6, d.hour_7, d.hour_8, d.hour_9,
         d.hour_10, d.hour_11, d.hour_12, d.hour_13, d.hour_14, d.hour_15, d.hour_16, d.hour_17, d.hour_18,
         d.hour_19, d.hour_20, d.hour_21, d.hour_22, d.hour_23
  FROM (
    SELECT h.timer_id, h.day, sum(h.ms)::integer AS tracked_ms,
           -- What of it was entered by hand; null for none.
           nullif(sum(h.entered_ms), 0)::integer AS entered_ms,
           -- Spans with time on this day, and those of them that began on it.
           sum(h.spans)::integer AS spans, sum(h.spans_begun)::integer AS spans_begun,
           -- The day before on which the timer has time: in a range it is counted once, on its first day there.
           lag(h.day) OVER (PARTITION BY h.timer_id ORDER BY h.day) AS previous_day,
           -- Whether it has time on this day alone.
           count(*) OVER (PARTITION BY h.timer_id) = 1 AS is_whole,
           -- Milliseconds in each hour on the clock; null for none, which takes no room.
           (sum(h.ms) FILTER (WHERE h.hour = 0))::integer AS hour_0,
           (sum(h.ms) FILTER (WHERE h.hour = 1))::integer AS hour_1,
           (sum(h.ms) FILTER (WHERE h.hour = 2))::integer AS hour_2,
           (sum(h.ms) FILTER (WHERE h.hour = 3))::integer AS hour_3,
           (sum(h.ms) FILTER (WHERE h.hour = 4))::integer AS hour_4,
           (sum(h.ms) FILTER (WHERE h.hour = 5))::integer AS hour_5,
           (sum(h.ms) FILTER (WHERE h.hour = 6))::integer AS hour_6,
           (sum(h.ms) FILTER (WHERE h.hour = 7))::integer AS hour_7,
           (sum(h.ms) FILTER (WHERE h.hour = 8))::integer AS hour_8,
           (sum(h.ms) FILTER (WHERE h.hour = 9))::integer AS hour_9,
           (sum(h.ms) FILTER (WHERE h.hour = 10))::integer AS hour_10,
           (sum(h.ms) FILTER (WHERE h.hour = 11))::integer AS hour_11,
           (sum(h.ms) FILTER (WHERE h.hour = 12))::integer AS hour_12,
           (sum(h.ms) FILTER (WHERE h.hour = 13))::integer AS hour_13,
           (sum(h.ms) FILTER (WHERE h.hour = 14))::integer AS hour_14,
           (sum(h.ms) FILTER (WHERE h.hour = 15))::integer AS hour_15,
           (sum(h.ms) FILTER (WHERE h.hour = 16))::integer AS hour_16,
           (sum(h.ms) FILTER (WHERE h.hour = 17))::integer AS hour_17,
           (sum(h.ms) FILTER (WHERE h.hour = 18))::integer AS hour_18,
           (sum(h.ms) FILTER (WHERE h.hour = 19))::integer AS hour_19,
           (sum(h.ms) FILTER (WHERE h.hour = 20))::integer AS hour_20,
           (sum(h.ms) FILTER (WHERE h.hour = 21))::integer AS hour_21,
           (sum(h.ms) FILTER (WHERE h.hour = 22))::integer AS hour_22,
           (sum(h.ms) FILTER (WHERE h.hour = 23))::integer AS hour_23
    FROM (
      SELECT s.timer_id, part.day, piece.hour,
             round(sum(date_part('epoch', piece.ends_at - piece.starts_at)) * 1000)::integer AS ms,
             round(sum(date_part('epoch', piece.ends_at - piece.starts_at)) FILTER (WHERE s.origin = 'entered') * 1000)::integer
               AS entered_ms,
             count(*) FILTER (WHERE piece.starts_at = part.starts_at) AS spans,
             count(*) FILTER (WHERE piece.starts_at = s.started_at) AS spans_begun
      FROM timer_spans s
        JOIN users u ON u.id = s.user_id,
        LATERAL split_by_day(s.started_at, s.ended_at, u.time_zone, u.day_start_hour) AS part,
        LATERAL split_by_hour(part.starts_at, part.ends_at, u.time_zone) AS piece
      GROUP BY s.timer_id, part.day, piece.hour
    ) AS h
    GROUP BY h.timer_id, h.day
  ) AS d
  JOIN timers t ON t.id = d.timer_id
  WHERE t.status NOT IN ('running', 'discarded')
  ORDER BY t.workspace_id, t.user_id, d.day;

-- For REFRESH … CONCURRENTLY, and for the days that a changed timer had.
CREATE UNIQUE INDEX daily_totals_by_hour_timer_day ON daily_totals_by_hour (timer_id, day);
CREATE INDEX daily_totals_by_hour_member_day ON daily_totals_by_hour (workspace_id, user_id, day);
-- What was ever tracked on a ticket, beside its estimate.
CREATE INDEX daily_totals_ticket ON daily_totals_by_hour (ticket_id) INCLUDE (timer_id, user_id, tracked_ms)
  WHERE ticket_id IS NOT NULL;
-- The few rows that some figures are made of: timers over midnight, and what was entered by hand.
CREATE INDEX daily_totals_in_parts ON daily_totals_by_hour (workspace_id, user_id, day) WHERE NOT is_whole;
CREATE INDEX daily_totals_entered ON daily_totals_by_hour (workspace_id, user_id, day) WHERE entered_ms IS NOT NULL;

-- Only now does anybody wait.
DROP MATERIALIZED VIEW daily_totals;
ALTER MATERIALIZED VIEW daily_totals_by_hour RENAME TO daily_totals;
ALTER INDEX daily_totals_by_hour_timer_day RENAME TO daily_totals_timer_day;
ALTER INDEX daily_totals_by_hour_member_day RENAME TO daily_totals_member_day;

-- What was entered by hand is read from daily totals.
DROP INDEX timer_spans_entered;
ANALYZE daily_totals;
