import { beforeAll, expect, test } from 'vitest';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { listeningSockets } from '#/test/proofs/listening-sockets.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { testWorld, type World } from '#/test/world.ts';

const SOCKETS = 500;
const ROUNDS = 20;

let world: World;
beforeAll(async () => {
  world = await testWorld({ connections: 20 });
});

test(`${SOCKETS} sockets receive each event once, all in the same order`, async () => {
  const owner = await world.member();
  const received = await listeningSockets(world, owner, SOCKETS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await world.member({ workspaceId: owner.actor.workspaceId });
    await startTimer(member, startTimerInput.parse({ title: `Round ${round}` }));
  }
  await until('every socket has heard every event', PATIENCE_MS, () => received.every((one) => one.length >= ROUNDS));
  const feed = await world.db.$queryRaw<{ id: string }[]>`select id::text from events
    where workspace_id = ${owner.actor.workspaceId} and type = 'timer.started' order by events.id`;
  const ids = received.map((one) => one.map(({ id }) => id).join());
  expect([...new Set(ids)]).toEqual([feed.map(({ id }) => id).join()]);
});
