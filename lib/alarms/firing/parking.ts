import type { InFlight, OriginQueue } from '#/lib/alarms/firing/origin-queues.ts';
import { Saturated } from '#/lib/alarms/firing/saturated.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** What is released together comes back apart: over half as long again. */
const PARK_SPREAD = 0.5;

/** An attempt, or what waits for one. */
type Placed = Pick<OriginQueue, 'tenant' | 'origin'> & { isBacklog: boolean };
type Places<T> = { all: T; backlog: T };

/** Says what is better off in the database than in a queue behind a receiver that hangs. */
export class Parking {
  readonly #stuck: Places<Saturated> = { all: new Saturated(), backlog: new Saturated() };
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Takes in which attempts are slow just now. */
  note(slow: readonly Placed[], underWay: Places<InFlight>, nowUs: Micros): void {
    this.#stuck.all.note(slow, underWay.all, nowUs);
    const ofBacklog = slow.filter(({ isBacklog }) => isBacklog);
    this.#stuck.backlog.note(ofBacklog, underWay.backlog, nowUs);
  }

  /** Until when something for this receiver goes back; null when it may wait here. */
  until(queue: Placed, nowUs: Micros): Micros | null {
    const behind = this.#stuck.all.parkUs(queue, nowUs);
    const parkUs = queue.isBacklog ? (behind ?? this.#stuck.backlog.parkUs(queue, nowUs)) : behind;
    return parkUs === null ? null : nowUs + Math.round(parkUs * (1 + PARK_SPREAD * this.#random()));
  }
}
