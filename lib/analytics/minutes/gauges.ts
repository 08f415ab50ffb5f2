/** A queue of pg-boss: jobs that are queued, active, and failed for good. */
export type QueueDepth = { name: string; queued: number; active: number; failed: number };

export type DatabaseFacts = {
  connections: number;
  max_connections: number;
  bytes: number;
  dead_rows: number;
  oldest_transaction_ms: number;
};

/** The whole service at one instant. */
export type Gauges = {
  timersRunning: number;
  timersPaused: number;
  pending: number;
  overdue: number;
  oldestOverdueMs: number;
  retrying: number;
  endpointsFailing: number;
  workers: number;
  queues: QueueDepth[];
  database: DatabaseFacts;
};
