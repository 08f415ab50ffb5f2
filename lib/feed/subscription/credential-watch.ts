import type { Actor } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';

/** Authenticates the caller once more. Throws 401 once the session or key is no longer valid. */
export type Recognize = () => Promise<Actor>;
/**
 * Why a stream or socket ends: its credential is no longer valid, its permissions have changed, or this can't be
 * checked.
 */
export type Ended = 'credential' | 'permissions' | 'unchecked';

/** A slower database counts as down for a caller that may have lost access. */
const CHECK_WITHIN_MS = 5 * SECOND_MS;

/** Types after which a person may have left the workspace, or have other permissions. */
const TOUCHES_MEMBER = new Set<string>([
  'member.edited',
  'member.disabled',
  'member.left',
  'member.removed',
  'workspace.transferred',
]);
const TOUCHES_KEY = new Set<string>(['api_key.edited', 'api_key.revoked']);
const TOUCHES_SESSION = new Set<string>(['session.revoked', 'session.switched']);

/**
 * Tracks whether the caller of a stream or socket may still receive events. After an event that may revoke access
 * nothing is sent until the caller is authenticated again; then waiting messages are sent in order, or never.
 */
export class CredentialWatch {
  readonly #actor: Actor;
  readonly #recognize: Recognize;
  readonly #end: (why: Ended) => void;
  readonly #held: (() => void)[] = [];
  #checks = 0;
  #isOver = false;

  /** `end` is called once. */
  constructor(actor: Actor, recognize: Recognize, end: (why: Ended) => void) {
    this.#actor = actor;
    this.#recognize = recognize;
    this.#end = end;
  }

  /** Takes an event of any workspace; must be called before that event, or any read with it, goes to `send`. */
  onEvent(event: FeedEvent): void {
    if (mayEndCredential(event, this.#actor)) void this.check();
  }

  /**
   * Authenticates the caller again. Ends the stream or socket when the caller is invalid, has changed, or can't be
   * checked.
   */
  async check(): Promise<boolean> {
    this.#checks += 1;
    const why = await whyEnded(this.#actor, this.#recognize);
    this.#checks -= 1;
    if (why && !this.#isOver) {
      this.#isOver = true;
      this.#end(why);
    }
    if (this.#isOver || this.#checks === 0) for (const step of this.#held.splice(0)) step();
    return !this.#isOver;
  }

  /** Sends a message once no check is in flight, and not at all when one has failed. Resolves in either case. */
  send(leave: () => Promise<void>): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    if (this.#checks === 0) return leave();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#held.push(() => {
      if (this.#isOver) resolve();
      else leave().then(resolve, reject);
    });
    return promise;
  }
}

/** True for events after which the caller has to be authenticated again at once. */
function mayEndCredential(event: FeedEvent, { credential, userId, workspaceId }: Actor): boolean {
  if (TOUCHES_SESSION.has(event.type)) {
    return credential.kind === 'session' && event.subjectId === credential.sessionId;
  }
  if (TOUCHES_KEY.has(event.type)) {
    return credential.kind === 'api_key' && event.subjectId === credential.apiKeyId;
  }
  if (event.workspaceId !== workspaceId || !TOUCHES_MEMBER.has(event.type)) return false;
  return event.userId === userId || event.type === 'workspace.transferred';
}

async function whyEnded(actor: Actor, recognize: Recognize): Promise<Ended | null> {
  try {
    return isSame(actor, await inTime(recognize)) ? null : 'permissions';
  } catch (error) {
    if (isAppError(error) && error.status < 500) return 'credential';
    log.warn({ err: error }, 'caller of a stream not authenticated; the stream ends, and its client reconnects');
    return 'unchecked';
  }
}

async function inTime(recognize: Recognize): Promise<Actor> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not recognized within ${CHECK_WITHIN_MS} ms`)), CHECK_WITHIN_MS);
  try {
    return await Promise.race([recognize(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function isSame(one: Actor, other: Actor): boolean {
  if (one.userId !== other.userId || one.workspaceId !== other.workspaceId) return false;
  return one.scopes.size === other.scopes.size && [...one.scopes].every((scope) => other.scopes.has(scope));
}
