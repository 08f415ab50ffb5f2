import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Actor, Ctx, Role } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { type TestDatabase, testDatabase } from '#/test/database.ts';
import { SettableClock } from '#/test/settable-clock.ts';

/** A busy machine may take this long. */
const TIMEOUT_MS = 60_000;

type MemberOptions = { role?: Role; timeZone?: string; capSeconds?: number; workspaceId?: string; userId?: string };

/** A database with a Prisma client and a clock set by hand, and a function to add people. */
export type World = {
  database: TestDatabase;
  db: Db;
  clock: SettableClock;
  /** A new person in a new workspace, by default, as the context in which their verbs run. */
  member: (options?: MemberOptions) => Promise<Ctx>;
};

/** Call it in `beforeAll`. Tests own their people, so they need not clean up. */
export async function testWorld(options: { connections?: number } = {}): Promise<World> {
  const database = await testDatabase(inject('databases').worldTemplate);
  const db = connect(database.url, options.connections ?? 20, { timeoutMs: TIMEOUT_MS });
  database.onClose(() => db.$disconnect());
  database.onClose(() => stopSending(db));
  const clock = new SettableClock();
  return { database, db, clock, member: (member) => addMember({ pool: database.pool, db, clock }, member) };
}

type Place = { pool: pg.Pool; db: Db; clock: Clock };

/** A workspace has one owner: later members are admins, by default. */
export async function addMember({ pool, db, clock }: Place, options: MemberOptions = {}): Promise<Ctx> {
  const role = options.role ?? (options.workspaceId ? 'admin' : 'owner');
  const [workspaceId, userId] = [options.workspaceId ?? newId(), options.userId ?? newId()];
  // One statement, since thousands of tests begin with it: three of Prisma's took eight times as long.
  await pool.query(
    `with workspace as (insert into workspaces (id, name, cap_seconds) select $1::uuid, 'Acme', $2::int where $3::boolean),
          person as (insert into users (id, email, name, time_zone) select $4::uuid, $5::text, 'Maya', $6::text where $7::boolean)
     insert into memberships (workspace_id, user_id, role) values ($1::uuid, $4::uuid, $8::role)`,
    [
      workspaceId,
      options.capSeconds ?? 86_400,
      !options.workspaceId,
      userId,
      `${randomBytes(6).toString('hex')}@example.com`,
      options.timeZone ?? 'Europe/Berlin',
      !options.userId,
      role,
    ],
  );
  const actor: Actor = {
    userId,
    workspaceId,
    role,
    scopes: new Set(permissionsOf(role)),
    credential: { kind: 'session', sessionId: newId() },
  };
  return { db, clock, actor, requestId: 'test', granted: new Set() };
}
