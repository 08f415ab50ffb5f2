import { StartError } from '#/scripts/start-error.ts';

export const SCENARIOS = ['registration', 'lateness', 'throughput', 'herd', 'backlog', 'depth'] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

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
  /** What has not arrived so long after the last due instant counts as lost. */
  patienceMs: number;
  /** Time in all for waiting until other programs leave the machine alone, and for repeating what they disturbed. */
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
  patienceMs: 15_000,
  calmBudgetMs: 180_000,
};

/** On a machine that others use too: waits for as long as it takes, nearly. */
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
  patienceMs: 5_000,
  calmBudgetMs: 5_000,
};

export const USAGE = `npm run bench -- [${SCENARIOS.join('] [')}] [--quick] [--patient] [--ours-only] [--profile]`;

/** What the arguments ask for; all scenarios when none is named. Throws `StartError` for what it doesn't know. */
export function planOf(args: readonly string[]): Plan {
  const known: readonly string[] = [...SCENARIOS, '--quick', '--patient', '--ours-only', '--profile'];
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown) throw new StartError(`The bench doesn't know "${unknown}". It takes: ${USAGE}`);
  const named = SCENARIOS.filter((name) => args.includes(name));
  const quick = args.includes('--quick');
  const sizes = quick ? QUICK : FULL;
  return {
    scenarios: named.length > 0 ? named : [...SCENARIOS],
    quick,
    profile: args.includes('--profile'),
    peers: !args.includes('--ours-only'),
    sizes: args.includes('--patient') ? { ...sizes, calmBudgetMs: PATIENT_BUDGET_MS } : sizes,
  };
}
