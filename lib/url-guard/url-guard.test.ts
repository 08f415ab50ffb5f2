import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressProblem, parseAllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';

const NONE = parseAllowList('');

describe('a URL', () => {
  test.each([
    'https://example.com',
    'http://example.com/hook',
    'https://example.com:8443/a?b=c#d',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://example.com./',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
    `https://example.com/${'x'.repeat(2_028)}`,
  ])('%s may be called', (url) => {
    expect(urlProblem(url, NONE)).toBeNull();
  });

  test.each([
    ['', 'This is not a URL.'],
    ['example.com/hook', 'This is not a URL.'],
    ['/hook', 'This is not a URL.'],
    ['http://', 'This is not a URL.'],
    ['https://exa mple.com/', 'spaces or control characters'],
    [' https://example.com/', 'spaces or control characters'],
    ['https://exa\nmple.com/', 'spaces or control characters'],
    ['https://example.com/\0', 'spaces or control characters'],
    ['ftp://example.com/', 'must begin with https:// or http://'],
    ['mailto:a@example.com', 'must begin with https:// or http://'],
    ['ws://example.com/', 'must begin with https:// or http://'],
    ['https://./', 'names no host'],
    ['https://a@example.com/', 'username or password'],
    ['https://a:b@example.com/', 'username or password'],
    ['https://example.com:25/', 'Port 25'],
    ['https://example.com:0/', 'Port 0'],
    ['https://example.com:10080/', 'Port 10080'],
    ['https://localhost/', 'localhost is this machine itself'],
    ['https://hook.localhost/', 'hook.localhost is this machine itself'],
    ['https://10.0.0.1/', 'private network, RFC 1918'],
    ['https://[fe80::1]/', 'link local, RFC 4291'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'longer than 2048 characters'],
  ])('%j is rejected with a reason', (url, reason) => {
    expect(urlProblem(url, NONE)).toContain(reason);
  });

  test.each(['http://10.0.0.1/', 'http://localhost/'])('%s is rejected with what the operator can do', (url) => {
    expect(urlProblem(url, NONE)).toMatch(/ unless the operator allows it with ALARM_ALLOWED_CIDRS\.$/);
  });

  test('of this machine may be called if the operator allows it', () => {
    const allowed = parseAllowList('127.0.0.1');
    for (const host of ['127.0.0.1', 'localhost', 'a.localhost', '[::ffff:127.0.0.1]', '0x7f000001']) {
      expect(urlProblem(`http://${host}:3000/`, allowed)).toBeNull();
    }
    expect(urlProblem('http://127.0.0.2/', allowed)).not.toBeNull();
    expect(urlProblem('http://[::1]/', allowed)).not.toBeNull();
    expect(urlProblem('http://localhost/', parseAllowList('::1'))).toBeNull();
  });
});

describe('the last address before, the first and last in, and the first after', () => {
  /** A neighbor that is special as well is left out. */
  const EDGES: [string, string | null, string, string, string | null][] = [
    ['0.0.0.0/8', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0/10', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0/8', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0/16', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0/24', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0/24', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.99.0/24', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.18.0.0/15', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0/24', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0/24', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['224.0.0.0/3', '223.255.255.255', '224.0.0.0', '255.255.255.255', null],
    ['168.63.129.16/32', '168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['2001::/23 but Teredo', null, '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::/32', '2001:db7:ffff::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['3fff::/20', '3ffe:ffff::', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
    ['4000::/2', '3fff:ffff::', '4000::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['100::/8', null, '100::', '1ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['fc00::/7', null, 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['fe80::/9', null, 'fe80::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['ff00::/8', null, 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ];

  test.each(EDGES)('of %s', (_range, before, first, last, after) => {
    for (const address of [first, last]) expect(addressProblem(address, NONE)).not.toBeNull();
    for (const address of [before, after]) if (address) expect(addressProblem(address, NONE)).toBeNull();
  });
});

describe('IPv6 that carries IPv4', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const hex = (a: number, b: number) => ((a << 8) | b).toString(16);

  test('is checked by the address it carries, in every notation', () => {
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const problem = addressProblem(`${a}.${b}.${c}.${d}`, NONE);
        const [high, low] = [hex(a, b), hex(c, d)];
        for (const carrier of [`::ffff:${high}:${low}`, `::ffff:0:${high}:${low}`, `64:ff9b::${high}:${low}`]) {
          expect(addressProblem(carrier, NONE)).toBe(problem);
        }
        expect(addressProblem(`2002:${high}:${low}::1`, NONE)).toBe(problem);
        const client = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
        expect(addressProblem(`2001:0:808:808:0:0:${client}`, NONE)).toBe(problem);
        expect(addressProblem(`2001:0:${high}:${low}:0:0:f7f7:f7f7`, NONE)).toBe(problem);
      }),
    );
  });

  test('is allowed only if the address it carries is allowed', () => {
    const allowed = parseAllowList('10.1.0.0/16');
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', '2002:a01:203::', '::a01:203']) {
      expect(addressProblem(address, allowed)).toBeNull();
    }
    for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '64:ff9b::a02:1']) {
      expect(addressProblem(address, allowed)).not.toBeNull();
    }
    expect(addressProblem('::ffff:10.1.2.3', parseAllowList('::ffff:0:0/64'))).not.toBeNull();
  });

  test('by a local translator is rejected even if the address it seems to carry is public', () => {
    expect(addressProblem('64:ff9b:1::808:808', NONE)).toContain('RFC 8215');
    expect(addressProblem('64:ff9b:1:808:8:800::', NONE)).not.toBeNull();
  });
});

test.each(['', ' ', 'example.com', '1.2.3', '127.1', '0x7f.1', '0177.0.0.1', '1.2.3.4.5', '1.2.3.4 ', '256.1.1.1'])(
  'an address that cannot be read is rejected: %j',
  (address) => {
    expect(addressProblem(address, parseAllowList('0.0.0.0/0 ::/0'))).toBe('The host has no address that can be read.');
  },
);

test.each(['fe80::1%eth0', '::1%1', ':::', '1::2::3', '12345::', '[::1]', '::1/128', '1.2.3.4/8', '::ffff:1.2.3'])(
  'nor %j',
  (address) => {
    expect(addressProblem(address, parseAllowList('0.0.0.0/0 ::/0'))).toBe('The host has no address that can be read.');
  },
);

describe('the list of allowed networks', () => {
  test('is read from networks and addresses, separated by commas or spaces', () => {
    const allowed = parseAllowList(' 10.1.0.0/16,192.168.1.7  fd12:3456::/32,\n::ffff:172.16.0.0/108 ');
    for (const address of ['10.1.255.255', '192.168.1.7', 'fd12:3456:ffff::1', '172.31.0.1']) {
      expect(addressProblem(address, allowed)).toBeNull();
    }
    for (const address of ['10.2.0.0', '192.168.1.8', 'fd12:3457::']) {
      expect(addressProblem(address, allowed)).not.toBeNull();
    }
  });

  test.each(['', ' ', ',', ' , \n'])('may be empty: %j', (text) => {
    expect(parseAllowList(text)).toEqual([]);
  });

  test.each([
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '::1/129',
    'fe80::1%eth0',
    '10.0.0.1-10.0.0.9',
    '*',
  ])('is rejected with the name of the wrong entry: %s', (entry) => {
    expect(() => parseAllowList(`10.0.0.0/8, ${entry}`)).toThrow(`"${entry}" is not a network.`);
  });
});
