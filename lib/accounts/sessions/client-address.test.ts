import { expect, test } from 'vitest';
import { addressBlock, clientAddress } from '#/lib/accounts/sessions/client-address.ts';

const addressOf = (forwarded: string | null) => clientAddress({ get: () => forwarded });

test.each([
  [null, null],
  ['', null],
  ['not an address', null],
  ['203.0.113.9, ', null],
  ['203.0.113.9', '203.0.113.9'],
  ['1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
])('the address in X-Forwarded-For %j is %j', (forwarded, address) => {
  expect(addressOf(forwarded)).toBe(address);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
