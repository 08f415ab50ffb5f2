import { expect, it, vi } from 'vitest';
import type { MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { everyMember } from '#/lib/client/members/member-queries.ts';

const page = (ids: string, next_cursor: string | null) =>
  ({ members: [...ids].map((user_id) => ({ user_id })), next_cursor, server_time: '' }) as MemberListJson;

it('people are loaded from as many pages as there are, in order', async () => {
  const ask = vi.fn(async (path: string) => {
    if (path.endsWith('&cursor=a%2Bb')) return page('cd', 'last');
    return path.endsWith('&cursor=last') ? page('e', null) : page('ab', 'a+b');
  });
  const { members } = await everyMember(ask);
  expect(members.map(({ user_id }) => user_id).join('')).toBe('abcde');
  expect(ask).toHaveBeenCalledTimes(3);
});

it('people who fit on one page take one request', async () => {
  const ask = vi.fn(async () => page('ab', null));
  expect((await everyMember(ask)).members).toHaveLength(2);
  expect(ask.mock.calls).toEqual([['/members?limit=200']]);
});
