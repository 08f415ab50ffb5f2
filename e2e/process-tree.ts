import { execFileSync } from 'node:child_process';

/** Each process of this machine: its parent, and its state as in `ps`, where `T` is stopped. */
function processes(): Map<number, { parent: number; state: string }> {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  const rows = table.trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [pid, parent, state = ''] = row.trim().split(/\s+/);
      return [Number(pid), { parent: Number(parent), state }];
    }),
  );
}

/** A process and all its descendants; parents first. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, { parent }] of processes()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const collect = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(collect)];
  return collect(root);
}

/** One that has ended between the listing and the signal is skipped. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Those of a tree that still run: a descendant may have started others meanwhile. */
export function runningIn(root: number): number[] {
  const table = processes();
  return processTree(root).filter((pid) => !/^[TZ]/.test(table.get(pid)?.state ?? 'Z'));
}
