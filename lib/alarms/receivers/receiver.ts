import { type Micros, MS_US } from '#/lib/core/micros.ts';

/**
 * What waits in a receiver's queue has its next attempt at this instant, far beyond any due time: whatever looks for what
 * is due never meets it. A literal, so that plans know it.
 */
export const QUEUED_AT = "'2200-01-01T00:00:00Z'::timestamptz";
/** The same instant. */
export const QUEUED_AT_US: Micros = Date.UTC(2200, 0, 1) * MS_US;

/** A tenth of a second's attempts may leave together, so that the time between two looks of a worker is not lost. */
export const BURST_SECONDS = 0.1;
