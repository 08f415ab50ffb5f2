/** A stretch of time, half open. Epoch milliseconds. */
export type Stretch = { from: number; to: number };

/** The parts of `within` that are free of `busy`, in order. */
export function freeStretches(within: Stretch, busy: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = [];
  let from = within.from;
  for (const taken of [...busy].sort((left, right) => left.from - right.from)) {
    if (taken.from > from) free.push({ from, to: Math.min(taken.from, within.to) });
    from = Math.max(from, taken.to);
    if (from >= within.to) return free;
  }
  return from < within.to ? [...free, { from, to: within.to }] : free;
}

/**
 * Where time of this length fits: in one piece from the preferred instant on, or as soon after it as there is room, or
 * as late before it; else in pieces, those after the preferred start first. Null without enough free time.
 */
export function placeFor(ms: number, free: readonly Stretch[], preferredStart: number): Stretch[] | null {
  const after = free.flatMap(({ from, to }) =>
    to > preferredStart ? [{ from: Math.max(from, preferredStart), to }] : [],
  );
  const next = after.find(({ from, to }) => to - from >= ms);
  if (next) return [{ from: next.from, to: next.from + ms }];
  const before = free.findLast(({ from, to }) => from < preferredStart && to - from >= ms);
  if (before) return [{ from: before.to - ms, to: before.to }];
  const earlier = free
    .flatMap(({ from, to }) => (from < preferredStart ? [{ from, to: Math.min(to, preferredStart) }] : []))
    .toReversed();
  return inPieces(ms, after, earlier);
}

export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((total, { from, to }) => total + to - from, 0);
}

function inPieces(ms: number, after: readonly Stretch[], before: readonly Stretch[]): Stretch[] | null {
  const pieces: Stretch[] = [];
  let left = ms;
  for (const { from, to } of after) {
    if (left === 0) break;
    const part = Math.min(left, to - from);
    pieces.push({ from, to: from + part });
    left -= part;
  }
  for (const { from, to } of before) {
    if (left === 0) break;
    const part = Math.min(left, to - from);
    pieces.push({ from: to - part, to });
    left -= part;
  }
  return left > 0 ? null : joined(pieces.sort((one, other) => one.from - other.from));
}

/** Adjacent pieces are joined. */
function joined(pieces: Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last?.to === piece.from) last.to = piece.to;
    else whole.push({ ...piece });
  }
  return whole;
}
