-- Microseconds of an attempt that counts more than 35 minutes don't fit into 32 bits: a clock that was set forward while
-- an attempt was under way kept its result from being written. Written are the microseconds of a monotonic clock since;
-- this is for what the column can hold. It rewrites the days that are kept.
ALTER TABLE alarm_attempts ALTER COLUMN duration_us TYPE bigint;
