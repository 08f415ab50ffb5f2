import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** What was answered about a forgotten timer can be undone for so many days. */
export const UNDO_DAYS = 7;
export const UNDO_MS = UNDO_DAYS * DAY_MS;

/** After this long, an owner who was asked and kept working is asked again. */
export const ASK_AGAIN_MS = 2 * HOUR_MS;

/** "Later" means so much later. */
export const SNOOZE_MS = 15 * MINUTE_MS;
