import type { Bench } from '#/bench/bench.ts';
import { callEvenly, WARM_CALL_SECONDS } from '#/bench/call-evenly.ts';
import { median, quantile } from '#/bench/figures/quantile.ts';
import { evenly, measureOnce } from '#/bench/measure.ts';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { undisturbed } from '#/bench/scenarios/lateness.ts';
import { fireUntilWarm } from '#/bench/scenarios/start-warm.ts';
import { nowUs } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type RegistrationResult = {
  count: number;
  /** In bulk: ours over HTTP in batches of 500, peers by their library's bulk call, 1,000 at a time. */
  participants: ({ name: ParticipantName } & Bulk)[];
  /** One by one over HTTP, at an even rate, without waiting for earlier ones. */
  single?: Single & Rounds;
  /** The same while the worker fires others. */
  whileFiring?: WhileFiring & Rounds;
};
/** The 99th percentiles of all rounds; the result is the round with the middle one. */
type Rounds = { allP99Ms: number[] };
type Bulk = { perSecond: number; shares: Shares | null };
type Single = {
  askedPerSecond: number;
  responsesPerSecond: number;
  rejected: number;
  p50Ms: number;
  p99Ms: number;
  shares: Shares | null;
};

type WhileFiring = Single & { firedPerSecond: number; firedP99Ms: number };

const SINGLE_PER_SECOND = 3_000;
const FIRED_PER_SECOND = 500;
const WARM_ALARMS = 10_000;
/** Registered so far ahead that nothing fires during the run. */
const AHEAD_US = 86_400 * 1_000_000;
const GAP_US = 1_000;

/** How many alarms can be registered in a second, and how long registering one takes. */
export async function measureRegistration(bench: Bench): Promise<RegistrationResult> {
  const count = bench.sizes.registered;
  const result: RegistrationResult = { count, participants: [] };
  for (const participant of [bench.ours, ...bench.peers]) {
    await participant.start();
    try {
      await registerMany(participant, WARM_ALARMS);
      const bulk = await bench.calm.measure(participant.name, () => registerMany(participant, count));
      bench.log(`${participant.name} │ registers ${Math.round(bulk.perSecond)} alarms/s in bulk`);
      result.participants.push({ name: participant.name, ...bulk });
      if (participant === bench.ours) {
        result.single = await measureSingle(bench);
        result.whileFiring = await measureSingleWhileFiring(bench);
      }
    } catch (error) {
      bench.giveUp(participant.name, error);
    } finally {
      await participant.stop();
    }
  }
  return result;
}

async function registerMany(participant: Participant, count: number): Promise<Bulk> {
  const firstUs = Math.ceil(nowUs() / GAP_US) * GAP_US + AHEAD_US;
  const dueUs = Float64Array.from({ length: count }, (_, n) => firstUs + n * GAP_US);
  const stop = watchProcessors();
  const began = performance.now();
  await participant.create({ round: 0, dueUs });
  return { perSecond: (count / (performance.now() - began)) * 1000, shares: stop() };
}

async function measureSingle(bench: Bench): Promise<Single & Rounds> {
  await registerEvenly(bench, WARM_CALL_SECONDS);
  return middleOf(bench, (round) => measureSingleOnce(bench, `, round ${round}`));
}

async function measureSingleWhileFiring(bench: Bench): Promise<WhileFiring & Rounds> {
  await fireUntilWarm(bench, bench.ours);
  return middleOf(bench, (round) => measureWhileFiringOnce(bench, round));
}

/** Begins when the first of the others is due: registering them in bulk is no part of it. */
async function measureWhileFiringOnce(bench: Bench, round: number): Promise<WhileFiring> {
  const { promise: single, resolve } = Promise.withResolvers<Single>();
  const begin = () => resolve(measureSingleOnce(bench, `, while ${FIRED_PER_SECOND} a second fire, round ${round}`));
  const fired = await measureOnce(bench, bench.ours, evenly(FIRED_PER_SECOND, bench.sizes.singleSeconds), begin);
  return { ...(await single), firedPerSecond: FIRED_PER_SECOND, firedP99Ms: fired.p99Ms };
}

/** The median round by p99, as for everything else that is measured by percentiles. */
async function middleOf<T extends Single>(bench: Bench, measureRound: (round: number) => Promise<T>) {
  const runs: T[] = [];
  for (let round = 1; round <= bench.sizes.rounds; round++) {
    await bench.postgres.checkpoint();
    runs.push(await bench.calm.measure('ours', () => measureRound(round)));
  }
  const middle = median(undisturbed(runs), ({ p99Ms }) => p99Ms);
  return { ...middle, allP99Ms: runs.map(({ p99Ms }) => p99Ms) };
}

async function measureSingleOnce(bench: Bench, how: string): Promise<Single> {
  const stop = watchProcessors();
  const { sortedMs, rejected, tookMs } = await registerEvenly(bench, bench.sizes.singleSeconds);
  const single = {
    askedPerSecond: SINGLE_PER_SECOND,
    responsesPerSecond: (sortedMs.length / tookMs) * 1000,
    rejected,
    p50Ms: quantile(sortedMs, 0.5),
    p99Ms: quantile(sortedMs, 0.99),
    shares: stop(),
  };
  const figures = `p50 / p99 ${single.p50Ms.toFixed(1)} / ${single.p99Ms.toFixed(1)} ms, ${single.rejected} rejected`;
  bench.log(`ours │ registers ${Math.round(single.responsesPerSecond)} alarms/s one by one${how}: ${figures}`);
  return single;
}

function registerEvenly({ ours }: Bench, seconds: number) {
  const { client } = ours.running();
  const dueUs = nowUs() + AHEAD_US;
  const register = (n: number) => client.createOne(0, n, dueUs + n * GAP_US);
  return callEvenly(register, { perSecond: SINGLE_PER_SECOND, seconds });
}
