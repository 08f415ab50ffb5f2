import { beforeEach, expect, it, vi } from 'vitest';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { MeUpdates } from '#/lib/client/live/me-updates.ts';

const ME = {
  user: { id: 'maya', name: 'Maya', theme: 'system' },
  workspace: { id: 'acme', name: 'Acme', timers_disabled_at: null },
  role: 'member',
  scopes: ['timers:read'],
  server_time: '2026-11-19T13:00:00Z',
} as unknown as MeJson;
const later = (change: Partial<MeJson>, at = '2026-11-19T13:05:00Z'): MeJson => ({ ...ME, ...change, server_time: at });

const onMoved = vi.fn();
const listener = vi.fn();
let updates: MeUpdates;

beforeEach(() => {
  onMoved.mockClear();
  listener.mockClear();
  updates = new MeUpdates(ME, onMoved);
  updates.subscribe(listener);
});

it('notifies of changes, and keeps the same object without any', () => {
  updates.apply(later({}));
  expect(updates.current()).toBe(ME);
  expect(listener).not.toHaveBeenCalled();
  updates.apply(later({ role: 'admin' }, '2026-11-19T13:06:00Z'));
  expect(updates.current().role).toBe('admin');
  expect(listener).toHaveBeenCalledOnce();
});

it('ignores a response that was overtaken by a newer one', () => {
  updates.apply(later({ role: 'admin' }));
  updates.apply(later({ role: 'owner' }, '2026-11-19T13:01:00Z'));
  expect(updates.current().role).toBe('admin');
});

it('shows settings before they are saved, and restores them when they are rejected', () => {
  const rollBack = updates.preview({ theme: 'dark' });
  expect(updates.current().user).toMatchObject({ name: 'Maya', theme: 'dark' });
  expect(listener).toHaveBeenCalledOnce();
  rollBack();
  expect(updates.current().user.theme).toBe('system');
});

it.each([
  ['another workspace', { workspace: { ...ME.workspace, id: 'globex' } }],
  ['another person', { user: { ...ME.user, id: 'jonas' } }],
])('reports once that the session has moved to %s, and shows nothing of it', (_to, change) => {
  updates.apply(later(change));
  updates.apply(later(change, '2026-11-19T13:09:00Z'));
  expect(onMoved).toHaveBeenCalledOnce();
  expect(updates.current()).toBe(ME);
  expect(listener).not.toHaveBeenCalled();
});
