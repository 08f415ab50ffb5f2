import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '#/bench/bench.ts';
import { type Lateness, latenessOf } from '#/bench/figures/lateness.ts';
import type { Participant } from '#/bench/participant.ts';
import { nowUs, setClock } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type Run = Lateness & {
  createdPerSecond: number;
  /** How far the receiver's clock was ahead of the database's, at the beginning and at the end. */
  clockOffsetsUs: [number, number];
  /** How busy the machine was from the first due instant to the last arrival; null where the system does not tell. */
  shares: Shares | null;
};

/** Due instants in microseconds after the first, rising. */
type Offsets = Float64Array;

/** Registrations per second that are hoped for before the first measurement: too few means to wait a little. */
const HOPED_PER_SECOND = 8_000;
/** Quiet between the last registration and the first due instant. */
const QUIET_MS = 700;
const LEAST_QUIET_MS = 300;
const TRIES = 3;
/** A second request for an alarm would come soon after the first. */
const GRACE_MS = 250;
/** A run is repeated when other programs took more of the machine than this. */
const DISTURBED_SHARE = 0.1;
const CALM_LOOK_MS = 500;

/**
 * Registers alarms ahead, so that registering disturbs no firing, waits until all have arrived or patience ends, and
 * compares arrival with due instant. A run that other programs disturbed is repeated, whatever came out of it; of the
 * tries the least disturbed counts.
 */
export async function measure(bench: Bench, participant: Participant, offsetsUs: Offsets): Promise<Run> {
  const runs: Run[] = [];
  for (let attempt = 0; attempt <= bench.sizes.repeats; attempt++) {
    await untilCalm(bench);
    const run = await measureOnce(bench, participant, offsetsUs);
    runs.push(run);
    if (othersIn(run) <= DISTURBED_SHARE) break;
    bench.say(`${participant.name} │ other programs took ${percent(othersIn(run))} of the machine in this run`);
  }
  return runs.toSorted((a, b) => othersIn(a) - othersIn(b))[0] as Run;
}

/** Waits, for a while at most, until other programs leave the machine alone. */
export async function untilCalm({ sizes, say }: Bench): Promise<void> {
  const giveUpAt = performance.now() + sizes.calmTimeoutMs;
  for (;;) {
    const stop = watchProcessors();
    await delay(CALM_LOOK_MS);
    const others = stop()?.others ?? 0;
    if (others <= DISTURBED_SHARE) return;
    if (performance.now() > giveUpAt) return say(`other programs take ${percent(others)} of the machine; going on`);
  }
}

async function measureOnce(bench: Bench, participant: Participant, offsetsUs: Offsets): Promise<Run> {
  const { receiver } = bench;
  const offsetBefore = await receiver.clockOffsetUs();
  const { dueUs, tookMs } = await register(bench, participant, offsetsUs);
  const shares = await watch(bench, dueUs);
  const lateness = latenessOf(dueUs, await receiver.report());
  const createdPerSecond = (dueUs.length / tookMs) * 1000;
  return { ...lateness, createdPerSecond, shares, clockOffsetsUs: [offsetBefore, await receiver.clockOffsetUs()] };
}

/** Begins a round and registers its alarms; when that takes too long, once more with more time ahead. */
async function register({ receiver, sizes, say }: Bench, participant: Participant, offsetsUs: Offsets) {
  let aheadMs = (offsetsUs.length / HOPED_PER_SECOND) * 1000 + QUIET_MS;
  for (let attempt = 1; ; attempt++, aheadMs *= 3) {
    const round = await receiver.begin(offsetsUs.length);
    setClock();
    const beganUs = nowUs();
    const firstUs = beganUs + aheadMs * 1000;
    const dueUs = offsetsUs.map((us) => roundUp(firstUs + us, participant.grainUs));
    await participant.create({ round, dueUs });
    const tookMs = (nowUs() - beganUs) / 1000;
    if (tookMs < aheadMs - LEAST_QUIET_MS) return { dueUs, tookMs };
    say(`${participant.name} │ registering took ${Math.round(tookMs)} ms, into the first due instants`);
    if (attempt === TRIES) return { dueUs, tookMs };
    await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + sizes.patienceMs * 1000);
  }
}

/** Waits until all have arrived, or patience ends. Answers how busy the machine was meanwhile. */
async function watch({ receiver, sizes }: Bench, dueUs: Float64Array): Promise<Shares | null> {
  await delay(Math.max(0, ((dueUs[0] as number) - nowUs()) / 1000));
  const stop = watchProcessors();
  await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + sizes.patienceMs * 1000);
  const shares = stop();
  await delay(GRACE_MS);
  return shares;
}

/** What a run was like, in a line. */
export function words({ p50Ms, p99Ms, maxMs, lost, early, duplicates, shares }: Run): string {
  const figures = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1)).join(' / ');
  const busy = shares ? `, machine ${percent(shares.busy)} busy, ${percent(shares.others)} by others` : '';
  return `p50 / p99 / max ${figures} ms, ${lost} lost, ${early} early, ${duplicates} twice${busy}`;
}

/** Due instants spread evenly, `perSecond` of them for some seconds. */
export function evenly(perSecond: number, seconds: number): Offsets {
  return Float64Array.from({ length: Math.round(perSecond * seconds) }, (_, n) => (n * 1_000_000) / perSecond);
}

function othersIn({ shares }: Run): number {
  return shares?.others ?? 0;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function roundUp(us: number, grainUs: number): number {
  return Math.ceil(us / grainUs) * grainUs;
}
