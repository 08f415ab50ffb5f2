import { misfired, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { type BrokerAddress, parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { log } from '#/lib/core/log.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { type Claim, type ReleasedClaim, signerOf, tenantOf } from '#/lib/engine/claim/claim.ts';
import type { Bodies, OnLookup } from '#/lib/engine/dispatch/bodies.ts';
import { type SecretCache, TTL_MS } from '#/lib/engine/dispatch/secret-cache.ts';
import { abortedSettlement, lostTooOften, published, type Settlement, settle } from '#/lib/engine/settle/settlement.ts';
import type { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import type { AttemptResult, BrokerResult, WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { type WebhookRequest, webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

export type AttemptRunnerParts = {
  time: DatabaseTime;
  sender: { send: (request: WebhookRequest) => Promise<WebhookResult> };
  /** Publishes to message brokers. `firedUs` is the instant of the call. */
  publisher: { publish: (claim: Claim, to: BrokerAddress, firedUs: Micros) => Promise<BrokerResult> };
  secrets: SecretCache;
  /** Current URLs of endpoints. */
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

const RELEASE_US = 1_000 * MS_US;
/** Kept of a lease for writing the result, if the lease is that much longer than the timeout. */
const SETTLE_MS = 1_000;
/** The outcome where headers can't be decrypted. It is retried, since the secret may be changed back. */
const HEADERS_UNREADABLE: WebhookResult = {
  kind: 'protocol_error',
  detail: 'AUTH_SECRET has changed since, so the headers can’t be read anymore. Create the alarm again.',
  address: null,
  sentAtMs: null,
  durationMs: 0,
};

/** One worker's attempts: each alarm that is due is ended unsent, published, or sent as a webhook. */
export class AttemptRunner {
  /** How much of a lease must be left when an attempt begins. */
  readonly neededUs: number;
  readonly #parts: AttemptRunnerParts;

  constructor(parts: AttemptRunnerParts) {
    const { timeoutMs, leaseMs } = parts.settings;
    this.neededUs = (timeoutMs + Math.min(SETTLE_MS, (leaseMs - timeoutMs) / 2)) * MS_US;
    this.#parts = parts;
  }

  /**
   * Attempts one alarm. Without a result to write, it returns a release, or null when the alarm is no longer this
   * worker's. `onLookup` is told when it begins and ends to wait for the database rather than for its receiver. Never
   * rejects.
   */
  async run(claim: Claim, onLookup: OnLookup = () => {}): Promise<Settlement | ReleasedClaim | null> {
    try {
      // Published events take their payload from their row.
      if (claim.storedBytes === null || claim.url === null) return await this.#attempt(claim, onLookup);
      const outcome = await this.#parts.bodies.with(claim, (whole) => this.#attempt(whole, onLookup), onLookup);
      // Its result is held for as long as the database is down, and must not retain the body.
      if (outcome) return { ...outcome, claim };
      log.warn({ alarm: claim.id, workspace: claim.workspaceId }, 'not attempted; its lease had ended');
      return null;
    } catch (error) {
      log.error({ err: error, alarm: claim.id, workspace: claim.workspaceId }, 'not attempted; it is released');
      return { claim, atUs: this.#parts.time.nowUs() + RELEASE_US };
    }
  }

  async #attempt(claim: Claim, onLookup: OnLookup): Promise<Settlement | ReleasedClaim> {
    const { time, settings, random = Math.random } = this.#parts;
    // Measured by the monotonic clock, too: the database's may be set before the attempt ends.
    const beganMs = time.monotonicMs();
    const startedUs = time.nowUs();
    const end = misfired(claim, startedUs) ?? lostTooOften(claim);
    if (end) return { claim, end, nextAttemptUs: null, attempt: null };
    if (claim.url === null) return published(claim, startedUs);
    onLookup(true);
    const { signedWith, url } = await this.#lookUp(claim, claim.url);
    onLookup(false);
    if (claim.endpointId && signedWith.length === 0) return abortedSettlement(claim);
    const firedUs = time.nowUs();
    // The database may have been slow to return the secrets.
    if (firedUs + this.neededUs > claim.leaseUntilUs) return { claim, atUs: 0 };
    // And its clock may have been set back meanwhile.
    if (firedUs < claim.attemptUs) return { claim, atUs: claim.attemptUs };
    const result = await this.#call(claim, url, firedUs, signedWith);
    if (result.kind === 'stopped' && result.sentAtMs === null) return { claim, atUs: 0 };
    // A later reading of the clock may have moved the estimate back a little.
    const sentUs = result.sentAtMs === null ? null : Math.max(startedUs, time.at(result.sentAtMs));
    const durationUs = Math.round((time.monotonicMs() - beganMs) * MS_US);
    const times = { startedUs, sentUs, endedUs: time.nowUs(), durationUs };
    return settle(claim, result, times, { policy: settings.retry, random: random() });
  }

  async #lookUp(claim: Claim, url: string): Promise<{ signedWith: string[]; url: string }> {
    const signedWith = await this.#parts.secrets.get(signerOf(claim));
    return { signedWith, url: signedWith.length > 0 ? await this.#addressOf(claim, url) : url };
  }

  /** Its endpoint may have a new URL. Recently queued deliveries carry its address; for older ones it is looked up. */
  async #addressOf({ endpointId, dueUs, attempt }: Claim, url: string): Promise<string> {
    const { addresses, time } = this.#parts;
    if (endpointId === null || (attempt === 1 && time.nowUs() - dueUs < TTL_MS * MS_US)) return url;
    return (await addresses.get(endpointId))[0] ?? url;
  }

  #call(
    claim: Claim,
    url: string,
    firedUs: Micros,
    secrets: readonly string[],
  ): AttemptResult | Promise<AttemptResult> {
    const { publisher, sender, settings } = this.#parts;
    const broker = parseBrokerAddress(url);
    if (broker) return publisher.publish(claim, broker, firedUs);
    const headers = openHeaders(claim.settings, claim.id);
    if (!headers) return HEADERS_UNREADABLE;
    const to = { url, headers, firedUs, tenant: tenantOf(claim) };
    return sender.send(webhookRequest(claim, to, { secrets, source: settings.source }));
  }
}
