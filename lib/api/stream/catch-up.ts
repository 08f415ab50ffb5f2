import type { ReadCtx, Reads } from '#/lib/api/limits/reads.ts';
import type { RunQuery } from '#/lib/context/run-query.ts';

/** How the events that a subscriber has missed are read: one query at a time, within the share of its workspace. */
export function catchUpQueries(reads: Reads, caller: ReadCtx): RunQuery {
  return reads.queryRunner(caller, { kind: 'read', narrower: 'Read the state again, and subscribe without a cursor.' });
}
