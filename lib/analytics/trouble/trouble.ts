import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';

/** The results of a webhook's recent attempts; see the query for how far back it reads. */
export type Trouble = {
  /** First failed attempt after the last success; null when it works again. */
  failingSince: Date | null;
  failuresInARow: number;
  /** In the last hour. */
  attempts: number;
  failed: number;
  /** The last failed attempt; null if it was too long ago. */
  lastErrorAt: Date | null;
  lastOutcome: AttemptJson['outcome'] | null;
  lastStatusCode: number | null;
  lastDetail: string | null;
  lastDurationMs: number | null;
  nextAttemptAt: Date | null;
};

/** A webhook endpoint that fails, was disabled while failing, or fails often. */
export type TroubledEndpoint = Trouble & { id: string; url: string; disabledAt: Date | null };

/** A host called by alarms that fails, or fails often. */
export type TroubledHost = Trouble & {
  /** With its port if it has one. */
  host: string;
  retrying: number;
  dead: number;
};
