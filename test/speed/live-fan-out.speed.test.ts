import { expect, test } from 'vitest';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { report, rounded, spread } from '#/test/proofs/figures.ts';
import { listeningSockets } from '#/test/proofs/listening-sockets.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { testWorld } from '#/test/world.ts';

const SOCKETS = 500;
const ROUNDS = 20;
/** On two quiet cores, shared by the sockets' clients and the server. */
const TARGETS = { 'first socket p50, ms': { atMost: 50 }, 'last socket p50, ms': { atMost: 100 } };

test(`the time from a commit to its event at ${SOCKETS} sockets is measured`, async () => {
  const world = await testWorld({ connections: 20 });
  const owner = await world.member();
  const received = await listeningSockets(world, owner, SOCKETS);
  const first: number[] = [];
  const last: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await world.member({ workspaceId: owner.actor.workspaceId });
    await startTimer(member, startTimerInput.parse({ title: `Round ${round}` }));
    const committedMs = performance.now();
    await until('every socket has heard it', PATIENCE_MS, () => received.every((one) => one.length > round));
    const times = received.map((one) => (one[round]?.atMs ?? Number.NaN) - committedMs);
    first.push(Math.min(...times));
    last.push(Math.max(...times));
  }
  const figures = {
    sockets: SOCKETS,
    rounds: ROUNDS,
    'first socket p50, ms': spread(first).p50,
    'last socket p50, ms': spread(last).p50,
    'last socket max, ms': rounded(Math.max(...last)),
  };
  report('one event to 500 sockets', figures, TARGETS);
  expect(new Set(received.map((one) => one.length))).toEqual(new Set([ROUNDS]));
});
