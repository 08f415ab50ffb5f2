import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Actor, Ctx, Role } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { type TestDatabase, testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

/** A busy machine may take its time. */
const TIMEOUT_MS = 60_000;

type MemberOptions = { role?: Role; timeZone?: string; capSeconds?: number; workspaceId?: string; userId?: string };

/** A database with a Prisma client and a clock set by hand, and a way to put people into it. */
export type World = {
  database: TestDatabase;
  db: Db;
  clock: SettableClock;
  /** A new person in a new workspace, by default, as the context their verbs run in. */
  member: (options?: MemberOptions) => Promise<Ctx>;
};

/** Call it in `beforeAll`. Tests own their people, so they need not clean up. */
export async function testWorld(options: { connections?: number } = {}): Promise<World> {
  const database = await testDatabase(inject('databases').worldTemplate);
  const db = connect(database.url, options.connections ?? 20, { timeoutMs: TIMEOUT_MS });
  database.onClose(() => db.$disconnect());
  database.onClose(() => stopSending(db));
  const clock = new SettableClock();
  return { database, db, clock, member: (member = {}) => addMember(db, clock, member) };
}

async function addMember(db: Db, clock: SettableClock, options: MemberOptions): Promise<Ctx> {
  // A workspace has one owner: later members are admins, by default.
  const role = options.role ?? (options.workspaceId ? 'admin' : 'owner');
  const workspaceId = options.workspaceId ?? (await addWorkspace(db, options.capSeconds));
  const userId = options.userId ?? (await addUser(db, options.timeZone));
  await db.membership.create({ data: { workspaceId, userId, role } });
  const actor: Actor = {
    userId,
    workspaceId,
    role,
    scopes: new Set(permissionsOf(role)),
    credential: { kind: 'session', sessionId: newId() },
  };
  return { db, clock, actor, requestId: 'test', granted: new Set() };
}

async function addWorkspace(db: Db, capSeconds = 86_400): Promise<string> {
  const { id } = await db.workspace.create({ data: { id: newId(), name: 'Acme', capSeconds } });
  return id;
}

async function addUser(db: Db, timeZone = 'Europe/Berlin'): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { id } = await db.user.create({ data: { id: newId(), email, name: 'Maya', timeZone } });
  return id;
}
