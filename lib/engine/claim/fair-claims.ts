import type { Sql } from '#/lib/db/sql.ts';
import { type Claim, ofEndpoints, ownerOf } from '#/lib/engine/claim/claim.ts';
import {
  type ClaimByWorkspace,
  type ClaimedByWorkspace,
  claimByWorkspace,
  type Kind,
} from '#/lib/engine/claim/claim-by-workspace-query.ts';
import { type ClaimOf, claimDue } from '#/lib/engine/claim/claim-due-query.ts';

/** Tenants to claim nothing from: those with enough held already, and those whose alarms were just released. */
export type SkippedWorkspaces = { full: readonly string[]; backingOff: readonly string[] };
/** `clearUs`: the time up to which nothing is left, or null where that is not known. */
export type FairClaim = { claims: Claim[]; isAll: boolean; clearUs: number | null };

/** Scans of all workspaces that find little take at most this fraction of the time. */
const QUERY_TIME_SHARE = 1 / 4;
const SMALL_BATCH_SHARE = 1 / 10;

/**
 * Claims in order of time while all due alarms fit into one batch, which is the usual case and the cheap one. When they
 * do not, that order would put a flood of one workspace before all others: then workspaces are claimed round robin,
 * until a claim gets all due alarms.
 */
export class FairClaims {
  readonly #sql: Sql;
  readonly #monotonic: () => number;
  readonly #from: Record<Kind, string | null> = { alarms: null, deliveries: null };
  #isCrowded = false;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  /** `monotonic`: milliseconds of a clock that never goes back. */
  constructor(sql: Sql, monotonic: () => number) {
    this.#sql = sql;
    this.#monotonic = monotonic;
  }

  /** True while more may be due than a claim takes. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  async claim(claim: ClaimOf, heldUp: SkippedWorkspaces): Promise<FairClaim> {
    if (!this.#isCrowded && heldUp.full.length === 0) return this.#byTime(claim);
    const beganMs = this.#monotonic();
    if (beganMs < this.#notBeforeMs) return { claims: [], isAll: false, clearUs: null };
    const without = [...heldUp.full, ...heldUp.backingOff];
    const alarms = await this.#byWorkspace({
      ...claim,
      kind: 'alarms',
      without: without.filter((tenant) => !ofEndpoints(tenant)).map(ownerOf),
    });
    const deliveries = await this.#byWorkspace({
      ...claim,
      kind: 'deliveries',
      without: without.filter(ofEndpoints).map(ownerOf),
    });
    const claims = [...alarms.claims, ...deliveries.claims].sort((a, b) => a.attemptUs - b.attemptUs);
    const isAll = alarms.isAll && deliveries.isAll && without.length === 0;
    this.#isCrowded = !isAll;
    const tookMs = this.#monotonic() - beganMs;
    const isLittle = claims.length < claim.limit * SMALL_BATCH_SHARE;
    this.#notBeforeMs = isLittle && !isAll ? beganMs + tookMs / QUERY_TIME_SHARE : Number.NEGATIVE_INFINITY;
    return { claims, isAll, clearUs: isAll ? claim.untilUs : null };
  }

  async #byTime(claim: ClaimOf): Promise<FairClaim> {
    const claims = await claimDue(this.#sql, claim);
    const isAll = claims.length < claim.limit;
    this.#isCrowded = !isAll;
    return { claims, isAll, clearUs: isAll ? claim.untilUs : (claims.at(-1) as Claim).attemptUs };
  }

  async #byWorkspace(claim: Omit<ClaimByWorkspace, 'from'>): Promise<ClaimedByWorkspace> {
    const found = await claimByWorkspace(this.#sql, { ...claim, from: this.#from[claim.kind] });
    this.#from[claim.kind] = found.nextFrom;
    return found;
  }
}
