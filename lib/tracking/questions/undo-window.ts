import { DAY_MS } from '#/lib/core/duration.ts';

/** What was answered about a forgotten timer can be undone for so many days. */
export const UNDO_DAYS = 7;
export const UNDO_MS = UNDO_DAYS * DAY_MS;
