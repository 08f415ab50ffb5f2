import { afterEach, expect, test, vi } from 'vitest';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { createLive } from '#/lib/client/live/live.ts';

const ME = {
  user: { id: 'maya', name: 'Maya', single_keys: true },
  workspace: { id: 'acme', name: 'Acme', timers_disabled_at: null },
  role: 'member',
  scopes: ['timers:read'],
  server_time: '2026-11-19T13:00:00Z',
} as unknown as MeJson;
const SINCE = '2026-11-19T13:00:02Z';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('changes while the state of the workspace is in flight are requested again', async () => {
  vi.useFakeTimers();
  const pending: PromiseWithResolvers<Response>[] = [];
  const fetched = vi.fn(() => {
    const response = Promise.withResolvers<Response>();
    pending.push(response);
    return response.promise;
  });
  vi.stubGlobal('fetch', fetched);
  const live = createLive(ME, { isPageLoad: true, localCycle: 'h23', onMoved: () => {} });
  live.refreshMe();
  // Someone pauses all timers: the response in flight doesn't include that.
  live.refreshMe();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledOnce();
  pending[0]?.resolve(Response.json({ ...ME, server_time: '2026-11-19T13:00:01Z' }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  const workspace = { ...ME.workspace, timers_disabled_at: SINCE };
  pending[1]?.resolve(Response.json({ ...ME, workspace, server_time: '2026-11-19T13:00:03Z' }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(live.me.current().workspace.timers_disabled_at).toBe(SINCE);
  expect(fetched).toHaveBeenCalledTimes(2);
  live.stop();
});
