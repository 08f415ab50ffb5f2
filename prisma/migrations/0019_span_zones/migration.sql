-- The zone in which each end of a span was made: a day of travel may begin in one and end in another.
ALTER TABLE "timer_spans" ADD COLUMN "started_zone" TEXT;
ALTER TABLE "timer_spans" ADD COLUMN "ended_zone" TEXT;
ALTER TABLE timer_spans ADD CONSTRAINT timer_spans_zone_of_end CHECK (ended_zone IS NULL OR ended_at IS NOT NULL);
