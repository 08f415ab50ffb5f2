import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import {
  type AllowList,
  addressProblem,
  isLocalhost,
  loopbackAddresses,
  UNLESS_ALLOWED_BY_OPERATOR,
} from '#/lib/url-guard/url-guard.ts';
import { DeliveryFailure } from '#/lib/webhooks/sending/attempt-result.ts';
import { type LookupCaller, NameResolver } from '#/lib/webhooks/sending/name-resolver.ts';

/** Finds every address of a name, or rejects. */
export type Resolve = (hostname: string, caller: LookupCaller) => Promise<readonly LookupAddress[]>;
type Done = Parameters<LookupFunction>[2];
/** A `lookup` as `net.connect` takes it, with a signal that aborts when its answer is no longer needed. */
export type GuardedLookup = (hostname: string, options: LookupOptions, done: Done, signal: AbortSignal) => void;

/** Shared by the process, so that an answer for one webhook is cached for the next. */
const names = new NameResolver();
const resolveByName: Resolve = (hostname, caller) => names.resolve(hostname, caller);

/**
 * Looks names up for one tenant's connections: resolves a name once, rejects it when ANY of its addresses is rejected,
 * and hands exactly the addresses it has checked to the dialer: there is no second resolution that could give another
 * answer (DNS rebinding), and what a resolver caches is checked again each time. Fails with a `DeliveryFailure` of kind
 * `blocked_address` or `dns_failed`. Hosts written as IP addresses do not come through here; the dialer checks those.
 */
export function guardedLookup(allowed: AllowList, tenant: string, resolve: Resolve = resolveByName): GuardedLookup {
  const find = async (hostname: string, signal: AbortSignal) =>
    isLocalhost(hostname) ? loopback(allowed) : resolve(hostname, { tenant, signal });
  return (hostname, options, callback, signal) => {
    const done = (found: DeliveryFailure | readonly LookupAddress[]) => {
      if (found instanceof DeliveryFailure) return callback(found, []);
      if (options.all) return callback(null, [...found]);
      return callback(null, (found[0] as LookupAddress).address, (found[0] as LookupAddress).family);
    };
    find(hostname, signal).then(
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
    // Without the address: tenants must not learn what names inside the operator's network resolve to.
    return new DeliveryFailure(
      'blocked_address',
      `The host has an address that webhooks may not call ${UNLESS_ALLOWED_BY_OPERATOR}.`,
    );
  }
  const usable = family === 0 ? addresses : addresses.filter((found) => found.family === family);
  if (usable.length === 0) return new DeliveryFailure('dns_failed', 'The host has no address.');
  return usable;
}

/** Where localhost may be called; its usual address when nowhere, which is then rejected like any other. */
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
  return new DeliveryFailure('dns_failed', dnsDetail(error.code), error);
}

function dnsDetail(code: string | undefined): string {
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'The host name doesn’t exist.';
  if (code === 'ETIMEOUT') return 'The name servers of the host didn’t respond in time.';
  return `The host name couldn’t be looked up (${code}).`;
}
