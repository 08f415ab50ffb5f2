import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '#/bench/bench.ts';
import { type Lateness, latenessOf } from '#/bench/figures/lateness.ts';
import type { Participant } from '#/bench/participant.ts';
import { nowUs, setClock } from '#/bench/wall-clock.ts';

export type Run = Lateness & {
  createdPerSecond: number;
  /** How far the receiver's clock was ahead of the database's, at the beginning and at the end. */
  clockOffsetsUs: [number, number];
  /** Share of the machine that was busy from the first due instant to the last arrival, 0 to 1. */
  busyShare: number;
};

type Wanted = {
  /** Due instants in microseconds after the first, rising. */
  offsetsUs: Float64Array;
};

/** Registrations per second that are hoped for before the first measurement: too few means to wait a little. */
const HOPED_PER_SECOND = 8_000;
/** Quiet between the last registration and the first due instant. */
const QUIET_MS = 700;
const LEAST_QUIET_MS = 300;
const TRIES = 3;
/** A second request for an alarm would come soon after the first. */
const GRACE_MS = 250;

/**
 * Registers alarms ahead, so that registering disturbs no firing, waits until all have arrived or patience ends, and
 * compares arrival with due instant. When registering took too long, it is tried again with more time ahead.
 */
export async function measure(bench: Bench, participant: Participant, { offsetsUs }: Wanted): Promise<Run> {
  const { receiver } = bench;
  let aheadMs = (offsetsUs.length / HOPED_PER_SECOND) * 1000 + QUIET_MS;
  for (let attempt = 1; ; attempt++, aheadMs *= 3) {
    const offsetBefore = await receiver.clockOffsetUs();
    const round = await receiver.begin(offsetsUs.length);
    setClock();
    const beganUs = nowUs();
    const firstUs = beganUs + aheadMs * 1000;
    const dueUs = offsetsUs.map((us) => roundUp(firstUs + us, participant.grainUs));
    await participant.create({ round, dueUs });
    const tookMs = (nowUs() - beganUs) / 1000;
    const onTime = tookMs < aheadMs - LEAST_QUIET_MS;
    if (!onTime && attempt < TRIES) {
      bench.say(`${participant.name} │ registering took ${Math.round(tookMs)} ms; again with more time ahead`);
      await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + bench.sizes.patienceMs * 1000);
      continue;
    }
    if (!onTime) bench.say(`${participant.name} │ registering ran into the first due instants`);
    const busyShare = await watch(bench, dueUs);
    const lateness = latenessOf(dueUs, await receiver.report());
    const createdPerSecond = (dueUs.length / tookMs) * 1000;
    return { ...lateness, createdPerSecond, busyShare, clockOffsetsUs: [offsetBefore, await receiver.clockOffsetUs()] };
  }
}

/** Waits until all have arrived, or patience ends. Answers the share of the machine that was busy meanwhile. */
async function watch({ receiver, sizes }: Bench, dueUs: Float64Array): Promise<number> {
  await delay(Math.max(0, ((dueUs[0] as number) - nowUs()) / 1000));
  const stop = watchProcessors();
  await receiver.settled(dueUs.length, (dueUs.at(-1) as number) + sizes.patienceMs * 1000);
  const busyShare = stop();
  await delay(GRACE_MS);
  return busyShare;
}

/** Begins to count how busy the machine is; the answer ends it and is the share from 0 to 1. */
export function watchProcessors(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    return (after.busy - before.busy) / Math.max(1, after.all - before.all);
  };
}

function processorTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, irq, idle: rest }) => sum + user + nice + sys + irq + rest, 0);
  return { busy: all - idle, all };
}

function roundUp(us: number, grainUs: number): number {
  return Math.ceil(us / grainUs) * grainUs;
}

/** Due instants spread evenly, `perSecond` of them for some seconds. */
export function evenly(perSecond: number, seconds: number): Float64Array {
  return Float64Array.from({ length: Math.round(perSecond * seconds) }, (_, n) => (n * 1_000_000) / perSecond);
}
