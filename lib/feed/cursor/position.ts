import { NOTHING, packSnapshot, type Snapshot, unpackSnapshot } from '#/lib/feed/cursor/snapshot.ts';

/**
 * How far a reader of the feed has come. It has every event that `seen` sees and, within its current read, those that
 * `part.of` sees up to the id `part.id`. Ids alone can't express this: a transaction takes its ids before it commits,
 * so a lower id may appear after a higher one.
 */
export type Position = { seen: Snapshot; part: { of: Snapshot; id: bigint } | null };

/** Before the first event. */
export const START: Position = { seen: NOTHING, part: null };

const MAX_CHARACTERS = 8_000;

/** The position as an opaque text for clients. */
export function packPosition({ seen, part }: Position): string {
  if (!part) return packSnapshot(seen);
  return [packSnapshot(seen), packSnapshot(part.of), part.id.toString()].join('~');
}

/** The position of a cursor, or null when it is not one of ours. */
export function unpackPosition(text: string): Position | null {
  if (text.length > MAX_CHARACTERS) return null;
  const [first = '', of, id, ...more] = text.split('~');
  const seen = unpackSnapshot(first);
  if (!seen || more.length > 0) return null;
  if (of === undefined) return { seen, part: null };
  const whole = unpackSnapshot(of);
  if (!whole || !/^\d{1,18}$/.test(id ?? '')) return null;
  return { seen, part: { of: whole, id: BigInt(id ?? '') } };
}

/** True when the position has transactions that a later snapshot does not: it is from another database. */
export function isBeyond({ seen, part }: Position, now: Snapshot): boolean {
  return seen.xmax > now.xmax || (part !== null && part.of.xmax > now.xmax);
}
