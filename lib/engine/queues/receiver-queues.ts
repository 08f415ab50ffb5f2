import { BURST_SECONDS } from '#/lib/alarms/receivers/receiver.ts';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import { endDraining, type Grant, grantQueued } from '#/lib/engine/queues/grant-query.ts';
import { originOf } from '#/lib/engine/queues/origin.ts';
import { listReceiverControls, type ReceiverControl } from '#/lib/engine/queues/receiver-controls-query.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';

/** Settings are in force on all workers a second after a change: their longest sleep, or this plus a pass. */
const SETTINGS_EVERY_US = 500 * MS_US;
/** Other workers put alarms into a queue, too. */
const CHECK_EVERY_US = SECOND_US;
/** Used while more can leave than was taken. */
const SOON_US = 10 * MS_US;

/** How many may be claimed per receiver, and until when they are this worker's. */
export type GrantCapacity = { limit: number; leaseUntilUs: Micros };

/**
 * Which receivers are paused or limited, and what leaves their queues. An alarm for one of them enters its queue when
 * it is due, and leaves as rate and concurrency allow: while it waits it costs nothing here. Where nothing is paused or
 * limited, all of this is two reads of an empty table per second.
 */
export class ReceiverQueues {
  /** Something may leave a queue, so a pass is due. */
  readonly wake: () => void;
  readonly #sql: Sql;
  readonly #time: Pick<DatabaseTime, 'nowUs'>;
  #controls = new Map<string, ReceiverControl>();
  /** By workspace and origin, endpoint, or workspace. */
  #byKey = new Map<string, ReceiverControl>();
  /** When to check each queue. */
  readonly #checkUs = new Map<string, Micros>();
  #loadedUs: Micros = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql, time: Pick<DatabaseTime, 'nowUs'>, wake: () => void = () => {}) {
    this.#sql = sql;
    this.#time = time;
    this.wake = wake;
  }

  /** Settings were changed: the next pass reads them. */
  expectChange(): void {
    this.#loadedUs = Number.NEGATIVE_INFINITY;
  }

  /** Reads the settings when that is due. */
  async refresh(): Promise<void> {
    const nowUs = this.#time.nowUs();
    // The clock may have been set back.
    if (Math.abs(nowUs - this.#loadedUs) < SETTINGS_EVERY_US) return;
    this.#loadedUs = nowUs;
    const controls = await listReceiverControls(this.#sql).catch((error: unknown) => {
      this.expectChange();
      throw error;
    });
    const before = this.#controls;
    this.#controls = new Map(controls.map((control) => [control.id, control]));
    this.#byKey = new Map(controls.map((control) => [keyOf(control), control]));
    for (const id of before.keys()) if (!this.#controls.has(id)) this.#checkUs.delete(id);
    for (const { id, version } of controls) if (before.get(id)?.version !== version) this.#checkUs.delete(id);
  }

  /**
   * In which receiver's queue an alarm that is due has to wait; null when it may leave. Events in the feed call no
   * receiver.
   */
  queueOf(claim: Claim): string | null {
    if (this.#controls.size === 0 || claim.url === null) return null;
    const { workspaceId, endpointId, receiverId } = claim;
    const own = this.#byKey.get(endpointId ?? shareKey(workspaceId, originOf(claim)));
    if (own && (own.isPaused || (isLimited(own) && own.id !== receiverId))) return own.id;
    const workspaceQueue = this.#byKey.get(workspaceId);
    if (!workspaceQueue?.isPaused) return null;
    return own && isLimited(own) ? own.id : workspaceQueue.id;
  }

  /** Something was put into these queues, or has left them. */
  recheck(receiverIds: readonly string[]): void {
    for (const id of receiverIds) this.#checkUs.delete(id);
    if (receiverIds.length > 0) this.wake();
  }

  /** Whether the end of an attempt frees a slot for the next. */
  isConcurrencyLimited(receiverId: string): boolean {
    return (this.#controls.get(receiverId)?.maxConcurrency ?? null) !== null;
  }

  isPaused(receiverId: string): boolean {
    const control = this.#controls.get(receiverId);
    return control !== undefined && (control.isPaused || this.#byKey.get(control.workspaceId)?.isPaused === true);
  }

  /** Milliseconds until a pass is due; Infinity when nothing can leave a queue. */
  msUntilCheck(): number {
    const nowUs = this.#time.nowUs();
    const waitsMs = this.#open().map(({ id }) => (this.#checkAtUs(id, nowUs) - nowUs) / MS_US);
    return Math.min(...waitsMs, Number.POSITIVE_INFINITY);
  }

  /** Claims what leaves the queues of limited receivers now. */
  fromLimited(capacity: GrantCapacity): Promise<Claim[]> {
    return this.#grant(capacity, isLimited);
  }

  /** Claims what leaves the queues of receivers that are no longer paused or limited. */
  fromDraining(capacity: GrantCapacity): Promise<Claim[]> {
    return this.#grant(capacity, (control) => !isLimited(control));
  }

  async #grant(capacity: GrantCapacity, isWanted: (control: ReceiverControl) => boolean): Promise<Claim[]> {
    const nowUs = this.#time.nowUs();
    const receivers = this.#open().filter(
      (control) => isWanted(control) && this.#checkAtUs(control.id, nowUs) <= nowUs,
    );
    if (receivers.length === 0 || capacity.limit === 0) return [];
    const limit = Math.max(1, Math.floor(capacity.limit / receivers.length));
    // Receivers that another worker is handling return nothing.
    const soonUs = nowUs + SOON_US;
    for (const { id } of receivers) this.#checkUs.set(id, soonUs);
    const grants = await grantQueued(this.#sql, { ...capacity, receivers, nowUs, limit });
    for (const grant of grants) {
      // If it changed, something may have been queued meanwhile that this grant has not seen.
      if (this.#checkUs.get(grant.receiverId) !== soonUs) continue;
      this.#checkUs.set(grant.receiverId, this.#nextCheck(grant, nowUs));
    }
    await this.#endDraining(grants);
    return grants.flatMap(({ claims }) => claims).sort((a, b) => a.attemptUs - b.attemptUs);
  }

  #nextCheck({ receiverId, places, claims, freeUs }: Grant, nowUs: Micros): Micros {
    if (claims.length < places) return nowUs + CHECK_EVERY_US;
    const rate = this.#controls.get(receiverId)?.maxPerSecond ?? null;
    if (rate !== null) {
      const burst = Math.max(0, BURST_SECONDS - 1 / rate);
      const readyUs = freeUs + (claims.length / rate - burst) * SECOND_US;
      if (readyUs > nowUs) return Math.ceil(readyUs);
    }
    // At its concurrency: the end of an attempt wakes its worker.
    return nowUs + (places === 0 ? CHECK_EVERY_US : SOON_US);
  }

  async #endDraining(grants: readonly Grant[]): Promise<void> {
    const empty = grants
      .filter(({ places, claims }) => claims.length < places)
      .flatMap(({ receiverId }) => this.#controls.get(receiverId) ?? [])
      .filter((control) => !isLimited(control));
    if (empty.length > 0) await endDraining(this.#sql, empty);
  }

  /** Receivers whose queue something may leave. */
  #open(): ReceiverControl[] {
    return [...this.#controls.values()].filter(({ id }) => !this.isPaused(id));
  }

  #checkAtUs(id: string, nowUs: Micros): Micros {
    const atUs = this.#checkUs.get(id) ?? nowUs;
    // The clock may have been set back.
    return atUs > nowUs + CHECK_EVERY_US ? nowUs + CHECK_EVERY_US : atUs;
  }
}

function isLimited({ maxPerSecond, maxConcurrency }: ReceiverControl): boolean {
  return maxPerSecond !== null || maxConcurrency !== null;
}

function keyOf({ workspaceId, origin, endpointId }: ReceiverControl): string {
  if (endpointId !== null) return endpointId;
  return origin === null ? workspaceId : shareKey(workspaceId, origin);
}

function shareKey(workspaceId: string, origin: string): string {
  return `${workspaceId} ${origin}`;
}
