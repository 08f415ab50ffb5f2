import { beforeAll, expect, test } from 'vitest';
import { searching } from '#/lib/alarms/alarms/search.ts';
import { listDeliveries } from '#/lib/alarms/endpoints/deliveries/list-deliveries.ts';
import { getEndpoint, listEndpoints } from '#/lib/alarms/endpoints/list-endpoints.ts';
import { endpointWorld } from '#/lib/alarms/endpoints/test-endpoints.ts';

let scene: Awaited<ReturnType<typeof endpointWorld>>;

beforeAll(async () => {
  scene = await endpointWorld();
});

test('endpoints and their log are shown while searches of all workspaces are at work and wait', async () => {
  const maya = await scene.world.member();
  const { id } = await scene.subscribe(maya);
  const end = Promise.withResolvers<void>();
  const searches = [maya, await scene.world.member(), await scene.world.member()].map((ctx) =>
    searching(ctx, () => end.promise),
  );
  expect((await listEndpoints(maya)).endpoints).toMatchObject([{ endpoint: { id } }]);
  expect(await getEndpoint(maya, id)).toMatchObject({ endpoint: { id } });
  expect(await listDeliveries(maya, id, { limit: 50 })).toMatchObject({ nextCursor: null });
  end.resolve();
  await Promise.all(searches);
});
