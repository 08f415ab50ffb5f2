import { misfired, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { type BrokerAddress, parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { log } from '#/lib/core/log.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { type Claim, signerOf, tenantOf } from '#/lib/engine/claim/claim.ts';
import type { ReleasedClaim } from '#/lib/engine/claim/release-claims-query.ts';
import type { Bodies } from '#/lib/engine/dispatch/bodies.ts';
import { type SecretCache, TTL_MS } from '#/lib/engine/dispatch/secret-cache.ts';
import {
  firingOf,
  HEADERS_UNREADABLE,
  lostTooOften,
  published,
  type Settlement,
  settle,
  unwanted,
} from '#/lib/engine/settle/settlement.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import type { BrokerDelivery, Delivery } from '#/lib/webhooks/sending/delivery.ts';
import { type WebhookRequest, webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

export type AttemptRunnerParts = {
  time: DatabaseTime;
  sender: { send: (request: WebhookRequest & { tenant: string }) => Promise<Delivery> };
  /** Publishes to message brokers. `firedUs` is the instant of the call. */
  publisher: { publish: (claim: Claim, to: BrokerAddress, firedUs: Micros) => Promise<BrokerDelivery> };
  secrets: SecretCache;
  /** Where endpoints are now. */
  addresses: SecretCache;
  /** Large bodies, which are not claimed with their alarms. */
  bodies: Bodies;
  settings: {
    leaseMs: number;
    timeoutMs: number;
    retry: RetryPolicy;
    /** CloudEvents `source`: the address of this service. */
    source: string;
  };
  /** From 0 to 1. */
  random?: () => number;
};

/** Where an attempt ends: with a result to write, or without one, and the alarm is released. */
export type AttemptRunnerEnds = {
  settle: (settlement: Settlement) => void;
  releaseClaims: (alarms: ReleasedClaim[]) => void;
};

/** When an attempt began, by the monotonic clock, too: the database's may be set before it ends. And where it ends. */
type Began = { beganMs: number; startedUs: Micros; ends: AttemptRunnerEnds };

const HAND_BACK_US = 1_000 * MS_US;
/** Left of a lease for writing the result down, where the lease is that much longer than the timeout. */
const SETTLE_MS = 1_000;

/** One worker's attempts: each alarm that is due is ended unsent, published, or sent as a webhook. */
export class AttemptRunner {
  readonly #parts: AttemptRunnerParts;
  readonly #ends: AttemptRunnerEnds;

  constructor(parts: AttemptRunnerParts, ends: AttemptRunnerEnds) {
    this.#parts = parts;
    this.#ends = ends;
  }

  /** How much of a lease must be left when an attempt begins. */
  get neededUs(): number {
    const { timeoutMs, leaseMs } = this.#parts.settings;
    return (timeoutMs + Math.min(SETTLE_MS, (leaseMs - timeoutMs) / 2)) * MS_US;
  }

  /** Never rejects. */
  async run(claim: Claim): Promise<void> {
    // What is published takes its payload from its row.
    if (claim.storedBytes === null || claim.url === null) return this.#attemptWhole(claim, this.#ends);
    // Its result is held for as long as the database is down, and must not retain the body.
    const settle = (settlement: Settlement) => this.#ends.settle({ ...settlement, claim });
    const ends = { ...this.#ends, settle };
    try {
      const isOwn = await this.#parts.bodies.with(claim, (whole) => this.#attemptWhole(whole, ends));
      if (!isOwn) log.warn({ alarm: claim.id, workspace: claim.workspaceId }, 'not tried; its lease had ended');
    } catch (error) {
      this.#giveBack(claim, error);
    }
  }

  async #attemptWhole(claim: Claim, ends: AttemptRunnerEnds): Promise<void> {
    const beganMs = this.#parts.time.monotonicMs();
    const startedUs = this.#parts.time.nowUs();
    const end = misfired(claim, startedUs) ?? lostTooOften(claim);
    if (end) ends.settle({ claim, end, nextAttemptUs: null, attempt: null });
    else if (claim.url === null) ends.settle(published(claim, startedUs));
    else await this.#call(claim, claim.url, { beganMs, startedUs, ends });
  }

  async #call(claim: Claim, url: string, { beganMs, startedUs, ends }: Began): Promise<void> {
    const { secrets, sender, time, settings, random = Math.random } = this.#parts;
    try {
      const signing = { secrets: await secrets.of(signerOf(claim)), source: settings.source };
      if (claim.endpointId && signing.secrets.length === 0) return ends.settle(unwanted(claim));
      const address = await this.#addressOf(claim, url);
      const firedUs = time.nowUs();
      // The database may have been slow with the secrets.
      if (firedUs + this.neededUs > claim.leaseUntilUs) return ends.releaseClaims([{ claim, atUs: 0 }]);
      // And its clock may have been set back meanwhile.
      if (firedUs < claim.attemptUs) return ends.releaseClaims([{ claim, atUs: claim.attemptUs }]);
      const to = parseBrokerAddress(address);
      if (to) return await this.#publish(claim, to, firedUs, { beganMs, startedUs, ends });
      const headers = openHeaders(claim.settings, claim.id);
      const delivery = headers
        ? await sender.send({
            ...webhookRequest(firingOf(claim, address, headers), { firedUs }, signing),
            tenant: tenantOf(claim),
          })
        : HEADERS_UNREADABLE;
      if (delivery.kind === 'stopped' && delivery.sentAtMs === null) return ends.releaseClaims([{ claim, atUs: 0 }]);
      // A later look at the clock may have moved the estimate back a little.
      const sentUs = delivery.sentAtMs === null ? null : Math.max(startedUs, time.at(delivery.sentAtMs));
      const durationUs = Math.round((time.monotonicMs() - beganMs) * MS_US);
      const times = { startedUs, sentUs, endedUs: time.nowUs(), durationUs };
      ends.settle(settle(claim, delivery, times, { policy: settings.retry, random: random() }));
    } catch (error) {
      this.#giveBack(claim, error);
    }
  }

  async #publish(claim: Claim, to: BrokerAddress, firedUs: Micros, { beganMs, startedUs, ends }: Began): Promise<void> {
    const { publisher, time, settings, random = Math.random } = this.#parts;
    const delivery = await publisher.publish(claim, to, firedUs);
    if (delivery.kind === 'stopped') return ends.releaseClaims([{ claim, atUs: 0 }]);
    const sentUs = delivery.kind === 'confirmed' ? Math.max(startedUs, time.at(delivery.sentAtMs)) : null;
    const durationUs = Math.round((time.monotonicMs() - beganMs) * MS_US);
    const times = { startedUs, sentUs, endedUs: time.nowUs(), durationUs };
    ends.settle(settle(claim, delivery, times, { policy: settings.retry, random: random() }));
  }

  #giveBack(claim: Claim, error: unknown): void {
    log.error({ err: error, alarm: claim.id, workspace: claim.workspaceId }, 'not tried; it is given back');
    this.#ends.releaseClaims([{ claim, atUs: this.#parts.time.nowUs() + HAND_BACK_US }]);
  }

  /**
   * Its endpoint may have moved since. Recently queued deliveries carry its address; for older ones it is looked up.
   */
  async #addressOf({ endpointId, dueUs, attempt }: Claim, url: string): Promise<string> {
    const { addresses, time } = this.#parts;
    if (endpointId === null || (attempt === 1 && time.nowUs() - dueUs < TTL_MS * MS_US)) return url;
    return (await addresses.of(endpointId))[0] ?? url;
  }
}
