import { beforeEach, expect, it, vi } from 'vitest';
import type { MeJson } from '#/lib/accounts/me-schemas.ts';
import { MeUpdates } from '#/lib/client/me-updates.ts';

const ME = {
  user: { id: 'maya', name: 'Maya', theme: 'system' },
  workspace: { id: 'acme', name: 'Acme', timers_disabled_at: null },
  role: 'member',
  scopes: ['timers:read'],
  server_time: '2026-11-19T13:00:00Z',
} as unknown as MeJson;
const later = (change: Partial<MeJson>, at = '2026-11-19T13:05:00Z'): MeJson => ({ ...ME, ...change, server_time: at });

const onMoved = vi.fn();
const heard = vi.fn();
let news: MeUpdates;

beforeEach(() => {
  onMoved.mockClear();
  heard.mockClear();
  news = new MeUpdates(ME, onMoved);
  news.subscribe(heard);
});

it('tells what has changed, and keeps the same object while nothing has', () => {
  news.tell(later({}));
  expect(news.current()).toBe(ME);
  expect(heard).not.toHaveBeenCalled();
  news.tell(later({ role: 'admin' }, '2026-11-19T13:06:00Z'));
  expect(news.current().role).toBe('admin');
  expect(heard).toHaveBeenCalledOnce();
});

it('leaves out an answer that was overtaken by a newer one', () => {
  news.tell(later({ role: 'admin' }));
  news.tell(later({ role: 'owner' }, '2026-11-19T13:01:00Z'));
  expect(news.current().role).toBe('admin');
});

it('shows settings before they are saved, and as they were when they are refused', () => {
  const takeBack = news.assume({ theme: 'dark' });
  expect(news.current().user).toMatchObject({ name: 'Maya', theme: 'dark' });
  expect(heard).toHaveBeenCalledOnce();
  takeBack();
  expect(news.current().user.theme).toBe('system');
});

it.each([
  ['another workspace', { workspace: { ...ME.workspace, id: 'globex' } }],
  ['another person', { user: { ...ME.user, id: 'jonas' } }],
])('says once that the session has moved to %s, and shows nothing of it', (_to, change) => {
  news.tell(later(change));
  news.tell(later(change, '2026-11-19T13:09:00Z'));
  expect(onMoved).toHaveBeenCalledOnce();
  expect(news.current()).toBe(ME);
  expect(heard).not.toHaveBeenCalled();
});
