import type { Clock } from '#/lib/core/clock.ts';
import type { Db, Tx } from '#/lib/db/client.ts';

export type Role = 'owner' | 'admin' | 'member';

/** How the caller was authenticated. */
export type Credential =
  | { kind: 'session'; sessionId: string }
  | { kind: 'api_key'; apiKeyId: string }
  | { kind: 'worker'; name: string };

/** Who acts, in which workspace, with which permissions. */
export type Actor = {
  userId: string;
  workspaceId: string;
  role: Role;
  /** Permissions: all that the role allows, or the part of them that an API key was given. */
  scopes: ReadonlySet<string>;
  credential: Credential;
};

/** The actor of public routes: no caller was authenticated, and there is no workspace. */
export const ANONYMOUS = { kind: 'anonymous' } as const;

/** What every verb gets. `tx` is set when the caller has opened a transaction that the verb has to join. */
export type Ctx = {
  db: Db;
  clock: Clock;
  actor: Actor;
  requestId: string | null;
  /** Aborted when the client has disconnected or its deadline has passed: uncommitted work is then rolled back. */
  signal?: AbortSignal;
  /**
   * What the actor was authorized for since its authentication (`authorize` adds to it), checked again once its
   * transaction holds the mutex. If missing, all permissions of the actor are checked.
   */
  granted?: Set<string>;
  /** The credential of the person for whom a worker acts. Events name them, not the worker. */
  inNameOf?: Credential;
  /** When an offline person acted. Every event of it shows that. */
  offline?: OfflineMoment;
  tx?: Tx;
  afterCommit?: AfterCommit;
};

/** The context of routes that are open to anyone. */
export type AnonymousCtx = Pick<Ctx, 'db' | 'clock' | 'requestId'> & { actor: typeof ANONYMOUS };

/** An action taken without a connection: its instant on the database's clock, and the age that the client reported. */
export type OfflineMoment = { at: Date; ageMs: number };

/** A context inside a transaction. */
export type TxCtx = Ctx & { tx: Tx; afterCommit: AfterCommit };

/** Callbacks to run once the outermost transaction has committed, each once, e.g. notifications to other processes. */
export type AfterCommit = Set<(db: Db) => void>;
