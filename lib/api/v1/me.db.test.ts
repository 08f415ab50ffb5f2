import { beforeAll, expect, test } from 'vitest';
import { apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

test('says who one is, where, and what the key may do, whatever scopes it has', async () => {
  const maya = await world.member({ timeZone: 'Europe/Berlin', capSeconds: 36_000, role: 'admin' });
  const api = await apiFor(world, maya, { scopes: ['timers:read'] });
  const { status, body } = await api('GET', '/me');
  expect(status).toBe(200);
  expect(body).toEqual({
    user: {
      id: maya.actor.userId,
      email: expect.stringContaining('@example.com'),
      name: 'Maya',
      time_zone: 'Europe/Berlin',
      week_start: 1,
      day_start_hour: 0,
      hour_cycle: null,
      theme: 'system',
      single_keys: true,
      conflict_policy: 'ask',
    },
    workspace: {
      id: maya.actor.workspaceId,
      name: 'Acme',
      cap_seconds: 36_000,
      nudge_seconds: 21_600,
      timers_disabled_at: null,
    },
    workspaces: [{ id: maya.actor.workspaceId, name: 'Acme', role: 'admin', current: true }],
    role: 'admin',
    scopes: ['timers:read'],
    server_time: '2026-03-10T09:00:00.123Z',
  });
});
