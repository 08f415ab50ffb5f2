import { z } from 'zod';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const updatedSinceInput = instantInput
  .optional()
  .describe(
    'Everything that has changed since this instant, by change, what was discarded or archived included. Begin with 1970-01-01T00:00:00Z; later send the sync_from of the time before. Not together with filters.',
  );

/** What every sync answers beside its rows. */
export const syncOut = {
  sync_from: instantOut.describe(
    'Send it as updated_since the next time, once you have read all pages of this one. It lies a little before now, so that nothing is missed that was being written; what you have already may come again.',
  ),
  next_cursor: z
    .string()
    .nullable()
    .describe('Send it with the same updated_since for the next page; null on the last.'),
  server_time: serverTimeOut,
};

/** True unless `updated_since` is given together with another filter than these. */
export function syncsAlone(query: Record<string, unknown>, besides: readonly string[] = []): boolean {
  const allowed = new Set(['updated_since', 'limit', 'cursor', ...besides]);
  return (
    query.updated_since === undefined ||
    Object.entries(query).every(([name, value]) => allowed.has(name) || value === undefined)
  );
}

export const SYNC_ALONE = { path: ['updated_since'], message: 'Goes with limit and cursor only, not with filters' };
