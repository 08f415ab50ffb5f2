import { beforeAll, describe, expect, test } from 'vitest';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import type { StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

test('GET /me returns the caller, the workspace and what the key may do, whatever its scopes', async () => {
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
      day_target_seconds: null,
      week_target_seconds: null,
      nudge_seconds: null,
      absence_minutes: 15,
      absence_policy: 'ask',
      working_hours: null,
      cap_point: 'cap',
      pomodoro: {
        work_minutes: 25,
        short_break_minutes: 5,
        long_break_minutes: 15,
        rounds: 4,
        at_work_end: 'stop',
        at_break_end: 'wait',
        strict: false,
        sound: false,
        daily_goal: 8,
      },
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

describe('one’s own pomodoro settings', () => {
  const settingsOf = async (api: ApiClient) => (await api<MeJson>('GET', '/me')).body.user.pomodoro;

  test('change field by field, for oneself only, and apply to the next start', async () => {
    const maya = await world.member();
    const api = await sessionFor(world, maya);
    const before = await settingsOf(api);
    const { body } = await api<MeJson>('PATCH', '/me', { pomodoro: { work_minutes: 50, at_work_end: 'ask' } });
    expect(body.user.pomodoro).toEqual({ ...before, work_minutes: 50, at_work_end: 'ask' });
    await api('PATCH', '/me', { pomodoro: { strict: true, sound: true } });
    const after = { ...before, work_minutes: 50, at_work_end: 'ask', strict: true, sound: true };
    expect(await settingsOf(api)).toEqual(after);
    const started = await api<StartTimerJson>('POST', '/timers/start', { type: 'pomodoro' });
    expect(started.body.timer.plan).toMatchObject({ work_minutes: 50, rounds: 4, at_work_end: 'ask', strict: true });
    expect(await settingsOf(await apiFor(world, await world.member()))).toEqual(before);
  });

  test.each([
    ['/pomodoro/work_minutes', { work_minutes: 0 }],
    ['/pomodoro/short_break_minutes', { short_break_minutes: 1_441 }],
    ['/pomodoro/long_break_minutes', { long_break_minutes: 1.5 }],
    ['/pomodoro/rounds', { rounds: 25 }],
    ['/pomodoro/daily_goal', { daily_goal: 49 }],
    ['/pomodoro/at_work_end', { at_work_end: 'nap' }],
    ['/pomodoro/at_break_end', { at_break_end: 'stop' }],
    ['/pomodoro/strict', { strict: 'yes' }],
    ['/pomodoro/breaks', { breaks: 3 }],
  ])('are rejected with %s in %j', async (pointer, pomodoro) => {
    const signedIn = await sessionFor(world, await world.member());
    const response = await expectUnchanged(world, () => signedIn('PATCH', '/me', { theme: 'dark', pomodoro }));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });
});
