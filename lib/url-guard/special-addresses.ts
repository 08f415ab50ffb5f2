import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network and the length of its prefix in bits. */
export type Cidr = readonly [Address, number];

const cidrs = (names: Record<string, string>): (readonly [Cidr, string])[] =>
  Object.entries(names).map(([cidr, reason]) => [ipaddr.parseCIDR(cidr), reason] as const);

/**
 * Networks that may never be called, after the IANA IPv4 and IPv6 special-purpose address registries (RFC 6890), plus
 * multicast, reserved space and the metadata addresses of clouds. Written out instead of using a library's idea of
 * "private", so that the list is ours to read and to test.
 */
const SPECIAL = cidrs({
  '0.0.0.0/8': 'this host on this network, RFC 1122',
  '10.0.0.0/8': 'private network, RFC 1918',
  '100.64.0.0/10': 'carrier-grade NAT, RFC 6598',
  '127.0.0.0/8': 'loopback, RFC 1122',
  '168.63.129.16/32': 'host agent of a cloud',
  '169.254.0.0/16': 'link local and cloud metadata, RFC 3927',
  '172.16.0.0/12': 'private network, RFC 1918',
  '192.0.0.0/24': 'IETF protocol assignments, RFC 6890',
  '192.0.2.0/24': 'documentation, RFC 5737',
  '192.88.99.0/24': '6to4 relays, RFC 7526',
  '192.168.0.0/16': 'private network, RFC 1918',
  '198.18.0.0/15': 'benchmarking, RFC 2544',
  '198.51.100.0/24': 'documentation, RFC 5737',
  '203.0.113.0/24': 'documentation, RFC 5737',
  '224.0.0.0/4': 'multicast, RFC 5771',
  '255.255.255.255/32': 'broadcast, RFC 919',
  '240.0.0.0/4': 'reserved, RFC 1112',
  '::/128': 'unspecified address, RFC 4291',
  '::1/128': 'loopback, RFC 4291',
  '64:ff9b:1::/48': 'local translation to IPv4, RFC 8215',
  '100::/64': 'discard only, RFC 6666',
  '100:0:0:1::/64': 'dummy prefix, RFC 9780',
  '2001::/23': 'IETF protocol assignments, RFC 2928',
  '2001:db8::/32': 'documentation, RFC 3849',
  '3fff::/20': 'documentation, RFC 9637',
  '5f00::/16': 'segment routing, RFC 9602',
  'fc00::/7': 'unique local and cloud metadata, RFC 4193',
  'fe80::/10': 'link local, RFC 4291',
  'fec0::/10': 'site local, RFC 3879',
  'ff00::/8': 'multicast, RFC 4291',
});

/** RFC 4291 section 2.4 and the IANA registry of IPv6 space: all allocated unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

const mapped = (bytes: number[]) => [bytes.slice(12)];

/**
 * IPv6 prefixes that carry the IPv4 addresses a packet really goes to. The carried address is checked instead of the
 * carrier. RFC 8215 leaves the layout of its prefix to the network: both layouts of RFC 6052 section 2.2 are read, and
 * the carrier itself stays rejected.
 */
const EMBEDDED_IPV4: readonly (readonly [Cidr, (bytes: number[]) => number[][]])[] = [
  [ipaddr.parseCIDR('::ffff:0:0/96'), mapped], // IPv4-mapped, RFC 4291
  [ipaddr.parseCIDR('::ffff:0:0:0/96'), mapped], // IPv4-translated, RFC 2765
  [ipaddr.parseCIDR('64:ff9b::/96'), mapped], // NAT64, RFC 6052
  [
    ipaddr.parseCIDR('64:ff9b:1::/48'),
    (bytes) => [bytes, bytes.slice(12), [...bytes.slice(6, 8), ...bytes.slice(9, 11)]],
  ],
  [ipaddr.parseCIDR('2002::/16'), (bytes) => [bytes.slice(2, 6)]], // 6to4, RFC 3056
  // Teredo, RFC 4380 section 4: the server, and the client with every bit inverted.
  [ipaddr.parseCIDR('2001::/32'), (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)]],
  [ipaddr.parseCIDR('::1/128'), (bytes) => [bytes]],
  [ipaddr.parseCIDR('::/128'), (bytes) => [bytes]],
  [ipaddr.parseCIDR('::/96'), mapped], // IPv4-compatible, RFC 4291
];

/** The addresses that a call to this one really connects to: itself, or the IPv4 addresses it carries. */
export function realAddresses(address: Address): Address[] {
  const carrier = EMBEDDED_IPV4.find(([cidr]) => isWithin(address, cidr));
  if (!carrier) return [address];
  return carrier[1](address.toByteArray()).map((bytes) => ipaddr.fromByteArray(bytes));
}

/** Why this address may not be called, e.g. "loopback, RFC 1122"; null when it is an ordinary public one. */
export function specialPurpose(address: Address): string | null {
  const found = SPECIAL.find(([cidr]) => isWithin(address, cidr));
  if (found) return found[1];
  if (address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST)) return null;
  return 'not handed out to the public, RFC 4291';
}

export function isWithin(address: Address, [network, bits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
