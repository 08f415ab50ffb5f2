import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** An answer about a forgotten timer can be undone for this many days. */
export const UNDO_DAYS = 7;
export const UNDO_MS = UNDO_DAYS * DAY_MS;

/** An owner who was asked and kept working is asked again after this time. */
export const ASK_AGAIN_MS = 2 * HOUR_MS;

/** The delay of "Later". */
export const SNOOZE_MS = 15 * MINUTE_MS;
