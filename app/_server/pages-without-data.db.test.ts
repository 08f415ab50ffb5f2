import { beforeEach, expect, test, vi } from 'vitest';
import { AlarmsPage } from '#/app/(app)/alarms/alarms-page.tsx';
import ReceiversPage from '#/app/(app)/alarms/receivers/page.tsx';
import { CorrectionsPage } from '#/app/(app)/team/corrections/corrections-page.tsx';
import type { Actor, Role } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';

const request = vi.hoisted(() => ({ actor: undefined as Actor | undefined, asked: [] as string[] }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('#/app/_server/require-actor.ts', () => ({
  findActor: async () => request.actor,
  requireActor: async () => request.actor,
  requireCtx: async () => ({
    actor: request.actor,
    db: { apiKey: { findMany: () => Promise.reject(new Error('No database.')) } },
  }),
}));
// The layout has loaded the signed-in person; everything else is limited.
vi.mock('#/app/_server/page-api.ts', () => ({
  fetchApi: async (path: string) => {
    request.asked.push(path);
    if (path !== '/me') throw new AppError('rate_limited');
    return { user: { time_zone: 'UTC', hour_cycle: 'h23', week_start: 1 }, server_time: '2026-11-28T12:00:00Z' };
  },
}));

function signIn(role: Role): void {
  const credential = { kind: 'session', sessionId: 'session' } as const;
  request.actor = { userId: 'maya', workspaceId: 'acme', role, scopes: new Set(permissionsOf(role)), credential };
  request.asked = [];
}

beforeEach(() => signIn('admin'));

test.each([
  ['Alarms', () => AlarmsPage({ query: {}, id: 'invoice-42' })],
  ['Receivers', () => ReceiversPage()],
  ['Corrections', () => CorrectionsPage({ timerId: null })],
])('%s is shown even if only the person could be loaded', async (_page, make) => {
  expect(await make()).toBeTruthy();
  expect(request.asked).toContain('/me');
  expect(request.asked.length).toBeGreaterThan(1);
});

test('Corrections requests nothing from the API that the role does not allow', async () => {
  signIn('member');
  expect(await CorrectionsPage({ timerId: null })).toBeTruthy();
  expect(request.asked).toEqual([]);
});
