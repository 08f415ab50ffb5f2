import { readdirSync, readFileSync } from 'node:fs';
import { parseProcess, parseTicks, ticksBelow } from '#/bench/figures/processor-times.ts';

/** Shares of the machine from 0 to 1. */
export type Shares = {
  busy: number;
  /** The share of programs other than the bench. */
  others: number;
};

/**
 * Begins to measure how busy the machine is; the returned function ends it. Null if the system does not report it (no
 * `/proc`).
 */
export function watchProcessors(): () => Shares | null {
  const before = read();
  return () => {
    const after = read();
    if (!before || !after) return null;
    const all = Math.max(1, after.all - before.all);
    const busy = (after.busy - before.busy) / all;
    return { busy, others: Math.max(0, busy - (after.ours - before.ours) / all) };
  };
}

function read() {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
    return { ...parseTicks(readFileSync('/proc/stat', 'utf8')), ours: ticksBelow(process.pid, processes) };
  } catch {
    return null;
  }
}

/** Nothing for one that has ended meanwhile. */
function readProcess(pid: string) {
  try {
    return [parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    return [];
  }
}
