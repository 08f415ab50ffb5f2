-- How a span came about, so that what was measured and what was told can be told apart.
ALTER TABLE "timer_spans" ADD COLUMN "origin" TEXT NOT NULL DEFAULT 'live';
ALTER TABLE timer_spans ADD CONSTRAINT timer_spans_origin_known
  CHECK (origin IN ('live', 'back_dated', 'entered', 'corrected'));

-- The latest instant that somebody has recorded: with time entered and corrected, the span that began last need not be
-- the one that ended last.
CREATE INDEX "timer_spans_user_id_ended_at_idx" ON "timer_spans"("user_id", "ended_at");

-- How a discarded timer had ended before, for restoring; empty when it had not.
ALTER TABLE "timers" ADD COLUMN "reason_before_discard" "end_reason";
ALTER TABLE timers ADD CONSTRAINT timers_reason_before_discard_kept
  CHECK (reason_before_discard IS NULL OR (status = 'discarded' AND reason_before_discard <> 'discarded'));
