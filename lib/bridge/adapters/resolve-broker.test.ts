import { expect, test } from 'vitest';
import { guardedResolve } from '#/lib/bridge/adapters/resolve-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

test('A host whose address is not allowed is rejected with what can be done about it', async () => {
  await expect(guardedResolve(parseAllowList(''), newId())('localhost')).rejects.toMatchObject({
    code: 'blocked_address',
    message: expect.stringMatching(/Use a public one, or have the operator add it to ALARM_ALLOWED_CIDRS\.$/),
  });
  const addresses = await guardedResolve(parseAllowList('127.0.0.0/8'), newId())('localhost');
  expect(addresses.map(({ address }) => address)).toContain('127.0.0.1');
});
