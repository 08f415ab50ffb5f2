import { StartError } from '#/scripts/start-error.ts';

export const SCENARIOS = [
  'registration',
  'grpc',
  'bridge',
  'lateness',
  'throughput',
  'herd',
  'backlog',
  'depth',
  'workers',
  'reports',
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];
/** Generates ten million spans first, so it runs only when named. */
const ONLY_NAMED: ScenarioName = 'reports';
const WITHOUT_PEERS: readonly ScenarioName[] = ['grpc', 'bridge', 'workers', 'reports'];

/** How much is measured. Rates are per second. */
export type Sizes = {
  /** Rows registered in batches, and the seconds of registering one by one. */
  registered: number;
  singleSeconds: number;
  latenessRates: number[];
  latenessSeconds: number;
  rounds: number;
  throughputSeconds: number;
  overdue: number;
  backlogSeconds: number;
  deepRows: number;
  /** People and spans of the workspace that reports are about, and how often each report is requested. */
  reportMembers: number;
  reportSpans: number;
  reportRuns: number;
  /** Alarms that have not arrived this long after the last due instant count as lost. */
  patienceMs: number;
  /**
   * Total time for waiting until other programs leave the machine alone, and for repeating runs that they disturbed.
   */
  calmBudgetMs: number;
};

export type Plan = {
  scenarios: ScenarioName[];
  quick: boolean;
  /** Whether ours runs under the profiler of Node. */
  profile: boolean;
  /** Whether peers are measured. */
  peers: boolean;
  sizes: Sizes;
};

/** Enough people to choose a team of fifty in several ways, each with a year of work. */
const MIN_MEMBERS = 60;
const MIN_SPANS = 150_000;

const FULL: Sizes = {
  registered: 150_000,
  singleSeconds: 8,
  latenessRates: [1_000, 3_000],
  latenessSeconds: 10,
  rounds: 3,
  throughputSeconds: 15,
  overdue: 100_000,
  backlogSeconds: 15,
  deepRows: 10_000_000,
  reportMembers: 1_000,
  reportSpans: 10_000_000,
  reportRuns: 40,
  patienceMs: 15_000,
  calmBudgetMs: 180_000,
};

/** For a shared machine: waits almost as long as necessary. */
const PATIENT_BUDGET_MS = 3_600_000;

const QUICK: Sizes = {
  ...FULL,
  registered: 30_000,
  singleSeconds: 3,
  latenessSeconds: 3,
  rounds: 1,
  throughputSeconds: 4,
  overdue: 20_000,
  backlogSeconds: 4,
  deepRows: 200_000,
  ...workspaceOf(200_000),
  reportRuns: 10,
  patienceMs: 5_000,
  calmBudgetMs: 5_000,
};

export const USAGE = `npm run bench -- [${SCENARIOS.join('] [')}] [--quick] [--patient] [--ours-only] [--profile] [--spans N]`;

/**
 * The plan that the arguments request; all scenarios but `reports` when none is named. Throws `StartError` for unknown
 * ones.
 */
export function planOf(args: readonly string[]): Plan {
  const [words, spans] = takeSpans(args);
  const known: readonly string[] = [...SCENARIOS, '--quick', '--patient', '--ours-only', '--profile'];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown) throw new StartError(`The bench doesn't know "${unknown}". It takes: ${USAGE}`);
  const named = SCENARIOS.filter((name) => words.includes(name));
  const scenarios = named.length > 0 ? named : SCENARIOS.filter((name) => name !== ONLY_NAMED);
  if (spans !== null && !scenarios.includes(ONLY_NAMED)) {
    throw new StartError(`--spans is the size of the workspace of ${ONLY_NAMED}: name that too. ${USAGE}`);
  }
  const quick = words.includes('--quick') || (spans !== null && spans < FULL.reportSpans);
  const sizes = { ...(words.includes('--quick') ? QUICK : FULL), ...(spans !== null && workspaceOf(spans)) };
  return {
    scenarios,
    quick,
    profile: words.includes('--profile'),
    peers: !words.includes('--ours-only') && scenarios.some((name) => !WITHOUT_PEERS.includes(name)),
    sizes: words.includes('--patient') ? { ...sizes, calmBudgetMs: PATIENT_BUDGET_MS } : sizes,
  };
}

/** `--spans N`, and the other words. */
function takeSpans(args: readonly string[]): [words: string[], spans: number | null] {
  const at = args.indexOf('--spans');
  if (at < 0) return [[...args], null];
  const spans = Number(args[at + 1]);
  if (!Number.isInteger(spans) || spans < MIN_SPANS) {
    throw new StartError(`--spans takes how many spans the workspace has, at least ${MIN_SPANS}.`);
  }
  return [args.toSpliced(at, 2), spans];
}

/** A smaller workspace has fewer people, not shorter histories, down to the number that teams are chosen from. */
function workspaceOf(spans: number): Pick<Sizes, 'reportMembers' | 'reportSpans'> {
  const members = Math.round(spans / (FULL.reportSpans / FULL.reportMembers));
  return { reportMembers: Math.min(Math.max(members, MIN_MEMBERS), FULL.reportMembers), reportSpans: spans };
}
