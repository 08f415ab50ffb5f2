import { hash } from 'node:crypto';
import type { Actor } from '#/lib/accounts/context.ts';
import { addressBlock, clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { type Allowance, rateLimited } from '#/lib/api/limits/allowance.ts';
import { type Counter, openCounter } from '#/lib/api/limits/counter.ts';
import type { Env } from '#/lib/core/env.ts';
import type { Db } from '#/lib/db/client.ts';

/** Callers remembered; the oldest are forgotten first and looked up again. */
const MOST_KNOWN = 10_000;

/** What a request says of its sender. */
export type Caller = {
  /** Digest of the key or cookie it carries; null for one that names nobody. */
  alias: string | null;
  address: string;
};

/** A request before anyone looks up who sent it. */
export type Arrival = { caller: Caller; isCounted: boolean };

type Known = { name: string; workspaceId: string };

export function callerOf(headers: { get(name: string): string | null }): Caller {
  const secret = headers.get('authorization') ?? headers.get('cookie');
  const address = clientAddress(headers);
  return {
    alias: secret ? hash('sha256', secret, 'base64') : null,
    address: address ? addressBlock(address) : 'unknown',
  };
}

/**
 * Counts requests a minute: of each API key or session, and of each address that names nobody or sends a wrong key. Who
 * was recognized before is counted before anyone looks into the database, and so is a stranger's address: being over the
 * limit costs no lookup. The price: a key that is new to this process waits when its address is over the limit.
 */
export class CallerLimits {
  readonly #perKey: Counter | null;
  readonly #perAddress: Counter | null;
  readonly #known = new Map<string, Known>();

  constructor(counters: { perKey: Counter | null; perAddress: Counter | null }) {
    this.#perKey = counters.perKey;
    this.#perAddress = counters.perAddress;
  }

  /** The workspace of a caller who was recognized before. */
  workspaceOf({ alias }: Caller): string | null {
    return (alias && this.#known.get(alias)?.workspaceId) || null;
  }

  /** Before anything is looked up. Null: not counted yet. @throws AppError 429 `rate_limited` */
  async admit(caller: Caller): Promise<Allowance | null> {
    const known = caller.alias && this.#known.get(caller.alias);
    if (known) return within(await this.#perKey?.take(known.name));
    within(this.#perAddress?.over(caller.address));
    return null;
  }

  /** Counts one who was recognized, unless `admit` has. @throws AppError 429 `rate_limited` */
  async recognized(caller: Caller, actor: Actor, counted: boolean): Promise<Allowance | null> {
    const name = nameOf(actor);
    if (!name) return null;
    this.#remember(caller, { name, workspaceId: actor.workspaceId });
    return counted ? null : within(await this.#perKey?.take(name));
  }

  /** Counts one who is nobody by his address. @throws AppError 429 `rate_limited` */
  async stranger(caller: Caller): Promise<Allowance | null> {
    if (caller.alias) this.#known.delete(caller.alias);
    return within(await this.#perAddress?.take(caller.address));
  }

  #remember({ alias }: Caller, known: Known): void {
    if (!alias) return;
    if (this.#known.get(alias)?.workspaceId === known.workspaceId) return;
    this.#known.set(alias, known);
    if (this.#known.size <= MOST_KNOWN) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }
}

/** The limits of a web process by its settings. */
export function openLimits(
  settings: Pick<Env, 'RATE_LIMIT_STORE' | 'RATE_LIMIT_PER_KEY' | 'RATE_LIMIT_PER_ADDRESS'>,
  db: Db,
): CallerLimits {
  const store = settings.RATE_LIMIT_STORE === 'postgres' ? db : null;
  return new CallerLimits({
    perKey: openCounter({ policy: 'key', limit: settings.RATE_LIMIT_PER_KEY, db: store }),
    perAddress: openCounter({ policy: 'address', limit: settings.RATE_LIMIT_PER_ADDRESS, db: store }),
  });
}

function nameOf({ credential }: Actor): string | null {
  if (credential.kind === 'api_key') return credential.apiKeyId;
  return credential.kind === 'session' ? credential.sessionId : null;
}

function within(allowance: Allowance | null | undefined): Allowance | null {
  if (allowance?.isOver) throw rateLimited(allowance);
  return allowance ?? null;
}
