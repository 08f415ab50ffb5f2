import { once } from 'node:events';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { serveApi } from '#/test/api-server.ts';
import { report, rounded, spread } from '#/test/proofs/figures.ts';
import { testWorld, type World } from '#/test/world.ts';

const SOCKETS = 500;
const ROUNDS = 20;

let world: World;
beforeAll(async () => {
  world = await testWorld({ connections: 20 });
  Object.assign(process.env, { DATABASE_URL: world.database.url, STREAMS_PER_KEY: String(SOCKETS) });
});

/** How long after the commit was known each socket has heard the next event. */
function hearNext(sockets: WebSocket[]): Promise<number[]> {
  return Promise.all(
    sockets.map(
      (socket) =>
        new Promise<number>((resolve) => {
          const hear = (data: WebSocket.RawData) => {
            if (!data.toString().startsWith('{"id"')) return;
            socket.off('message', hear);
            resolve(performance.now());
          };
          socket.on('message', hear);
        }),
    ),
  );
}

test(`one event reaches ${SOCKETS} sockets, each once`, async () => {
  const owner = await world.member();
  const { url } = await serveApi(world);
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const heard: string[][] = [];
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, index) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'subscribe', topics: ['workspace_timers'], ref: 'all' }));
      const ids: string[] = [];
      heard[index] = ids;
      await new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          const { id, ref } = JSON.parse(data.toString());
          if (ref === 'all') resolve();
          if (id) ids.push(id);
        });
      });
      return socket;
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  const last: number[] = [];
  const first: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await world.member({ workspaceId: owner.actor.workspaceId });
    const hearing = hearNext(sockets);
    await startTimer(member, startTimerInput.parse({ title: `Round ${round}` }));
    const committedMs = performance.now();
    const times = (await hearing).map((atMs) => atMs - committedMs);
    first.push(Math.min(...times));
    last.push(Math.max(...times));
  }
  report('one event to 500 sockets', {
    sockets: SOCKETS,
    rounds: ROUNDS,
    'first socket p50 ms': spread(first).p50,
    'last socket p50 ms': spread(last).p50,
    'last socket max ms': rounded(Math.max(...last)),
  });
  expect(heard.map((ids) => ids.length)).toEqual(Array(SOCKETS).fill(ROUNDS));
  expect(new Set(heard.map((ids) => ids.join())).size).toBe(1);
});
