import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

const BUSIEST = 5;
const COMMAND_LENGTH = 100;

/** What else the machine is doing, as lines to print: they explain slow tests. */
export function loadLines(): string[] {
  const load = loadavg().map((one) => one.toFixed(1));
  const head = `load ${load.join(' ')} on ${availableParallelism()} processors; the busiest processes:`;
  const { stdout } = spawnSync('ps', ['-eo', 'pcpu=,pid=,args=', '--sort=-pcpu'], { encoding: 'utf8' });
  // Without `ps`, as in some containers, the load average is enough.
  const busiest = (stdout ?? '').split('\n').slice(0, BUSIEST).filter(Boolean);
  return [head, ...busiest.map((line) => `  ${line.trim().slice(0, COMMAND_LENGTH)}`)];
}
