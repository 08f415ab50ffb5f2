import type { Bench } from '#/bench/bench.ts';
import { isDisturbed } from '#/bench/calm.ts';
import { median } from '#/bench/figures/quantile.ts';
import { evenly, formatRun, measure, type Run } from '#/bench/measure.ts';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type Measured = {
  name: ParticipantName;
  /** The median round by p99, among those that other programs did not disturb, if any. */
  middle: Run;
  /** Whether other programs disturbed it. */
  disturbed: boolean;
  /** All rounds, in the order they were measured. */
  all: Round[];
};
/** A run without its curve. */
export type Round = Omit<Run, 'curve'>;
export type LatenessResult = { perSecond: number; seconds: number; participants: Measured[] }[];

/** Runs of one participant, by the index of the rate. */
type Runs = Map<Participant, Run[][]>;

/**
 * How late webhooks arrive at even rates. Ours and the peers alternate; later rounds repeat only ours and the peers
 * that were best at some rate, since the others are too far behind to matter.
 */
export async function measureLateness(bench: Bench): Promise<LatenessResult> {
  const { latenessRates, latenessSeconds, rounds } = bench.sizes;
  const runs: Runs = new Map();
  let turns: Participant[] = [bench.ours, ...bench.peers];
  for (let round = 1; round <= rounds; round++) {
    for (const participant of turns) {
      await measureRates(bench, participant, round, runs).catch((error) => bench.giveUp(participant.name, error));
    }
    turns = [bench.ours, ...bestPeers(bench, runs)];
  }
  return latenessRates.map((perSecond, rate) => ({
    perSecond,
    seconds: latenessSeconds,
    participants: [...runs]
      .filter(([, byRate]) => byRate[rate]?.length)
      .map(([{ name }, byRate]) => measured(name, byRate[rate] as Run[])),
  }));
}

async function measureRates(bench: Bench, participant: Participant, round: number, runs: Runs): Promise<void> {
  const { latenessRates, latenessSeconds } = bench.sizes;
  const byRate = runs.get(participant) ?? latenessRates.map(() => []);
  runs.set(participant, byRate);
  await withStarted(bench, participant, async () => {
    for (const [rate, perSecond] of latenessRates.entries()) {
      const run = await measure(bench, participant, evenly(perSecond, latenessSeconds));
      byRate[rate]?.push(run);
      bench.log(`${participant.name} │ lateness at ${perSecond}/s, round ${round}: ${formatRun(run)}`);
    }
  });
}

/** The peers that were best at some rate. */
function bestPeers({ peers, sizes }: Bench, runs: Runs): Participant[] {
  const p99At = (rate: number) => (peer: Participant) => {
    const run = runs.get(peer)?.[rate]?.[0];
    return run && run.lost === 0 ? run.p99Ms : Number.MAX_VALUE;
  };
  const best = sizes.latenessRates.map((_, rate) => lowest(peers, p99At(rate)));
  return peers.filter((peer) => best.includes(peer));
}

function lowest<T>(items: readonly T[], by: (item: T) => number): T | undefined {
  return items.toSorted((a, b) => by(a) - by(b))[0];
}

export function measured(name: ParticipantName, runs: Run[]): Measured {
  const middle = median(undisturbed(runs), (run) => run.p99Ms);
  return { name, middle, disturbed: isDisturbed(middle), all: runs.map(({ curve: _, ...round }) => round) };
}

/** The runs that other programs did not disturb; all when they disturbed all. */
export function undisturbed<T extends Pick<Run, 'shares'>>(runs: T[]): T[] {
  const calm = runs.filter((run) => !isDisturbed(run));
  return calm.length > 0 ? calm : runs;
}
