import type { Lane, UnderWay } from '#/lib/alarms/firing/lanes.ts';
import { Stuck } from '#/lib/alarms/firing/stuck.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** What is given back together comes back apart: over half as long again. */
const PARK_SPREAD = 0.5;

/** A try, or what waits for one. */
type Placed = Pick<Lane, 'tenant' | 'origin'> & { isBacklog: boolean };
type Places<T> = { all: T; backlog: T };

/** Says what is better off in the database than in a queue behind a receiver that hangs. */
export class Parking {
  readonly #stuck: Places<Stuck> = { all: new Stuck(), backlog: new Stuck() };
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Takes in which tries are slow just now. */
  note(slow: readonly Placed[], underWay: Places<UnderWay>, nowUs: Micros): void {
    this.#stuck.all.note(slow, underWay.all, nowUs);
    const ofBacklog = slow.filter(({ isBacklog }) => isBacklog);
    this.#stuck.backlog.note(ofBacklog, underWay.backlog, nowUs);
  }

  /** Until when something for this receiver goes back; null when it may wait here. */
  until(lane: Placed, nowUs: Micros): Micros | null {
    const behind = this.#stuck.all.parkUs(lane, nowUs);
    const parkUs = lane.isBacklog ? (behind ?? this.#stuck.backlog.parkUs(lane, nowUs)) : behind;
    return parkUs === null ? null : nowUs + Math.round(parkUs * (1 + PARK_SPREAD * this.#random()));
  }
}
