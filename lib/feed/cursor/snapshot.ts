/**
 * Which transactions had been committed at a moment, as in `pg_current_snapshot()`: all before `xmin`, none from `xmax`
 * on, and of those between them all but `open`. Aborted ones count as seen; they left no rows.
 */
export type Snapshot = { xmin: bigint; xmax: bigint; open: readonly bigint[] };

/** Before the first transaction. */
export const NOTHING: Snapshot = { xmin: 1n, xmax: 1n, open: [] };

/** A snapshot from Postgres' text, `xmin:xmax:xip,…`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin = '1', xmax = '1', open = ''] = text.split(':');
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), open: open.split(',').filter(Boolean).map(BigInt) };
}

export function formatSnapshot({ xmin, xmax, open }: Snapshot): string {
  return `${xmin}:${xmax}:${open.join(',')}`;
}

/** This snapshot, limited to transactions up to `last`. */
export function upTo({ xmin, xmax, open }: Snapshot, last: bigint): Snapshot {
  const end = last + 1n;
  if (end >= xmax) return { xmin, xmax, open };
  return { xmin: xmin < end ? xmin : end, xmax: end, open: open.filter((xid) => xid < end) };
}

/** Short text for cursors: `xmin.xmax.open_open` in base 36, the latter two counted from `xmin`. */
export function packSnapshot({ xmin, xmax, open }: Snapshot): string {
  const since = (xid: bigint) => (xid - xmin).toString(36);
  return `${xmin.toString(36)}.${since(xmax)}.${open.map(since).join('_')}`;
}

/** Postgres takes signed 63 bits; twelve digits of base 36 are less. */
const PACKED = /^([\da-z]{1,12})\.([\da-z]{1,12})\.((?:[\da-z]{1,12}(?:_[\da-z]{1,12})*)?)$/;

/** The snapshot of a packed text, or null when Postgres could not have made it. */
export function unpackSnapshot(text: string): Snapshot | null {
  const [, first, length, rest] = PACKED.exec(text) ?? [];
  if (!first || !length || rest === undefined) return null;
  const xmin = parse36(first);
  const xmax = xmin + parse36(length);
  const open = rest
    .split('_')
    .filter(Boolean)
    .map((part) => xmin + parse36(part));
  const isAscending = open.every((xid, at) => xid < xmax && (at === 0 || xid > (open[at - 1] ?? 0n)));
  return xmin > 0n && isAscending ? { xmin, xmax, open } : null;
}

function parse36(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value;
}
