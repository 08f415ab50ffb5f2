import { Store } from '#/lib/core/store.ts';

/**
 * Whether this page is in sync with the server. `asking`: waiting for the first response, or the next one. `offline`:
 * there was none for five seconds, or the device reports that it has no network.
 */
export type ConnectionKind = 'checking' | 'synced' | 'offline';

/** Instants are on the server's clock, epoch milliseconds. */
export type ConnectionState = { kind: ConnectionKind; since: number; confirmedAt: number | null };

type Options = { monotonic: () => number; serverNow: () => number; confirmedAt?: number };

/** Shorter silences are not shown. */
const ASKING_AFTER_MS = 1_000;
const OFFLINE_AFTER_MS = 5_000;

export function connectionKind(facts: {
  isOnline: boolean;
  isKnown: boolean;
  silenceMs: number | null;
}): ConnectionKind {
  const silence = facts.silenceMs ?? 0;
  if (!facts.isOnline || silence >= OFFLINE_AFTER_MS) return 'offline';
  if (!facts.isKnown || silence >= ASKING_AFTER_MS) return 'checking';
  return 'synced';
}

/** Observes every request and response, and notifies its listeners when the state changes. */
export class Connection extends Store<ConnectionState> {
  readonly #options: Options;
  #isOnline = true;
  #inFlight = 0;
  #failures = 0;
  #silentSince: number | null = null;
  #confirmedAt: number | null;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    const { confirmedAt = null } = options;
    super({
      kind: confirmedAt === null ? 'checking' : 'synced',
      since: confirmedAt ?? 0,
      confirmedAt,
    });
    this.#options = options;
    this.#confirmedAt = confirmedAt;
  }

  /** When the server gave its last sign of life, also while the state is unchanged. */
  aliveAt(): number | null {
    return this.#confirmedAt;
  }

  sent(): void {
    const silenceMs = this.#silenceMs() ?? 0;
    this.#inFlight += 1;
    this.#silentSince = this.#options.monotonic() - silenceMs;
    this.#update();
  }

  received(): void {
    this.#inFlight -= 1;
    this.alive();
  }

  failed(): void {
    this.#inFlight -= 1;
    this.#failures += 1;
    this.#update();
  }

  /** The page aborted a request; the server is not to blame. */
  aborted(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0 && this.#failures === 0) this.#silentSince = null;
    this.#update();
  }

  /** A sign of life: a response, or an unsolicited event or ping. */
  alive(): void {
    this.#failures = 0;
    this.#silentSince = this.#inFlight > 0 ? this.#options.monotonic() : null;
    this.#confirmedAt = this.#options.serverNow();
    this.#update();
  }

  setOnline(value: boolean): void {
    this.#isOnline = value;
    this.#update();
  }

  #update(): void {
    const silenceMs = this.#silenceMs();
    const kind = connectionKind({
      isOnline: this.#isOnline,
      isKnown: this.#confirmedAt !== null,
      silenceMs,
    });
    this.#schedule(kind, silenceMs);
    const confirmedAt = this.#confirmedAt;
    const known = this.current();
    const isSame = kind === known.kind && (kind === 'synced' || confirmedAt === known.confirmedAt);
    if (isSame) return;
    const since = kind === known.kind ? known.since : this.#options.serverNow();
    this.set({ kind, since, confirmedAt });
  }

  /**
   * A single failure is a reason to send another request, which `LiveSync` does, but not yet to doubt what is shown.
   */
  #silenceMs(): number | null {
    if (this.#silentSince === null) return null;
    const silenceMs = this.#options.monotonic() - this.#silentSince;
    return this.#isFirst() ? Math.min(silenceMs, ASKING_AFTER_MS) : silenceMs;
  }

  #isFirst(): boolean {
    return this.#failures === 1 && this.#inFlight === 0;
  }

  #schedule(kind: ConnectionKind, silenceMs: number | null): void {
    clearTimeout(this.#timeout);
    if (silenceMs === null || kind === 'offline') return;
    if (kind === 'checking' && this.#isFirst()) return;
    const next = silenceMs < ASKING_AFTER_MS ? ASKING_AFTER_MS : OFFLINE_AFTER_MS;
    this.#timeout = setTimeout(() => this.#update(), next - silenceMs + 1);
  }
}
