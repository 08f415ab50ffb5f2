import { isDisturbed } from '#/bench/calm.ts';
import type { Lateness } from '#/bench/figures/lateness.ts';
import type { Machine } from '#/bench/report/machine.ts';
import type { Measurements, Results } from '#/bench/report/results.ts';
import { verdicts } from '#/bench/report/targets.ts';
import { figure, textTable } from '#/bench/report/text-table.ts';

/** Everything a person wants to see at the end, for the terminal. */
export function describe({ quick, machine, participants, measurements }: Results): string {
  const parts = [
    describeMachine(machine, quick),
    Object.entries(participants)
      .map(([name, label]) => `  ${name}: ${label}`)
      .join('\n'),
    ...describeGrpc(measurements),
    ...describeBridge(measurements),
    ...describeLateness(measurements),
    ...describeRest(measurements),
    ...describeWorkers(measurements),
    ...describeReports(measurements),
    describeTargets(measurements),
  ];
  return parts.join('\n\n');
}

function describeMachine(machine: Machine, quick: boolean): string {
  const { processor, cores, memoryGb, system, node, postgres, postgresSettings, redis } = machine;
  const lines = [
    `${processor}, ${cores} cores, ${memoryGb} GB, ${system}`,
    `Node ${node}, PostgreSQL ${postgres} (${postgresSettings.join(', ')}), Redis ${redis ?? 'not found'}`,
    quietness(machine),
  ];
  if (quick) lines.push('quick: short runs, once each; good for trying, not for quoting');
  return lines.map((line) => `  ${line}`).join('\n');
}

/** How busy the machine was before the bench began. */
export function quietness({ loadAverage, busyBefore }: Machine): string {
  const busy = busyBefore === null ? '' : `, machine ${Math.round(busyBefore * 100)} % busy with something else`;
  return `load average before ${loadAverage}${busy}`;
}

type Row = { name: string; run: Omit<Lateness, 'curve'>; disturbed?: boolean };
const LATENESS_HEADS = ['', 'p50 ms', 'p99 ms', 'max ms', 'lost', 'early', 'duplicates', 'p99 to ours'];

function latenessTable(rows: Row[]): string {
  const ours = rows.find(({ name }) => name === 'ours')?.run.p99Ms ?? Number.NaN;
  const cells = rows.map(({ name, run }) => [
    name,
    ...[run.p50Ms, run.p99Ms, run.maxMs, run.lost, run.early, run.duplicates].map(figure),
    name === 'ours' ? '1' : `${figure(run.p99Ms / ours)} ×`,
  ]);
  const disturbed = rows.filter((row) => row.disturbed).map(({ name }) => name);
  const note = disturbed.length > 0 ? `\n  other programs disturbed: ${disturbed.join(', ')}` : '';
  return `${textTable(LATENESS_HEADS, cells)}${note}`;
}

function describeLateness({ lateness = [] }: Measurements): string[] {
  return lateness.map(({ perSecond, seconds, participants }) => {
    const rows = participants.map(({ name, middle, disturbed }) => ({ name, run: middle, disturbed }));
    const behind = participants.filter(({ middle }) => middle.lost > 0).map(({ name }) => name);
    const held = behind.length > 0 ? `\n  does not hold this rate within the time given: ${behind.join(', ')}` : '';
    const title = `Lateness at ${figure(perSecond)}/s for ${seconds} s, arrival at the receiver minus due instant`;
    return `${title}\n${latenessTable(rows)}${held}`;
  });
}

function describeGrpc({ grpc }: Measurements): string[] {
  if (!grpc) return [];
  const rows = grpc.calls.map(({ name, callsPerSecond, p50Ms, p99Ms, rejected, processorUsPerCall }) => [
    name,
    ...[Math.round(callsPerSecond), p50Ms, p99Ms, rejected, Math.round(processorUsPerCall)].map(figure),
  ]);
  const title = `Calls over gRPC and REST, asked for at ${figure(grpc.askedPerSecond)}/s for ${grpc.seconds} s`;
  return [`${title}\n${textTable(['', 'calls/s', 'p50 ms', 'p99 ms', 'rejected', 'µs of the API each'], rows)}`];
}

function describeBridge({ bridge }: Measurements): string[] {
  if (!bridge) return [];
  const registered = bridge.registered.map(({ name, perSecond }) => [name, figure(Math.round(perSecond))]);
  const fired = bridge.fired.map(({ name, middle, disturbed }) => ({ name, run: middle, disturbed }));
  return [
    `Registration from a Redis stream (ours), and by library call (BullMQ), ${figure(bridge.count)} alarms\n${textTable(['', 'alarms/s'], registered)}`,
    `Events into a Redis stream at ${figure(bridge.perSecond)}/s for ${bridge.seconds} s, read there minus due instant\n${latenessTable(fired)}`,
  ];
}

function describeRest({ registration, throughput, herd, backlog, depth }: Measurements): string[] {
  const parts: string[] = [];
  if (registration) {
    const rows = registration.participants.map(({ name, perSecond }) => [name, figure(Math.round(perSecond))]);
    parts.push(`Registration in bulk (ours over HTTP, peers by library call)\n${textTable(['', 'alarms/s'], rows)}`);
  }
  if (registration?.single) {
    const { single, whileFiring } = registration;
    const line = ({ responsesPerSecond, p50Ms, p99Ms, rejected }: Omit<typeof single, 'allP99Ms'>) =>
      `${figure(Math.round(responsesPerSecond))}/s, p50 ${figure(p50Ms)} ms, p99 ${figure(p99Ms)} ms, ${rejected} rejected`;
    parts.push(`Registration one by one over HTTP\n  ours ${line(single)}`);
    if (whileFiring) {
      const { firedPerSecond, firedP99Ms } = whileFiring;
      const fired = `while ${figure(firedPerSecond)} a second fire, p99 ${figure(firedP99Ms)} ms late`;
      parts.push(`  ${fired}: ${line(whileFiring)}`);
    }
  }
  if (throughput) {
    const title = `Throughput at ${figure(throughput.perSecond)}/s for ${throughput.seconds} s`;
    parts.push(`${title}\n${latenessTable([{ ...throughput, run: throughput.middle }])}`);
  }
  if (herd) {
    const rows = herd.participants.map(({ name, middle, disturbed }) => ({ name, run: middle, disturbed }));
    parts.push(`${figure(herd.alarms)} due in the same millisecond (max is the last one)\n${latenessTable(rows)}`);
  }
  if (backlog) {
    const { fresh, drained, drainMs, overdue, perSecond } = backlog;
    const title = `${figure(overdue)} overdue beside ${figure(perSecond)}/s that come due meanwhile`;
    const drain = `  backlog: ${figure(drained.received)} received in ${figure(drainMs / 1000)} s, ${drained.lost} lost, ${drained.duplicates} duplicates`;
    parts.push(
      `${title}\n${latenessTable([{ name: 'fresh', run: fresh, disturbed: isDisturbed(backlog) }])}\n${drain}`,
    );
  }
  if (depth) {
    const rows = [
      { name: `${figure(depth.shallowRows)} pending`, run: depth.shallow.middle, disturbed: depth.shallow.disturbed },
      { name: `${figure(depth.deepRows)} pending`, run: depth.deep.middle, disturbed: depth.deep.disturbed },
    ];
    const size = `  ${figure(depth.bytesPerAlarm)} bytes an alarm with its indexes`;
    parts.push(`1,000/s beside what waits\n${latenessTable(rows)}\n${size}`);
  }
  return parts;
}

const WORKER_HEADS = [
  'workers',
  'last of a herd ms',
  'alarms/s',
  'p50 ms at an even rate',
  'p99 ms',
  'lost',
  'early',
  'duplicates',
];

function describeWorkers({ workers }: Measurements): string[] {
  if (!workers) return [];
  const rows = workers.rows.map(({ workers: count, herd, herdPerSecond, even }) =>
    [count, herd.maxMs, Math.round(herdPerSecond), even.p50Ms, even.p99Ms]
      .concat((['lost', 'early', 'duplicates'] as const).map((name) => herd[name] + even[name]))
      .map(figure),
  );
  const [{ walBytesPerAlarm = 0, commitsPerAlarm = 0 } = {}] = workers.rows;
  const cost = `\n  of one worker, an alarm takes ${figure(Math.round(walBytesPerAlarm))} bytes of write-ahead log and ${figure(commitsPerAlarm)} commits, from registration to history`;
  const title = `Several workers: ${figure(workers.alarms)} due in the same millisecond, and ${figure(workers.perSecond)}/s for ${workers.seconds} s`;
  const disturbed = workers.rows.filter((row) => row.disturbed).map((row) => row.workers);
  const note = disturbed.length > 0 ? `\n  other programs disturbed: ${disturbed.join(', ')}` : '';
  return [`${title}\n${textTable(WORKER_HEADS, rows)}${note}${cost}`];
}

const REPORT_HEADS = ['', 'team p50 ms', 'p95 ms', 'max ms', 'own p50 ms', 'p95 ms', 'max ms'];

function describeReports({ reports: measured }: Measurements): string[] {
  if (!measured) return [];
  const { workspace, refreshSeconds, reports, team, runs } = measured;
  const { members, spans, timers, running, changed, gigabytes } = workspace;
  const rows = reports.map(({ label, ofTeam, own }) => [
    label,
    ...[ofTeam, own].flatMap(({ p50Ms, p95Ms, maxMs }) => [p50Ms, p95Ms, maxMs].map(figure)),
  ]);
  const title = `Reports of a year, of a team of ${team} and one's own, ${runs} times each`;
  const size = `  ${figure(members)} members, ${figure(spans)} spans of ${figure(timers)} timers, ${figure(gigabytes)} GB; ${figure(running)} running, ${figure(changed)} changed since the refresh`;
  const refresh = `  refresh of daily totals: ${figure(refreshSeconds.first)} s the first time, ${figure(refreshSeconds.again)} s again`;
  return [`${title}\n${textTable(REPORT_HEADS, rows)}\n${size}\n${refresh}`];
}

function describeTargets(measurements: Measurements): string {
  const rows = verdicts(measurements).map(({ label, unit, wanted, figure: value, reached }) => [
    `${reached ? 'reached' : 'missed '}  ${label}`,
    `${figure(value)} ${unit}`.trim(),
    wanted,
  ]);
  return `Targets\n${textTable(['', 'measured', 'wanted'], rows)}`;
}
