/**
 * Whether this page is in step with the server. `asking`: the first answer, or the next one, is being waited for.
 * `offline`: none has come for five seconds, or the device says it has no network.
 */
export type ConnectionKind = 'asking' | 'in_step' | 'offline';

/** Instants are on the server's clock, epoch milliseconds. */
export type ConnectionState = { kind: ConnectionKind; since: number; lastConfirmedAt: number | null };

export type Connection = ReturnType<typeof createConnection>;

/** Shorter silences are not worth a word. */
const ASKING_AFTER_MS = 1_000;
const OFFLINE_AFTER_MS = 5_000;

export function connectionKind(facts: {
  isOnline: boolean;
  hasAnswer: boolean;
  unansweredMs: number | null;
}): ConnectionKind {
  const silence = facts.unansweredMs ?? 0;
  if (!facts.isOnline || silence >= OFFLINE_AFTER_MS) return 'offline';
  if (!facts.hasAnswer || silence >= ASKING_AFTER_MS) return 'asking';
  return 'in_step';
}

/** Hears of every question and answer, and tells its listeners when the state changes. */
export function createConnection(options: { monotonic: () => number; serverNow: () => number; confirmedAt?: number }) {
  const { monotonic, serverNow } = options;
  const listeners = new Set<() => void>();
  let isOnline = true;
  let unansweredSince: number | null = null;
  let lastConfirmedAt = options.confirmedAt ?? null;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let state: ConnectionState = {
    kind: lastConfirmedAt === null ? 'asking' : 'in_step',
    since: lastConfirmedAt ?? 0,
    lastConfirmedAt,
  };

  function update(): void {
    clearTimeout(timeout);
    const unansweredMs = unansweredSince === null ? null : monotonic() - unansweredSince;
    const kind = connectionKind({ isOnline, hasAnswer: lastConfirmedAt !== null, unansweredMs });
    if (unansweredMs !== null && kind !== 'offline') {
      const next = unansweredMs < ASKING_AFTER_MS ? ASKING_AFTER_MS : OFFLINE_AFTER_MS;
      timeout = setTimeout(update, next - unansweredMs + 1);
    }
    if (kind === state.kind && kind === 'in_step') return;
    if (kind === state.kind && lastConfirmedAt === state.lastConfirmedAt) return;
    state = { kind, since: kind === state.kind ? state.since : serverNow(), lastConfirmedAt };
    for (const listener of listeners) listener();
  }

  return {
    state: (): ConnectionState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    asked(): void {
      unansweredSince ??= monotonic();
      update();
    },
    /** Any sign of life counts: an answer, an event, a ping. */
    answered(): void {
      unansweredSince = null;
      lastConfirmedAt = serverNow();
      update();
    },
    setOnline(value: boolean): void {
      isOnline = value;
      update();
    },
    close(): void {
      clearTimeout(timeout);
    },
  };
}
