-- A span whose start or end was pressed without a connection: its instant was told by the age of the press.
ALTER TABLE timer_spans DROP CONSTRAINT timer_spans_origin_known;
ALTER TABLE timer_spans ADD CONSTRAINT timer_spans_origin_known
  CHECK (origin IN ('live', 'back_dated', 'entered', 'corrected', 'offline'));
