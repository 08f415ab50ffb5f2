import { Dispatcher } from '#/lib/alarms/firing/dispatcher.ts';
import type { Claimed } from '#/lib/alarms/firing/firing.ts';
import type { Limits } from '#/lib/alarms/firing/origin-queues.ts';
import type { ReleasedClaim } from '#/lib/alarms/firing/release-claims-query.ts';
import { nowUs } from '#/lib/alarms/firing/test-claimed.ts';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';

type Sent = { claimed: Claimed; atUs: Micros; end: () => void };

/** A dispatcher whose attempts end when the test says so, and what it sent and released. */
export function dispatcherOf({ time = nowUs, ...limits }: Partial<Limits> & { time?: () => Micros } = {}) {
  const sent: Sent[] = [];
  const back: ReleasedClaim[] = [];
  const dispatcher = new Dispatcher({
    time: { nowUs: time },
    limits: { total: 64, perWorkspace: 16, perOrigin: 8, ...limits },
    timeoutUs: 15 * SECOND_US,
    random: () => 0,
    send: (claimed) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      sent.push({ claimed, atUs: time(), end: resolve });
      return promise;
    },
    releaseClaims: (alarms) => back.push(...alarms),
  });
  return {
    dispatcher,
    sent,
    back,
    sentIds: () => sent.map(({ claimed }) => claimed.id),
    endAll: () => {
      for (const { end } of sent) end();
    },
  };
}
