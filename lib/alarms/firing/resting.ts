import { type Claimed, tenantOf } from '#/lib/alarms/firing/firing.ts';
import type { ReleasedClaim } from '#/lib/alarms/firing/release-claims-query.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

/** A tenant most of whose claimed alarms went back at once is left out of claims by turns for so long. */
const REST_US = 250 * MS_US;

/** Tenants to claim nothing of for a while: to claim what goes back at once is work for nothing. */
export class Resting {
  /** Since when. */
  readonly #since = new Map<string, Micros>();

  /** Takes in what was claimed, and what of it went back at once. */
  note(claimed: readonly Claimed[], parked: readonly ReleasedClaim[], nowUs: Micros): void {
    const balance = new Map<string, number>();
    const count = (one: Claimed, change: number) =>
      balance.set(tenantOf(one), (balance.get(tenantOf(one)) ?? 0) + change);
    for (const one of claimed) count(one, -1);
    for (const one of parked) count(one.claimed, 2);
    for (const [tenant, rest] of balance) if (rest > 0) this.#since.set(tenant, nowUs);
  }

  tenants(nowUs: Micros): string[] {
    // The clock may have been set back.
    for (const [tenant, sinceUs] of this.#since) {
      if (Math.abs(nowUs - sinceUs) >= REST_US) this.#since.delete(tenant);
    }
    return [...this.#since.keys()];
  }
}
