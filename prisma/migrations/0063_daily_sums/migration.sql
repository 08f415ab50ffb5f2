-- Sums of daily totals, for figures that need no timer by itself (docs/decisions/0050). Both views are refreshed with daily
-- totals, in one transaction.

-- A row: what a member did on one of their days, of one type, in timers that have time on this day alone. The few others are
-- read from daily totals.
CREATE MATERIALIZED VIEW daily_sums AS
  SELECT workspace_id, user_id, day, type, count(*)::integer AS timers, sum(tracked_ms)::integer AS tracked_ms,
         sum(spans)::integer AS spans, max(tracked_ms) AS longest_ms,
         sum(hour_0)::integer AS hour_0, sum(hour_1)::integer AS hour_1, sum(hour_2)::integer AS hour_2,
         sum(hour_3)::integer AS hour_3, sum(hour_4)::integer AS hour_4, sum(hour_5)::integer AS hour_5,
         sum(hour_6)::integer AS hour_6, sum(hour_7)::integer AS hour_7, sum(hour_8)::integer AS hour_8,
         sum(hour_9)::integer AS hour_9, sum(hour_10)::integer AS hour_10, sum(hour_11)::integer AS hour_11,
         sum(hour_12)::integer AS hour_12, sum(hour_13)::integer AS hour_13, sum(hour_14)::integer AS hour_14,
         sum(hour_15)::integer AS hour_15, sum(hour_16)::integer AS hour_16, sum(hour_17)::integer AS hour_17,
         sum(hour_18)::integer AS hour_18, sum(hour_19)::integer AS hour_19, sum(hour_20)::integer AS hour_20,
         sum(hour_21)::integer AS hour_21, sum(hour_22)::integer AS hour_22, sum(hour_23)::integer AS hour_23
  FROM daily_totals
  WHERE is_whole
  GROUP BY workspace_id, user_id, day, type
  ORDER BY workspace_id, user_id, day, type;
-- compatible: of a view that the previous version doesn't know.
-- bounded: nobody else sees the view yet.
CREATE UNIQUE INDEX daily_sums_member_day ON daily_sums (workspace_id, user_id, day, type);

-- A row: what was ever tracked on a ticket.
CREATE MATERIALIZED VIEW ticket_totals AS
  SELECT ticket_id, sum(tracked_ms) AS tracked_ms FROM daily_totals WHERE ticket_id IS NOT NULL
  GROUP BY ticket_id ORDER BY ticket_id;
-- compatible: of a view that the previous version doesn't know.
-- bounded: nobody else sees the view yet.
CREATE UNIQUE INDEX ticket_totals_ticket ON ticket_totals (ticket_id);

-- The same as refreshed_at where sums were refreshed too: a worker of the version before refreshes daily totals alone, and
-- reports read no sums until the next refresh of this version.
ALTER TABLE daily_totals_refreshes ADD COLUMN summed_at timestamptz(3);
