import { type Micros, MS_US } from '#/lib/core/micros.ts';

/**
 * Alarms in a receiver's queue have their next attempt at this instant, far beyond any due time, so that no query for
 * due alarms finds them. A literal, so that the planner knows it.
 */
export const QUEUED_AT = "'2200-01-01T00:00:00Z'::timestamptz";
/** The same instant. */
export const QUEUED_AT_US: Micros = Date.UTC(2200, 0, 1) * MS_US;

/** A tenth of a second's attempts may leave together, so that the time between two polls of a worker is not lost. */
export const BURST_SECONDS = 0.1;

/** Per workspace, including deleted ones that still have alarms waiting. */
export const MAX_RECEIVERS = 100;
/** Waiting alarms are counted up to this. */
export const MAX_COUNTED = 1_000;
/** Attempts in a second. */
export const MIN_PER_SECOND = 0.001;
export const MAX_PER_SECOND = 1_000;
/** Attempts at once. */
export const MAX_CONCURRENCY = 1_000;

/** What a receiver is: an origin, an endpoint, or with neither the whole workspace. */
export type ReceiverTarget = { origin: string | null; endpointId: string | null };

/** How delivery to a receiver is paused or limited. */
export type Receiver = ReceiverTarget & {
  id: string;
  workspaceId: string;
  pausedAt: Date | null;
  maxPerSecond: number | null;
  maxConcurrency: number | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** How many alarms wait in its queue, up to `MAX_COUNTED`, and how many that have left it are being sent. */
export type ReceiverCounts = { waiting: number; inFlight: number };

export function isWholeWorkspace({ origin, endpointId }: ReceiverTarget): boolean {
  return origin === null && endpointId === null;
}

/** Whether anything is held back for it now. */
export function isInForce({
  pausedAt,
  maxPerSecond,
  maxConcurrency,
}: Pick<Receiver, 'pausedAt' | 'maxPerSecond' | 'maxConcurrency'>): boolean {
  return pausedAt !== null || maxPerSecond !== null || maxConcurrency !== null;
}
