-- While a hold is in force, nothing is claimed, fired or sent (docs/decisions/0049). Released holds stay as a record.
CREATE TABLE engine_holds (
  id          uuid PRIMARY KEY,
  reason      text NOT NULL,
  began_at    timestamptz(3) NOT NULL DEFAULT now(),
  released_at timestamptz(3),
  CONSTRAINT engine_holds_reason_said CHECK (length(reason) BETWEEN 1 AND 200),
  CONSTRAINT engine_holds_end_after_beginning CHECK (released_at >= began_at)
);
CREATE UNIQUE INDEX engine_holds_one_in_force ON engine_holds ((true)) WHERE released_at IS NULL;

-- Asked by whatever claims work, within the transaction of the claim. The shared lock lasts until that ends, and whoever
-- begins a hold takes it exclusively: so it waits for the claims under way, and those that come later see it. The query
-- after the lock has a snapshot of its own, taken after the wait; that of the calling statement may be older than the hold.
CREATE FUNCTION engine_may_fire() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('engine_holds', 0));
  RETURN NOT EXISTS (SELECT FROM engine_holds WHERE released_at IS NULL);
END $$;
