-- What a day is, defined once (docs/days.md). A day of somebody begins when the clock in their zone first shows their hour
-- on its date, or a later one, and lasts until the next begins. All of them are STABLE rather than IMMUTABLE, which an
-- update of the zone rules would make untrue, and have bodies that Postgres can write into the statements that call them.

-- The first instant at which clocks show `wall`, or skip it. Where they are put back over it (midnight in Havana and the
-- Azores, two o'clock in Berlin) it comes twice: Postgres means the second. The first is found by the offset of three hours
-- before, the most that clocks were put back in decades, if it does show this time. Where `wall` is skipped (midnight in
-- Cairo), Postgres goes on from the change by as much as `wall` lies behind the beginning of the gap: the change is looked
-- for, minute by minute, in the gap's length. In PL/pgSQL, which is called ten times as fast as SQL that can't be inlined.
CREATE FUNCTION first_instant_at(wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE plpgsql STABLE PARALLEL SAFE COST 10 AS $$
DECLARE
  later  timestamptz := wall AT TIME ZONE zone;
  shown  timestamp   := later AT TIME ZONE zone;
  sooner timestamptz := (wall - interval '3 hours') AT TIME ZONE zone + interval '3 hours';
BEGIN
  IF shown <> wall THEN
    RETURN (SELECT min(at) FROM generate_series(later - (shown - wall), later, interval '1 minute') AS at
            WHERE at AT TIME ZONE zone >= wall);
  END IF;
  RETURN CASE WHEN sooner AT TIME ZONE zone = wall THEN least(sooner, later) ELSE later END;
END $$;

-- When a day begins.
CREATE FUNCTION start_of_day(day date, zone text, hour integer) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN first_instant_at(day + make_interval(hours => hour), zone);

-- The day of an instant: the one that the wall clock names, or the next, when it has begun and clocks were put back since,
-- by less than three hours.
CREATE FUNCTION local_day(at timestamptz, zone text, hour integer) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (at AT TIME ZONE zone - make_interval(hours => hour))::date
    + CASE WHEN (at AT TIME ZONE zone - make_interval(hours => hour))::time >= time '21:00'
             AND at >= start_of_day((at AT TIME ZONE zone - make_interval(hours => hour))::date + 1, zone, hour)
           THEN 1 ELSE 0 END;

-- The parts of [started_at, ended_at) on each of somebody's days, which add up to it. Most spans lie in one day: for them
-- no beginning of a day is computed. OFFSET 0 keeps Postgres from computing the days once for each use of them; an array
-- is expected to have 10 elements, a series 1,000, with which it would plan for a thousand days to a span.
CREATE FUNCTION split_by_day(started_at timestamptz, ended_at timestamptz, zone text, hour integer)
  RETURNS TABLE (day date, starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
  BEGIN ATOMIC
    SELECT part.day, part.starts_at, part.ends_at FROM (
      SELECT days.first + n AS day,
             CASE WHEN n = 0 THEN split_by_day.started_at ELSE start_of_day(days.first + n, zone, hour) END AS starts_at,
             CASE WHEN days.first + n = days.last THEN split_by_day.ended_at
                  ELSE start_of_day(days.first + n + 1, zone, hour) END AS ends_at
      FROM (SELECT local_day(split_by_day.started_at, zone, hour) AS first,
                   local_day(split_by_day.ended_at - interval '1 microsecond', zone, hour) AS last
            OFFSET 0) AS days,
           unnest(CASE WHEN days.first = days.last THEN ARRAY[0]
                       ELSE ARRAY(SELECT generate_series(0, days.last - days.first)) END) AS n
      OFFSET 0
    ) AS part
    -- A day that was skipped (30 December 2011 in Apia) has no time.
    WHERE part.starts_at < part.ends_at;
  END;

-- The parts of [started_at, ended_at) in each hour on the clock, by the offset at its start.
CREATE FUNCTION split_by_hour(started_at timestamptz, ended_at timestamptz, zone text)
  RETURNS TABLE (hour integer, starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE ROWS 2
  BEGIN ATOMIC
    SELECT extract(hour FROM part.starts_at AT TIME ZONE zone)::integer, part.starts_at, part.ends_at FROM (
      SELECT greatest(split_by_hour.started_at, first.at + n * interval '1 hour') AS starts_at,
             least(split_by_hour.ended_at, first.at + (n + 1) * interval '1 hour') AS ends_at
      FROM (SELECT split_by_hour.started_at - (split_by_hour.started_at AT TIME ZONE zone
                   - date_trunc('hour', split_by_hour.started_at AT TIME ZONE zone)) AS at
            OFFSET 0) AS first,
           unnest(CASE WHEN split_by_hour.ended_at <= first.at + interval '1 hour' THEN ARRAY[0]
                       ELSE ARRAY(SELECT generate_series(
                         0, ceil(date_part('epoch', split_by_hour.ended_at - first.at) / 3600)::integer - 1)) END) AS n
      OFFSET 0
    ) AS part;
  END;
