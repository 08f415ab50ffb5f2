import type { Bench } from '#/bench/bench.ts';
import { callEvenly, WARM_CALL_SECONDS } from '#/bench/call-evenly.ts';
import { quantile } from '#/bench/figures/quantile.ts';
import { nowUs } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type GrpcCalls = {
  name: string;
  callsPerSecond: number;
  rejected: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the API process, which other programs don't change much. */
  processorUsPerCall: number;
  shares: Shares | null;
};
export type GrpcResult = { askedPerSecond: number; seconds: number; calls: GrpcCalls[] };

const PER_SECOND = 3_000;
/** Registered so far ahead that nothing fires during the run. */
const AHEAD_US = 86_400 * 1_000_000;
const GAP_US = 1_000;

type Call = (n: number) => Promise<unknown>;

/**
 * Creating alarms over gRPC and over REST, at an even rate, without waiting for earlier calls. The same API process
 * serves both, one after the other.
 */
export async function measureGrpc(bench: Bench): Promise<GrpcResult> {
  const { ours, sizes } = bench;
  await ours.start();
  try {
    const { client, grpc } = ours.running();
    const dueUs = nowUs() + AHEAD_US;
    const kinds: [name: string, call: Call][] = [
      ['REST, POST /alarms', (n) => client.createOne(0, n, dueUs + n * GAP_US)],
      ['gRPC, CreateAlarm', (n) => grpc.createOne(0, n, dueUs + n * GAP_US)],
    ];
    const calls: GrpcCalls[] = [];
    for (const [name, call] of kinds) {
      await callEvenly(call, { perSecond: PER_SECOND, seconds: WARM_CALL_SECONDS });
      await bench.postgres.checkpoint();
      const found = await bench.calm.measure('ours', () => measureCalls(bench, name, call));
      const figures = `p50 / p99 ${found.p50Ms.toFixed(1)} / ${found.p99Ms.toFixed(1)} ms, ${found.rejected} rejected, ${found.processorUsPerCall.toFixed(0)} µs of the API process each`;
      bench.log(`ours │ ${name}: ${Math.round(found.callsPerSecond)} calls/s, ${figures}`);
      calls.push(found);
    }
    return { askedPerSecond: PER_SECOND, seconds: sizes.singleSeconds, calls };
  } finally {
    await ours.stop();
  }
}

async function measureCalls({ ours, sizes }: Bench, name: string, call: Call): Promise<GrpcCalls> {
  const { apiProcessorMs } = ours.running();
  const before = await apiProcessorMs();
  const stop = watchProcessors();
  const { sortedMs, rejected, tookMs } = await callEvenly(call, {
    perSecond: PER_SECOND,
    seconds: sizes.singleSeconds,
  });
  const processorUsPerCall = (((await apiProcessorMs()) - before) * 1000) / (sortedMs.length + rejected);
  const [p50Ms, p99Ms] = [quantile(sortedMs, 0.5), quantile(sortedMs, 0.99)];
  const callsPerSecond = (sortedMs.length / tookMs) * 1000;
  return { name, callsPerSecond, rejected, p50Ms, p99Ms, processorUsPerCall, shares: stop() };
}
