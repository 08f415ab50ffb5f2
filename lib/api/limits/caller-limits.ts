import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressBlock, clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { type Allowance, rateLimited } from '#/lib/api/limits/allowance.ts';
import { type Counter, openCounter } from '#/lib/api/limits/counter.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { Env } from '#/lib/core/env.ts';
import type { Db } from '#/lib/db/client.ts';

/** Callers remembered; the one silent for longest is dropped first, and looked up again. */
const MAX_KNOWN_CALLERS = 10_000;

/** What a request reveals about its sender. */
export type Caller = {
  /** Digest of the key or cookie it carries; null if it has none. */
  alias: string | null;
  address: string;
};

/** A request before its sender is looked up. */
export type CountedRequest = { caller: Caller; isCounted: boolean };

/** The names under which a recognized caller is counted, and the workspace whose allowed origins apply. */
type KnownCaller = { key: string; person: string; workspace: string };

/** By what recognized callers are counted, narrowest first. */
const COUNTED_BY = ['key', 'person', 'workspace'] as const satisfies (keyof KnownCaller)[];

export type Counters = {
  perKey: Counter | null;
  perPerson?: Counter | null;
  perWorkspace?: Counter | null;
  perAddress: Counter | null;
};

export function callerOf(headers: { get(name: string): string | null }): Caller {
  const secret = headers.get('authorization') ?? headers.get('cookie');
  const address = clientAddress(headers);
  return {
    alias: secret ? hash('sha256', secret, 'base64') : null,
    address: address ? addressBlock(address) : 'unknown',
  };
}

/**
 * Counts requests a minute: of each API key or session, of each person and each workspace across all keys and sessions,
 * and of each address that sends no key or a wrong one. A caller recognized before is counted before any database
 * lookup, and so is an unknown caller's address: being over the limit costs no lookup. The price: a key that is new to
 * this process is rejected while its address is over the limit.
 */
export class CallerLimits {
  readonly #counters: Counters;
  /** The counters in use for recognized callers. */
  readonly #ofCallers: { counter: Counter; by: keyof KnownCaller }[];
  readonly #known = new LRUCache<string, KnownCaller>({ max: MAX_KNOWN_CALLERS });

  constructor(counters: Counters) {
    this.#counters = counters;
    const { perKey, perPerson, perWorkspace } = counters;
    const all = { key: perKey, person: perPerson, workspace: perWorkspace };
    this.#ofCallers = COUNTED_BY.flatMap((by) => (all[by] ? { counter: all[by], by } : []));
  }

  /** The workspace of a caller that was recognized before. */
  workspaceOf({ alias }: Caller): string | null {
    return (alias && this.#known.get(alias)?.workspace) || null;
  }

  /** Before anything is looked up. Null: not counted yet. @throws AppError 429 `rate_limited` */
  async countRequest(caller: Caller): Promise<Allowance | null> {
    const known = caller.alias && this.#known.get(caller.alias);
    if (known) return this.#take(known);
    within(this.#counters.perAddress?.over(caller.address));
    return null;
  }

  /** Counts a recognized caller, unless `countRequest` has. @throws AppError 429 `rate_limited` */
  async countRecognized(caller: Caller, actor: Actor, counted: boolean): Promise<Allowance | null> {
    const key = nameOf(actor);
    if (!key) return null;
    const known = { key, person: actor.userId, workspace: actor.workspaceId };
    this.#remember(caller, known);
    return counted ? null : this.#take(known);
  }

  /** Counts an unknown caller by its address. @throws AppError 429 `rate_limited` */
  async countUnknown(caller: Caller): Promise<Allowance | null> {
    if (caller.alias) this.#known.delete(caller.alias);
    return within(await this.#counters.perAddress?.take(caller.address));
  }

  /**
   * Counts one request under all three names and returns the allowance with the least left. One after the other, so
   * that a flood rejected by one limit does not use up the wider ones, which others share.
   */
  async #take(caller: KnownCaller): Promise<Allowance | null> {
    for (const { counter, by } of this.#ofCallers) within(counter.over(caller[by]));
    let least: Allowance | null = null;
    for (const { counter, by } of this.#ofCallers) {
      const allowance = within(await counter.take(caller[by]));
      if (allowance && (!least || allowance.remaining < least.remaining)) least = allowance;
    }
    return least;
  }

  #remember({ alias }: Caller, known: KnownCaller): void {
    if (alias && this.#known.get(alias)?.workspace !== known.workspace) this.#known.set(alias, known);
  }
}

type Settings = Pick<
  Env,
  | 'RATE_LIMIT_STORE'
  | 'RATE_LIMIT_PER_KEY'
  | 'RATE_LIMIT_PER_PERSON'
  | 'RATE_LIMIT_PER_WORKSPACE'
  | 'RATE_LIMIT_PER_ADDRESS'
>;

/** The limits of a web process by its settings. */
export function openLimits(settings: Settings, database: Db): CallerLimits {
  const db = settings.RATE_LIMIT_STORE === 'postgres' ? database : null;
  return new CallerLimits({
    perKey: openCounter({ policy: 'key', limit: settings.RATE_LIMIT_PER_KEY, db }),
    perPerson: openCounter({ policy: 'person', limit: settings.RATE_LIMIT_PER_PERSON, db }),
    perWorkspace: openCounter({ policy: 'workspace', limit: settings.RATE_LIMIT_PER_WORKSPACE, db }),
    perAddress: openCounter({ policy: 'address', limit: settings.RATE_LIMIT_PER_ADDRESS, db }),
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
