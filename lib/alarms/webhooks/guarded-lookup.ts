import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { DeliveryFailure } from '#/lib/alarms/webhooks/delivery.ts';
import { type AllowList, addressProblem, isLocalhost, loopbackAddresses } from '#/lib/alarms/webhooks/url-guard.ts';

/** Finds every address of a name, or rejects. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** getaddrinfo(3): what the machine itself would dial, hosts file included. */
const resolveAsTheSystem: Resolve = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' });

/**
 * A `lookup` for `net.connect` and `tls.connect` that resolves a name once, refuses it when ANY of its addresses is
 * refused, and hands exactly the addresses it has checked to the dialer: there is no second resolution that could give
 * another answer (DNS rebinding). Fails with a `DeliveryFailure` of kind `blocked_address` or `dns_failed`.
 * Hosts written as IP addresses do not come through here; the dialer checks those.
 */
export function guardedLookup(allowed: AllowList, resolve: Resolve = resolveAsTheSystem): LookupFunction {
  const find: Resolve = async (hostname) => (isLocalhost(hostname) ? loopback(allowed) : resolve(hostname));
  return (hostname, options, callback) => {
    const done = (found: DeliveryFailure | readonly LookupAddress[]) => {
      if (found instanceof DeliveryFailure) return callback(found, []);
      if (options.all) return callback(null, [...found]);
      return callback(null, (found[0] as LookupAddress).address, (found[0] as LookupAddress).family);
    };
    find(hostname).then(
      (addresses) => done(checked(addresses, allowed, familyOf(options.family))),
      (error: Error & { code?: string }) => done(dnsFailure(error)),
    );
  };
}

function checked(
  addresses: readonly LookupAddress[],
  allowed: AllowList,
  family: number,
): DeliveryFailure | readonly LookupAddress[] {
  if (addresses.some(({ address }) => addressProblem(address, allowed) !== null)) {
    // Not which: what names inside the operator's network resolve to is none of a tenant's business.
    return new DeliveryFailure('blocked_address', 'The host has an address that webhooks may not call.');
  }
  const usable = family === 0 ? addresses : addresses.filter((found) => found.family === family);
  if (usable.length === 0) return new DeliveryFailure('dns_failed', 'The host has no address.');
  return usable;
}

/** Where localhost may be called; its usual address when nowhere, which is then refused like any other. */
function loopback(allowed: AllowList): LookupAddress[] {
  const callable = loopbackAddresses(allowed);
  if (callable.length === 0) return [{ address: '127.0.0.1', family: 4 }];
  return callable.map((address) => ({ address, family: isIP(address) }));
}

function familyOf(family: number | 'IPv4' | 'IPv6' | undefined): number {
  if (family === 'IPv4') return 4;
  return family === 'IPv6' ? 6 : (family ?? 0);
}

function dnsFailure(error: Error & { code?: string }): DeliveryFailure {
  const known = error.code === 'ENOTFOUND' || error.code === 'ENODATA';
  const detail = known ? 'The host name does not exist.' : `The host name could not be looked up (${error.code}).`;
  return new DeliveryFailure('dns_failed', detail, error);
}
