import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '#/bench/bench.ts';
import { percent } from '#/bench/calm.ts';
import { type Lateness, latenessOf } from '#/bench/figures/lateness.ts';
import type { Participant } from '#/bench/participant.ts';
import { nowUs, setClock } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type Run = Lateness & {
  createdPerSecond: number;
  /** How far the receiver's clock was ahead of the database's, at the beginning and at the end. */
  clockOffsetsUs: [number, number];
  /** How busy the machine was from the first due instant to the last arrival; null if the system does not report it. */
  shares: Shares | null;
};

/** Due instants in microseconds after the first, rising. */
type Offsets = Float64Array;

/** Registrations per second assumed before the first measurement: assuming too few only costs a short wait. */
const HOPED_PER_SECOND = 8_000;
/** Quiet between the last registration and the first due instant. */
const QUIET_MS = 700;
const MIN_QUIET_MS = 300;
const ATTEMPTS = 3;
/** A second request for an alarm would arrive soon after the first. */
const GRACE_MS = 250;

/** Measures one run; one that other programs disturbed is repeated while there is time. */
export function measure(bench: Bench, participant: Participant, offsetsUs: Offsets): Promise<Run> {
  return bench.calm.measure(participant.name, () => measureOnce(bench, participant, offsetsUs));
}

/**
 * Registers alarms ahead, so that registering disturbs no firing, waits until all have arrived or patience ends, and
 * compares arrival with due instant. At the first due instant it calls `beside`.
 */
export async function measureOnce(
  bench: Bench,
  participant: Participant,
  offsetsUs: Offsets,
  beside?: () => void,
): Promise<Run> {
  const { receiver } = bench;
  const offsetBefore = await receiver.clockOffsetUs();
  const { dueUs, tookMs } = await register(bench, participant, offsetsUs);
  const shares = await watch(bench, dueUs, beside);
  const lateness = latenessOf(dueUs, await receiver.report());
  const createdPerSecond = (dueUs.length / tookMs) * 1000;
  return { ...lateness, createdPerSecond, shares, clockOffsetsUs: [offsetBefore, await receiver.clockOffsetUs()] };
}

/** Begins a round and registers its alarms; if that takes too long, again with more time ahead. */
async function register({ receiver, sizes, log }: Bench, participant: Participant, offsetsUs: Offsets) {
  let aheadMs = (offsetsUs.length / HOPED_PER_SECOND) * 1000 + QUIET_MS;
  for (let attempt = 1; ; attempt++, aheadMs *= 3) {
    const round = await receiver.begin(offsetsUs.length);
    setClock();
    const beganUs = nowUs();
    const firstUs = beganUs + aheadMs * 1000;
    const dueUs = offsetsUs.map((us) => roundUp(firstUs + us, participant.grainUs));
    await participant.create({ round, dueUs });
    const tookMs = (nowUs() - beganUs) / 1000;
    if (tookMs < aheadMs - MIN_QUIET_MS) return { dueUs, tookMs };
    log(`${participant.name} │ registering took ${Math.round(tookMs)} ms, into the first due instants`);
    if (attempt === ATTEMPTS) return { dueUs, tookMs };
    await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + sizes.patienceMs * 1000);
  }
}

/** Waits until all have arrived, or patience ends. Returns how busy the machine was meanwhile. */
async function watch({ receiver, sizes }: Bench, dueUs: Float64Array, beside?: () => void): Promise<Shares | null> {
  await delay(Math.max(0, ((dueUs[0] as number) - nowUs()) / 1000));
  const stop = watchProcessors();
  beside?.();
  await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + sizes.patienceMs * 1000);
  const shares = stop();
  await delay(GRACE_MS);
  return shares;
}

/** A summary of a run in one line. */
export function formatRun({ p50Ms, p99Ms, maxMs, lost, early, duplicates, shares }: Run): string {
  const figures = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1)).join(' / ');
  const busy = shares ? `, machine ${percent(shares.busy)} busy, ${percent(shares.others)} by others` : '';
  return `p50 / p99 / max ${figures} ms, ${lost} lost, ${early} early, ${duplicates} twice${busy}`;
}

/** Due instants spread evenly, `perSecond` of them for some seconds. */
export function evenly(perSecond: number, seconds: number): Offsets {
  return Float64Array.from({ length: Math.round(perSecond * seconds) }, (_, n) => (n * 1_000_000) / perSecond);
}

function roundUp(us: number, grainUs: number): number {
  return Math.ceil(us / grainUs) * grainUs;
}
