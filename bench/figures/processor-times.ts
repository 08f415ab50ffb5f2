/** Ticks of all processors since the machine started. */
export type Ticks = { all: number; busy: number };
/** Ticks of one process and of its children that have ended. */
export type ProcessTicks = { pid: number; parent: number; ticks: number };

/**
 * Reads the first line of `/proc/stat` (proc_stat(5)): user nice system idle iowait irq softirq steal. Time that the
 * host gave to others counts as busy.
 */
export function parseTicks(stat: string): Ticks {
  const values = stat.slice(0, stat.indexOf('\n')).split(/\s+/).slice(1, 9).map(Number);
  const all = values.reduce((sum, value) => sum + value, 0);
  return { all, busy: all - (values[3] ?? 0) - (values[4] ?? 0) };
}

/** Reads `/proc/<pid>/stat` (proc_pid_stat(5)). The name in parentheses may contain anything. */
export function parseProcess(stat: string): ProcessTicks {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = rest.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  return { pid: Number.parseInt(stat, 10), parent: Number(rest[1]), ticks };
}

/** Ticks of a process and of all below it. */
export function ticksBelow(root: number, processes: readonly ProcessTicks[]): number {
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const below = (pid: number): number =>
    (byParent.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + below(child.pid), 0);
  return (processes.find(({ pid }) => pid === root)?.ticks ?? 0) + below(root);
}
