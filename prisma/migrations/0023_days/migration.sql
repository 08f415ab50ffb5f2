-- What a day is, defined once (docs/days.md). A day of somebody begins when the clock in their zone first shows their hour
-- on its date, or a later one, and lasts until the next begins. All of them are STABLE rather than IMMUTABLE, which an
-- update of the zone rules would make untrue, and have bodies that Postgres can write into the statements that call them.

-- In a gap, where clocks are put forward over `wall`: the instant of the change, looked for minute by minute.
CREATE FUNCTION first_instant_past_gap(wall timestamp, low timestamptz, high timestamptz, zone text) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT min(at) FROM generate_series(low, high, interval '1 minute') AS at WHERE at AT TIME ZONE zone >= wall);

-- The first instant at which clocks show `wall`, or skip it. Where they are put back over it (midnight in Havana and the
-- Azores, two o'clock in Berlin) it comes twice: Postgres means the second. The first is found by the offset of three hours
-- before, the most that clocks were put back in decades, if it does show this time. Where `wall` is skipped (midnight in
-- Cairo), Postgres goes on from the change by as much as `wall` lies behind the beginning of the gap.
CREATE FUNCTION first_instant_at(wall timestamp, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN (wall AT TIME ZONE zone) AT TIME ZONE zone <> wall THEN first_instant_past_gap(
      wall, (wall AT TIME ZONE zone) - ((wall AT TIME ZONE zone) AT TIME ZONE zone - wall), wall AT TIME ZONE zone, zone)
    WHEN ((wall - interval '3 hours') AT TIME ZONE zone + interval '3 hours') AT TIME ZONE zone = wall
      THEN least((wall - interval '3 hours') AT TIME ZONE zone + interval '3 hours', wall AT TIME ZONE zone)
    ELSE wall AT TIME ZONE zone END;

-- When a day begins.
CREATE FUNCTION start_of_day(day date, zone text, hour integer) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN first_instant_at(day + make_interval(hours => hour), zone);

-- The day of an instant near its beginning or its end, where a clock change can make the wall clock name the day beside.
CREATE FUNCTION local_day_by_start(at timestamptz, zone text, hour integer) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (
    SELECT max(near.day) FROM (
      SELECT (at AT TIME ZONE zone - make_interval(hours => hour))::date + n AS day FROM generate_series(-1, 1) AS n) AS near
    WHERE start_of_day(near.day, zone, hour) <= at);

-- The day of an instant. More than three hours from the beginning and the end of the day the wall clock tells it.
CREATE FUNCTION local_day(at timestamptz, zone text, hour integer) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN (at AT TIME ZONE zone - make_interval(hours => hour))::time BETWEEN time '03:00' AND time '21:00'
      THEN (at AT TIME ZONE zone - make_interval(hours => hour))::date
    ELSE local_day_by_start(at, zone, hour) END;

-- The parts of [started_at, ended_at) on each of somebody's days, which add up to it. Most spans lie in one day: for them
-- no beginning of a day is computed.
CREATE FUNCTION split_by_day(started_at timestamptz, ended_at timestamptz, zone text, hour integer)
  RETURNS TABLE (day date, starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
  BEGIN ATOMIC
    SELECT part.day, part.starts_at, part.ends_at FROM (
      SELECT days.first + n AS day,
             CASE WHEN n = 0 THEN split_by_day.started_at ELSE start_of_day(days.first + n, zone, hour) END AS starts_at,
             CASE WHEN days.first + n = days.last THEN split_by_day.ended_at
                  ELSE start_of_day(days.first + n + 1, zone, hour) END AS ends_at
      FROM (SELECT local_day(split_by_day.started_at, zone, hour) AS first,
                   local_day(split_by_day.ended_at - interval '1 microsecond', zone, hour) AS last) AS days,
           generate_series(0, days.last - days.first) AS n
    ) AS part
    -- A day that was skipped (30 December 2011 in Apia) has no time.
    WHERE part.starts_at < part.ends_at;
  END;

-- The parts of [started_at, ended_at) in each hour on the clock, by the offset at its start.
CREATE FUNCTION split_by_hour(started_at timestamptz, ended_at timestamptz, zone text)
  RETURNS TABLE (starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE ROWS 2
  BEGIN ATOMIC
    SELECT greatest(split_by_hour.started_at, first.at + n * interval '1 hour'),
           least(split_by_hour.ended_at, first.at + (n + 1) * interval '1 hour')
    FROM (SELECT split_by_hour.started_at - (split_by_hour.started_at AT TIME ZONE zone
                 - date_trunc('hour', split_by_hour.started_at AT TIME ZONE zone)) AS at) AS first,
         generate_series(0, (ceil(extract(epoch FROM split_by_hour.ended_at - first.at) / 3600) - 1)::integer) AS n;
  END;
