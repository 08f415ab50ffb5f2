import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import type { Claim, ReleasedClaim } from '#/lib/engine/claim/claim.ts';
import { Dispatcher } from '#/lib/engine/dispatch/dispatcher.ts';
import type { Limits } from '#/lib/engine/queues/origin-queues.ts';
import { nowUs } from '#/test/engine/claim.ts';

type Sent = { claim: Claim; atUs: Micros; end: () => void; lookup: (isLookingUp: boolean) => void };

/** A dispatcher whose attempts end on the test's command, with what it sent and released. */
export function dispatcherOf({ time = nowUs, ...limits }: Partial<Limits> & { time?: () => Micros } = {}) {
  const sent: Sent[] = [];
  const released: ReleasedClaim[] = [];
  const deferred: boolean[] = [];
  const dispatcher = new Dispatcher({
    time: { nowUs: time },
    limits: { total: 64, perWorkspace: 16, perOrigin: 8, ...limits },
    random: () => 0,
    queues: { queueOf: () => null },
    runner: {
      neededUs: 15 * SECOND_US,
      run: (claim, lookup = () => {}) => {
        const { promise, resolve } = Promise.withResolvers<null>();
        sent.push({ claim, atUs: time(), end: () => resolve(null), lookup });
        return promise;
      },
    },
    results: { add: () => {}, deferWhile: (isSending) => deferred.push(isSending) },
    releaser: { release: (claims) => released.push(...claims) },
  });
  return {
    dispatcher,
    sent,
    released,
    /** Whether results were last told to give way. */
    isDeferring: () => deferred.at(-1),
    sentIds: () => sent.map(({ claim }) => claim.id),
    endAll: () => {
      for (const { end } of sent) end();
    },
  };
}
