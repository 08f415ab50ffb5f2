import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address a request came from: the last entry of `X-Forwarded-For`, added by the nearest proxy, or by the web
 * process itself from the socket when there is no proxy (`server/main.ts`). Null when there is none.
 */
export function clientAddress(headers: { get(name: string): string | null }): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const address = MAPPED_IPV4.exec(last)?.[1] ?? last;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/**
 * The form in which an address is counted: itself, or for IPv6 its /64, since one subscriber has all 2^64 addresses in
 * it (RFC 6177).
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
