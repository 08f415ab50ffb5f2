import { newId } from '#/lib/core/ids.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';

const LEASE_US = 30 * SECOND_US;
const NOON_US = Date.UTC(2026, 10, 21, 12) * MS_US;

/** The database's time in tests with fake timers: noon, then advancing with the monotonic clock. */
export function nowUs(): Micros {
  return NOON_US + Math.floor(performance.now() * MS_US);
}

/** An alarm just claimed, due now by default. */
export function claim(change: Partial<Claim> = {}): Claim {
  const attemptUs = change.attemptUs ?? nowUs();
  return {
    id: newId(),
    workspaceId: 'acme',
    version: 2,
    attempt: 1,
    maxAttempts: 10,
    dueUs: attemptUs,
    createdUs: attemptUs,
    attemptUs,
    leaseUntilUs: Math.max(attemptUs, nowUs()) + LEASE_US,
    deadlineUs: null,
    name: null,
    externalId: null,
    url: 'https://acme.test/hook',
    payload: null,
    settings: {},
    storedBytes: null,
    endpointId: null,
    receiverId: null,
    wasHeld: false,
    ...change,
  };
}

/** This many identical alarms. */
export function manyClaims(count: number, change: Partial<Claim> = {}): Claim[] {
  return Array.from({ length: count }, () => claim(change));
}
