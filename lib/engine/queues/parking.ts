import type { Micros } from '#/lib/core/micros.ts';
import type { InFlight, OriginQueue } from '#/lib/engine/queues/origin-queues.ts';
import { Saturated } from '#/lib/engine/queues/saturated.ts';

/** Jitter: alarms released together become due again over half as long again. */
const PARK_JITTER = 0.5;

/** An attempt, or an alarm that waits for one. */
type Placed = Pick<OriginQueue, 'tenant' | 'origin'> & { isBacklog: boolean };
type Places<T> = { all: T; backlog: T };

/** Decides what to release to the database rather than queue behind a receiver that hangs. */
export class Parking {
  readonly #saturated: Places<Saturated> = { all: new Saturated(), backlog: new Saturated() };
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Updates which attempts are currently slow. */
  recordSlow(slow: readonly Placed[], inFlight: Places<InFlight>, nowUs: Micros): void {
    this.#saturated.all.recordSlow(slow, inFlight.all, nowUs);
    const ofBacklog = slow.filter(({ isBacklog }) => isBacklog);
    this.#saturated.backlog.recordSlow(ofBacklog, inFlight.backlog, nowUs);
  }

  /** Until when an alarm for this receiver is released; null when it may wait here. */
  parkedUntil(queue: Placed, nowUs: Micros): Micros | null {
    const behind = this.#saturated.all.parkUs(queue, nowUs);
    const parkUs = queue.isBacklog ? (behind ?? this.#saturated.backlog.parkUs(queue, nowUs)) : behind;
    return parkUs === null ? null : nowUs + Math.round(parkUs * (1 + PARK_JITTER * this.#random()));
  }
}
