import { LARGEST_BODY_BYTES } from '#/lib/alarms/alarms/payload.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import { ByteBudget } from '#/lib/engine/dispatch/byte-budget.ts';
import type { Body } from '#/lib/engine/dispatch/load-bodies-query.ts';

export type BodiesParts = {
  budget: ByteBudget;
  load: (claims: readonly Claim[]) => Promise<Map<string, Body>>;
};

/** Called with true when an attempt begins to wait for the database, and with false when it goes on. */
export type OnLookup = (isLookingUp: boolean) => void;

type PendingBody = { claim: Claim; response: PromiseWithResolvers<Body | null> };

/** A body is in memory twice while it is sent: as read, and as written to the receiver. */
const COPIES_PER_BODY = 2;
/** Bodies read by one statement, so that its response can't use a budget's worth of memory itself. */
const MAX_TOGETHER = 100;

/** One workspace's fraction of the budget. */
const TENANT_SHARE = 1 / 4;

/** A worker's budget for the bodies that it holds, in bytes, with a share for each workspace. */
export function bodyBudget(bytes: number): ByteBudget {
  return new ByteBudget({ total: bytes, perTenant: bytes * TENANT_SHARE });
}

/** Large bodies of claimed alarms: read when they are sent, in memory only within a budget. */
export class Bodies {
  readonly #parts: BodiesParts;
  #pending: PendingBody[] = [];

  constructor(parts: BodiesParts) {
    this.#parts = parts;
  }

  /**
   * Runs `send` with the alarm and its body, which may be freed afterwards, and returns its result. Waits for room in
   * the budget. Null, and nothing is sent, when the alarm is no longer claimed. Rejects when the database is down.
   * `onLookup` is called with true when it begins to read, and with false when it has read.
   */
  async with<T>(claim: Claim, send: (whole: Claim) => Promise<T>, onLookup: OnLookup): Promise<T | null> {
    // A delivery's body may be larger than an alarm's, and stored text is compressed: until it is read, this is a
    // guess.
    const most = Math.max(LARGEST_BODY_BYTES, claim.storedBytes ?? 0);
    const held = await this.#parts.budget.take(claim.workspaceId, COPIES_PER_BODY * most);
    try {
      onLookup(true);
      const body = await this.#read(claim);
      onLookup(false);
      if (!body) return null;
      held.resize(COPIES_PER_BODY * body.bytes);
      return await send({ ...claim, payload: body.payload, settings: body.settings });
    } finally {
      held.release();
    }
  }

  /** Bodies requested at the same moment are read together. */
  #read(claim: Claim): Promise<Body | null> {
    const response = Promise.withResolvers<Body | null>();
    if (this.#pending.length === 0) setImmediate(() => this.#readAll());
    this.#pending.push({ claim, response });
    return response.promise;
  }

  #readAll(): void {
    while (this.#pending.length > 0) void this.#readSome(this.#pending.splice(0, MAX_TOGETHER));
  }

  async #readSome(pending: readonly PendingBody[]): Promise<void> {
    try {
      const bodies = await this.#parts.load(pending.map(({ claim }) => claim));
      for (const { claim, response } of pending) response.resolve(bodies.get(claim.id) ?? null);
    } catch (error) {
      for (const { response } of pending) response.reject(error);
    }
  }
}
