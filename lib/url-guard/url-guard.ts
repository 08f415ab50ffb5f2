import ipaddr from 'ipaddr.js';
import { type Cidr, isWithin, realAddresses, specialPurpose } from '#/lib/url-guard/special-addresses.ts';

/** Networks the operator lets webhooks reach although they are not public. */
export type AllowList = readonly Cidr[];

/** What to do about an address that is not public. */
export const UNLESS_ALLOWED_BY_OPERATOR = 'unless the operator allows it with ALARM_ALLOWED_CIDRS';

const MAX_URL_CHARACTERS = 2_048;

/** Ports that browsers reject too, since other protocols listen there (WHATWG Fetch, section "port blocking"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Why a webhook may not be sent to this URL, as a sentence for the person who wrote it; null when it may. A fragment is
 * allowed: it is not sent. Names are checked again when they are dialed, since their addresses can change; the only
 * name rejected here is localhost.
 */
export function urlProblem(text: string, allowed: AllowList): string | null {
  if (text.length > MAX_URL_CHARACTERS) return `The URL is longer than ${MAX_URL_CHARACTERS} characters.`;
  if (/[\p{Cc}\s]/u.test(text)) return 'The URL contains spaces or control characters. Write them as %20 and so on.';
  const url = URL.parse(text);
  if (!url) return 'This is not a URL. Write an address such as https://example.com/hook.';
  return parsedUrlProblem(url) ?? hostProblem(url.hostname, allowed);
}

/** As `urlProblem`, without checking the host's address. */
export function parsedUrlProblem(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL must begin with https:// or http://.';
  if (url.hostname === '' || url.hostname === '.') return 'The URL names no host.';
  if (url.username !== '' || url.password !== '') {
    return 'The URL contains a username or password. Send credentials in a header instead.';
  }
  if (url.port !== '' && BAD_PORTS.has(Number(url.port))) {
    return `Port ${url.port} belongs to another protocol and is not called. Use 443, 80, or a port above 1023.`;
  }
  return null;
}

function hostProblem(hostname: string, allowed: AllowList): string | null {
  const host = hostname.replace(/\.$/, '');
  if (isLocalhost(host)) {
    if (loopbackAddresses(allowed).length > 0) return null;
    return `${host} is this machine itself (RFC 6761), which webhooks may not call ${UNLESS_ALLOWED_BY_OPERATOR}.`;
  }
  // The URL parser has converted every notation of an IPv4 address (octal, hexadecimal, one number) into four decimals.
  if (host.startsWith('[')) return addressProblem(host.slice(1, -1), allowed);
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? addressProblem(host, allowed) : null;
}

/** Names that mean this machine whatever a resolver says (RFC 6761 section 6.3). */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/** Where localhost may be called: on the loopback addresses that the operator allows. */
export function loopbackAddresses(allowed: AllowList): string[] {
  return ['127.0.0.1', '::1'].filter((address) => addressProblem(address, allowed) === null);
}

/**
 * Why this IP address may not be called; null when it is public or in an allowed network. IPv6 addresses that carry an
 * IPv4 address (mapped, NAT64, 6to4, Teredo) are checked by what they carry. Unreadable addresses are rejected.
 */
export function addressProblem(address: string, allowed: AllowList): string | null {
  if (!isAddress(address)) return 'The host has no address that can be read.';
  for (const real of realAddresses(ipaddr.parse(address))) {
    if (allowed.some((cidr) => isWithin(real, cidr))) continue;
    const purpose = specialPurpose(real);
    if (purpose)
      return `The address is not on the public internet (${purpose}). Webhooks may not call it ${UNLESS_ALLOWED_BY_OPERATOR}.`;
  }
  return null;
}

/**
 * Reads `ALARM_ALLOWED_CIDRS`: networks (`10.1.0.0/16`) or single addresses, separated by commas or spaces. Throws an
 * Error whose message names the entry that is wrong.
 */
export function parseAllowList(text: string): AllowList {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseEntry);
}

function parseEntry(entry: string): Cidr {
  const [address = '', prefix, ...rest] = entry.split('/');
  const parsed = isAddress(address) ? ipaddr.parse(address) : null;
  const longest = parsed?.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (!parsed || rest.length > 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > longest) {
    throw new Error(`"${entry}" is not a network. Write e.g. 10.1.0.0/16, 192.168.1.7 or fd12:3456::/32.`);
  }
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= 96) {
    return [parsed.toIPv4Address(), bits - 96];
  }
  return [parsed, bits];
}

/** Stricter than ipaddr.js, which also reads `127.1`, octal numbers and zones. */
function isAddress(text: string): boolean {
  if (text.includes('%')) return false;
  return text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);
}
