import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const syncQuery = z.strictObject({
  updated_since: instantInput.describe(
    'Everything that has changed since this instant, ordered by change, including what was discarded or archived. Begin with 1970-01-01T00:00:00Z; after that, send the previous sync_from.',
  ),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});
export const syncTimersQuery = syncQuery.extend({
  user_id: z.uuid().optional().describe('If omitted, yourself; other members only for admins.'),
});

/** What every sync returns in addition to its rows. */
export const syncOut = {
  sync_from: instantOut.describe(
    'Send it as updated_since the next time, once you have read all pages of this one. It is a little before now, so that nothing that was being written is missed; items that you already have may appear again.',
  ),
  next_cursor: z
    .string()
    .nullable()
    .describe('Send it with the same updated_since for the next page; null on the last.'),
  server_time: serverTimeOut,
};

export type SyncQuery = z.output<typeof syncQuery>;
export type SyncTimersQuery = z.output<typeof syncTimersQuery>;
