import { describe, expect, test } from 'vitest';
import { parseAllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';
import type { Resolve } from '#/lib/webhooks/sending/guarded-lookup.ts';
import { canary, dialedAddresses, httpReceiver, PUBLIC, request, sender } from '#/test/webhooks/receiver.ts';

/** Hosts as people and attackers write them. All go through the sender; none may reach anything. */
const HOSTS: Record<string, string[]> = {
  'this machine, IPv4': ['127.0.0.1', '127.0.0.3', '127.255.255.255', '0.0.0.0', '0', '0.1.2.3'],
  'written in decimal, octal, hexadecimal or short': [
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.1',
    '0300.0250.1.1',
    '3232235777',
    '0xa9fea9fe',
    '10.1',
  ],
  'private networks': ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.1'],
  'metadata of clouds': [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
  ],
  'other special IPv4 networks': [
    '100.64.0.1',
    '169.254.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ],
  'this machine and its network, IPv6': ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[febf::1]', '[fec0::1]'],
  'other special IPv6 networks': [
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[ff02::1]',
    '[100::1]',
    '[100:0:0:1::1]',
    '[2001:db8::1]',
    '[2001:2::1]',
    '[2001:20::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[4000::1]',
    '[e000::1]',
  ],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[::a00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::10.0.0.1]',
    '[64:ff9b:1:7f00:0:100::]',
    '[64:ff9b:1::8.8.8.8]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2002:c0a8:101::1]',
    '[2001:0:7f00:1::1]',
    '[2001:0:808:808:0:0:80ff:fffe]',
  ],
  'in other letters and with other dots': [
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
    '１０.1.1.1',
    '0X7F.1',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛocalhost',
    'ｌｏｃａｌｈｏｓｔ',
  ],
  'after a user name': ['127.0.0.1\\@example.com', '127.0.0.1#@example.com', '127.0.0.1?@example.com', '@127.0.0.1'],
};

/** Rejected before any lookup, since they can't be URLs of webhooks. */
const URLS = [
  'http://user@127.0.0.1/',
  'http://user:secret@127.0.0.1/',
  'http://example.com@127.0.0.1/',
  'http://example.com%40@127.0.0.1/',
  'http://:secret@127.0.0.1/',
  'http://[fe80::1%25eth0]/',
  'http://[::1%25lo]/',
  'http://[::ffff:127.0.0.1/',
  'http://127.0.0.1%00.example.com/',
  'http://256.256.256.256/',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:6667/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/_x',
  'unix:/var/run/docker.sock',
  'javascript:1',
  'data:text/plain,x',
  '//127.0.0.1/',
  'http://',
];

const SCHEMES = ['http', 'https'];
const hosts = Object.entries(HOSTS).flatMap(([kind, list]) => list.map((host) => ({ kind, host })));

/** Puts the canary's port behind the host, so that anything that gets through is noticed. */
function withPort(host: string, port: number): string {
  const end = host.search(/[\\#?]/);
  return end === -1 ? `${host}:${port}/hook` : `${host.slice(0, end)}:${port}${host.slice(end)}`;
}

describe('a host written as', () => {
  test.each(hosts)('$kind: $host is rejected both when saved and when dialed', async ({ host }) => {
    const trap = await canary();
    const dialed = dialedAddresses();
    for (const scheme of SCHEMES) {
      const url = `${scheme}://${withPort(host, trap.port)}`;
      expect(await sender().send(request(url))).toMatchObject({ kind: 'blocked_address', sentAtMs: null });
      expect(urlProblem(url, [])).toMatch(/not on the public internet|this machine itself/);
    }
    expect(dialed).toEqual([]);
    expect(trap.connections()).toBe(0);
  });
});

test.each(URLS)('%s is rejected without a lookup', async (url) => {
  const dialed = dialedAddresses();
  const resolve: Resolve = () => Promise.reject(new Error('asked'));
  expect(await sender({ resolve }).send(request(url))).toMatchObject({ kind: 'url_invalid', sentAtMs: null });
  expect(urlProblem(url, [])).not.toBeNull();
  expect(dialed).toEqual([]);
});

describe('a name that resolves to', () => {
  const responses: Record<string, string[]> = {
    'a private address': ['10.0.0.1'],
    'this machine': ['127.0.0.1'],
    'this machine over IPv6': ['::1'],
    'an address that embeds a private one': ['64:ff9b::a9fe:a9fe'],
    'a public address and a private one': [PUBLIC, '127.0.0.1'],
    'a private address and a public one': ['127.0.0.1', PUBLIC],
    'a public A and a private AAAA': [PUBLIC, 'fd00::1'],
    'a public AAAA and a private A': ['2606:4700:4700::1111', '10.0.0.1'],
    'an address with a zone': ['fe80::1%eth0'],
    'text instead of an address': ['somewhere'],
    'an address in octal': ['0177.0.0.1'],
    'an empty address': [''],
  };

  test.each(Object.entries(responses))('%s is rejected', async (_what, addresses) => {
    const trap = await canary();
    const dialed = dialedAddresses();
    const resolve: Resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    for (const scheme of SCHEMES) {
      const url = `${scheme}://hooks.example:${trap.port}/`;
      const delivery = await sender({ resolve }).send(request(url));
      expect(delivery).toMatchObject({ kind: 'blocked_address', address: null, sentAtMs: null });
    }
    expect(dialed).toEqual([]);
    expect(trap.connections()).toBe(0);
  });

  test('a private address is not disclosed to the tenant', async () => {
    const resolve: Resolve = async () => [{ address: '10.20.30.40', family: 4 }];
    expect(JSON.stringify(await sender({ resolve }).send(request('http://db.internal/')))).not.toContain('10.20');
  });
});

test('the canary of these tests notices a permitted sender', async () => {
  const trap = await canary();
  const dialed = dialedAddresses();
  const outgoing = sender({ allowed: parseAllowList('127.0.0.0/8 ::1 0.0.0.0') });
  for (const host of ['127.0.0.1', '[::1]', '0', '127.9.9.9', '[::ffff:127.0.0.1]', 'localhost', 'a.localhost.']) {
    expect(await outgoing.send(request(`http://${host}:${trap.port}/`))).toMatchObject({ kind: 'responded' });
  }
  expect(trap.connections()).toBe(7);
  expect(dialed.slice(0, 4)).toEqual(['127.0.0.1', '::1', '0.0.0.0', '127.9.9.9']);
});

test('an operator can allow a private network, in any notation of its addresses', async () => {
  const receiver = await httpReceiver();
  for (const host of [PUBLIC, '0x7f.2', '2130706434', '[::ffff:127.0.0.2]']) {
    const delivery = await sender().send(request(`http://${host}:${receiver.port}/`));
    expect(delivery).toMatchObject({ kind: 'responded' });
  }
  expect(receiver.received).toHaveLength(4);
});
