import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';

/** How a webhook's recent attempts went; see the query for how far back it looks. */
export type Trouble = {
  /** First failed attempt after the last success; null where it works again. */
  failingSince: Date | null;
  failuresInARow: number;
  /** Of the last hour. */
  attempts: number;
  failed: number;
  /** The last attempt that failed; null where it lies too far back. */
  lastErrorAt: Date | null;
  lastOutcome: AttemptJson['outcome'] | null;
  lastStatusCode: number | null;
  lastDetail: string | null;
  lastDurationMs: number | null;
  nextAttemptAt: Date | null;
};

/** A webhook endpoint that fails, was disabled since it did, or fails often. */
export type TroubledEndpoint = Trouble & { id: string; url: string; disabledAt: Date | null };

/** A host that alarms call and that fails, or fails often. */
export type TroubledHost = Trouble & {
  /** With its port where it has one. */
  host: string;
  retrying: number;
  dead: number;
};
