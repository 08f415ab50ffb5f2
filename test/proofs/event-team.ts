import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { createEndpoint } from '#/lib/webhooks/endpoints/create-endpoint.ts';
import { createEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { type Arrival, Ledger } from '#/test/proofs/ledger.ts';
import type { World } from '#/test/world.ts';

type EventArrival = Arrival & { eventId: string };

/** A receiver of an endpoint's events that records each of them, with its sender and time. Closed after the test. */
export async function eventReceiver() {
  const arrivals: EventArrival[] = [];
  /** The same by `webhook-id`. */
  const ledger = new Ledger();
  const server = createServer(async (request, response) => {
    const atMs = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { source = null, data } = JSON.parse(Buffer.concat(chunks).toString());
    const arrival = { eventId: data.event_id, attempt: Number(request.headers['timer-attempt']), atMs, source };
    arrivals.push(arrival);
    ledger.add(String(request.headers['webhook-id']), arrival);
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { arrivals, ledger, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

type Team = { url: string; people: number; format?: 'standard' | 'cloudevents' };

/** People of a new workspace that uses the database's clock, and an endpoint for their timers. */
export async function eventTeam(world: World, { url, people, format = 'standard' }: Team): Promise<Ctx[]> {
  const asOfNow = (ctx: Ctx): Ctx => ({ ...ctx, clock: databaseClock });
  const owner = asOfNow(await world.member());
  const { workspaceId } = owner.actor;
  await createEndpoint(owner, createEndpointInput.parse({ url, format, event_types: ['timer.*'] }));
  const others = Array.from({ length: people - 1 }, () => world.member({ workspaceId }));
  return [owner, ...(await Promise.all(others)).map(asOfNow)];
}

/** Starts and stops a timer repeatedly; `changed` is called after each change. */
export async function startAndStop(ctx: Ctx, turns: number, changed: () => unknown = () => {}): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const { timer } = await startTimer(ctx, startTimerInput.parse({ title: `Turn ${turn}` }));
    await changed();
    await stopTimer(ctx, { id: timer.id, ifMatch: null });
    await changed();
  }
}
