import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { AlarmMutations } from '#/lib/client/alarms/alarm-mutations.ts';
import { DEAD_LETTERS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { ThrottledRefresh } from '#/lib/client/http/throttled-refresh.ts';

const alarm = { id: 'a', version: 2 } as ListedAlarmJson;

it('redriving reloads the lists and the count of dead letters at once, also when it fails', async () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const updates = { run: vi.fn() };
  const send = vi.fn().mockResolvedValue({ alarm, count: 1, more: false });
  const mutations = new AlarmMutations({ send } as unknown as Http, client, updates as unknown as ThrottledRefresh);
  await mutations.redrive(alarm);
  await mutations.redriveDeadLetters({ ids: ['a'] });
  send.mockRejectedValueOnce(new Error('no response'));
  await expect(mutations.redrive(alarm)).rejects.toThrow('no response');
  expect(invalidate.mock.calls).toEqual(Array(3).fill([{ queryKey: DEAD_LETTERS_KEY }]));
  expect(updates.run).toHaveBeenCalledTimes(3);
});
