import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '#/bench/bench.ts';
import { quantile } from '#/bench/figures/quantile.ts';
import type { Participant, ParticipantName } from '#/bench/participant.ts';
import { nowUs } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type RegistrationResult = {
  count: number;
  /** In bulk: ours over HTTP in batches of 500, peers by their library's bulk call, 1,000 at a time. */
  participants: ({ name: ParticipantName } & Bulk)[];
  /** One by one over HTTP, at an even rate, without waiting for earlier ones. */
  single?: Single;
};
type Bulk = { perSecond: number; shares: Shares | null };
type Single = {
  askedPerSecond: number;
  responsesPerSecond: number;
  refused: number;
  p50Ms: number;
  p99Ms: number;
  shares: Shares | null;
};

const SINGLE_PER_SECOND = 3_000;
/** Until V8 has compiled what a request runs: measured, some 10,000 of them. */
const SINGLE_WARM_SECONDS = 5;
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
      if (participant === bench.ours) result.single = await measureSingle(bench);
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

async function measureSingle(bench: Bench): Promise<Single> {
  await registerEvenly(bench, SINGLE_WARM_SECONDS);
  return bench.calm.measure('ours', () => measureSingleOnce(bench));
}

async function measureSingleOnce(bench: Bench): Promise<Single> {
  const stop = watchProcessors();
  const { answeredMs, refused, tookMs } = await registerEvenly(bench, bench.sizes.singleSeconds);
  const sorted = answeredMs.sort();
  const single = {
    askedPerSecond: SINGLE_PER_SECOND,
    responsesPerSecond: (sorted.length / tookMs) * 1000,
    refused,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    shares: stop(),
  };
  const figures = `p50 / p99 ${single.p50Ms.toFixed(1)} / ${single.p99Ms.toFixed(1)} ms, ${refused} refused`;
  bench.log(`ours │ registers ${Math.round(single.responsesPerSecond)} alarms/s one by one: ${figures}`);
  return single;
}

/**
 * Times count from the instant when a request should have been sent, so that a stall shows in all requests behind it. Keeps
 * only the time of each request: whatever survives a garbage collection stalls this process and would count as latency.
 */
async function registerEvenly({ ours }: Bench, seconds: number) {
  const { client } = ours.running();
  const count = SINGLE_PER_SECOND * seconds;
  const dueUs = nowUs() + AHEAD_US;
  const answeredMs = new Float64Array(count);
  let answered = 0;
  let refused = 0;
  const done = Promise.withResolvers<void>();
  const began = performance.now();
  const register = async (n: number) => {
    try {
      await client.createOne(0, n, dueUs + n * GAP_US);
      answeredMs[answered++] = performance.now() - (began + (n * 1000) / SINGLE_PER_SECOND);
    } catch {
      refused++;
    }
    if (answered + refused === count) done.resolve();
  };
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, ((performance.now() - began) * SINGLE_PER_SECOND) / 1000);
    while (sent < due) void register(sent++);
    await delay(1);
  }
  await done.promise;
  return { answeredMs: answeredMs.subarray(0, answered), refused, tookMs: performance.now() - began };
}
