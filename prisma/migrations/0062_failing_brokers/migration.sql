-- Since when a broker has failed without a success in between; null while it does not. Workers of the previous version
-- write only when it failed last and when it was connected last, which say by themselves whether it fails.
ALTER TABLE brokers ADD COLUMN failing_since timestamptz(3);

-- One more rule of alerts: a broker has failed for minutes.
-- compatible: the previous version writes the other rules, which stay allowed.
-- bounded: closed alerts are deleted after OPERATIONS_RETENTION_DAYS, and few are opened.
ALTER TABLE operation_alerts
  DROP CONSTRAINT operation_alerts_rule_known,
  ADD CONSTRAINT operation_alerts_rule_known
    CHECK (rule IN ('no_worker', 'canary_silent', 'lateness', 'dead_letters', 'broker_failing'));
