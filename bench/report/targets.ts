import type { Measurements } from '#/bench/report/results.ts';
import type { LatenessResult, Round } from '#/bench/scenarios/lateness.ts';
import type { ReportDistribution, ReportsResult } from '#/bench/scenarios/reports.ts';

export type Target = {
  label: string;
  unit: 'ms' | '/s' | 'times' | 'bytes' | '';
  /** Reached when the figure is at most, or at least, this. */
  limit: { atMost: number } | { atLeast: number };
  /** The figure; undefined when its scenario was not measured. */
  read: (measurements: Measurements) => number | undefined;
};

export type Verdict = { label: string; unit: Target['unit']; wanted: string; figure: number; reached: boolean };

const RATES = { low: 1_000, high: 3_000 };

/** The product's own targets, for two cores shared by everything. */
export const TARGETS: readonly Target[] = [
  lateness(RATES.low, 'p50', { atMost: 3 }, ({ p50Ms }) => p50Ms),
  lateness(RATES.low, 'p99', { atMost: 15 }, ({ p99Ms }) => p99Ms),
  lateness(RATES.high, 'p99', { atMost: 40 }, ({ p99Ms }) => p99Ms),
  count('early, in all rounds of lateness', ({ early }) => early),
  count('lost, in all rounds of lateness', ({ lost }) => lost),
  {
    label: 'p99 of the best peer to ours, 1,000/s',
    unit: 'times',
    limit: { atLeast: 8 },
    read: ({ lateness }) => advantage(lateness, RATES.low),
  },
  {
    label: 'p99 of the best peer to ours, 3,000/s',
    unit: 'times',
    limit: { atLeast: 8 },
    read: ({ lateness }) => advantage(lateness, RATES.high),
  },
  {
    label: 'fired and delivered, sustained',
    unit: '/s',
    limit: { atLeast: 5_000 },
    read: ({ throughput }) => throughput?.sustainedPerSecond,
  },
  {
    label: 'p99 at 5,000/s',
    unit: 'ms',
    limit: { atMost: 40 },
    read: ({ throughput }) => throughput?.middle.p99Ms,
  },
  {
    label: 'registered over HTTP in batches of 500',
    unit: '/s',
    limit: { atLeast: 30_000 },
    read: ({ registration }) => registration?.participants.find(({ name }) => name === 'ours')?.perSecond,
  },
  {
    label: 'registered one by one',
    unit: '/s',
    // Requested at 3,000/s: the last responses arrive after the last requests.
    limit: { atLeast: 2_950 },
    read: ({ registration }) => registration?.single?.responsesPerSecond,
  },
  {
    label: 'p99 of registering one',
    unit: 'ms',
    limit: { atMost: 20 },
    read: ({ registration }) => registration?.single?.p99Ms,
  },
  {
    label: 'registered one by one over gRPC',
    unit: '/s',
    limit: { atLeast: 2_950 },
    read: ({ grpc }) => grpc?.calls.find(({ name }) => name.startsWith('gRPC'))?.callsPerSecond,
  },
  {
    label: 'registered from a Redis stream',
    unit: '/s',
    limit: { atLeast: 10_000 },
    read: ({ bridge }) => bridge?.registered.find(({ name }) => name === 'ours')?.perSecond,
  },
  {
    label: 'p99 of events into a Redis stream at 1,000/s',
    unit: 'ms',
    limit: { atMost: 20 },
    read: ({ bridge }) => bridge?.fired.find(({ name }) => name === 'ours')?.middle.p99Ms,
  },
  {
    label: '10,000 in the same millisecond, last one',
    unit: 'ms',
    limit: { atMost: 800 },
    read: ({ herd }) => herd?.participants.find(({ name }) => name === 'ours')?.middle.maxMs,
  },
  {
    label: 'p99 of fresh alarms while a backlog drains',
    unit: 'ms',
    limit: { atMost: 100 },
    read: ({ backlog }) => backlog?.fresh.p99Ms,
  },
  {
    label: 'p99 beside many pending to p99 beside few',
    unit: 'times',
    limit: { atMost: 1.5 },
    read: ({ depth }) => depth && depth.deep.middle.p99Ms / depth.shallow.middle.p99Ms,
  },
  {
    label: 'an alarm with its indexes',
    unit: 'bytes',
    limit: { atMost: 400 },
    read: ({ depth }) => depth?.bytesPerAlarm,
  },
  slowestReport('of a team of 50', { atMost: 200 }, ({ ofTeam }) => ofTeam),
  slowestReport('of a member', { atMost: 50 }, ({ own }) => own),
];

/** How the measured figures compare with the targets; targets that were not measured are left out. */
export function verdicts(measurements: Measurements, targets = TARGETS): Verdict[] {
  return targets.flatMap(({ label, unit, limit, read }) => {
    const figure = read(measurements);
    if (figure === undefined) return [];
    const reached = 'atMost' in limit ? figure <= limit.atMost : figure >= limit.atLeast;
    const [side, value] = 'atMost' in limit ? ['at most', limit.atMost] : ['at least', limit.atLeast];
    return [{ label, unit, wanted: `${side} ${value}`, figure, reached }];
  });
}

function lateness(perSecond: number, label: string, limit: Target['limit'], of: (run: Round) => number): Target {
  const read = ({ lateness }: Measurements) => {
    const ours = find(lateness, perSecond)?.find(({ name }) => name === 'ours');
    return ours && of(ours.middle);
  };
  return { label: `${label} at ${perSecond.toLocaleString('en')}/s`, unit: 'ms', limit, read };
}

/** Every report must reach it, so the slowest one counts. */
function slowestReport(
  whose: string,
  limit: Target['limit'],
  of: (report: ReportsResult['reports'][number]) => ReportDistribution,
): Target {
  const read = ({ reports }: Measurements) => reports && Math.max(...reports.reports.map((report) => of(report).p95Ms));
  return { label: `p95 of the slowest report of a year, ${whose}`, unit: 'ms', limit, read };
}

function count(label: string, of: (run: Round) => number): Target {
  const read = ({ lateness }: Measurements) => {
    const ours = lateness?.flatMap(({ participants }) => participants.filter(({ name }) => name === 'ours'));
    return ours?.reduce((sum, { all }) => sum + all.reduce((inner, run) => inner + of(run), 0), 0);
  };
  return { label, unit: '', limit: { atMost: 0 }, read };
}

function find(result: LatenessResult | undefined, perSecond: number) {
  return result?.find((rate) => rate.perSecond === perSecond)?.participants;
}

/** The best peer's p99 as a multiple of ours; a peer that lost alarms has none. */
function advantage(result: LatenessResult | undefined, perSecond: number): number | undefined {
  const participants = find(result, perSecond);
  const ours = participants?.find(({ name }) => name === 'ours')?.middle;
  const peers = participants?.filter(({ name, middle }) => name !== 'ours' && middle.lost === 0);
  if (!ours || !peers || peers.length === 0) return undefined;
  return Math.min(...peers.map(({ middle }) => middle.p99Ms)) / ours.p99Ms;
}
