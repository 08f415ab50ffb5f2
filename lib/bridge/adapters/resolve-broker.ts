import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';
import { ofBrokers } from '#/lib/bridge/adapters/broker-url.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { type AllowList, addressProblem } from '#/lib/url-guard/url-guard.ts';
import { DeliveryFailure } from '#/lib/webhooks/sending/attempt-result.ts';
import { guardedLookup } from '#/lib/webhooks/sending/guarded-lookup.ts';

/** The addresses of a host that may be dialed now, at least one. Rejects with `BrokerError`. */
export type ResolveBroker = (host: string) => Promise<readonly LookupAddress[]>;

const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Looks up hosts of brokers as for webhooks: on behalf of one workspace, and rejected if any of the addresses is.
 * Connect to what it returns and to nothing else; there must be no second lookup.
 */
export function guardedResolve(allowed: AllowList, workspaceId: string): ResolveBroker {
  const lookup = guardedLookup(allowed, workspaceId);
  return (host) => {
    const family = isIP(host);
    if (family === 0) return lookUp(lookup, host);
    const problem = addressProblem(host, allowed);
    return problem
      ? Promise.reject(new BrokerError('blocked_address', ofBrokers(problem)))
      : Promise.resolve([{ address: host, family }]);
  };
}

/** A `lookup` for `net.connect` that knows these addresses only. */
export function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all || !first) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function lookUp(lookup: ReturnType<typeof guardedLookup>, host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(
      host,
      { all: true },
      (error, found) => {
        if (error) reject(lookupError(error));
        else resolve(found as unknown as LookupAddress[]);
      },
      AbortSignal.timeout(TIMEOUT_MS),
    );
  });
}

function lookupError(error: Error): BrokerError {
  if (error instanceof DeliveryFailure && error.kind === 'blocked_address') {
    const next = 'Use a public one, or have the operator add it to ALARM_ALLOWED_CIDRS.';
    return new BrokerError('blocked_address', `The host has an address that brokers may not have. ${next}`);
  }
  return new BrokerError('dns_failed', `${error.message} Check the host in the URL of the broker.`);
}
