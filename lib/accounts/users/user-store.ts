import { USER_COLUMNS, type User, userOf } from '#/lib/accounts/users/user.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type NewUser = Omit<User, 'settings'> & { passwordHash: string | null; createdAt: Date };

/**
 * Lets one caller at a time decide whether anyone has signed up yet, until the transaction ends. A table lock would
 * work too; an advisory lock does not block sign-ins.
 */
export async function lockFirstRun(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('timer-service:first-run', 0))`;
}

export async function hasUsers(tx: Pick<Tx, 'user'>): Promise<boolean> {
  return (await tx.user.findFirst({ select: { id: true } })) !== null;
}

export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await tx.user.create({ data: user, select: { id: true } });
}

export async function findUser(tx: Pick<Tx, 'user'>, id: string): Promise<User | null> {
  const row = await tx.user.findUnique({ where: { id }, select: USER_COLUMNS });
  return row && userOf(row);
}

export async function findUserByEmail(tx: Pick<Tx, 'user'>, email: string): Promise<User | null> {
  const row = await tx.user.findUnique({ where: { email }, select: USER_COLUMNS });
  return row && userOf(row);
}

export function findPasswordHash(
  tx: Pick<Tx, 'user'>,
  email: string,
): Promise<{ id: string; passwordHash: string | null } | null> {
  return tx.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash }, select: { id: true } });
}

/** Writes name, time zone and settings. */
export async function updateUser(tx: Tx, user: User): Promise<void> {
  const { id, name, timeZone } = user;
  const { pomodoro, ...settings } = user.settings;
  const workingHours = settings.workingHours ?? Prisma.DbNull;
  const upsert = { create: pomodoro, update: pomodoro };
  const data = { name, timeZone, ...settings, workingHours, pomodoro: { upsert } };
  await tx.user.update({ where: { id }, data, select: { id: true } });
}

/** Sets when the person was last seen, unless another request has set it after `notAfter`. */
export async function touchUser(tx: Pick<Tx, 'user'>, id: string, now: Date, notAfter: Date): Promise<void> {
  await tx.user.updateMany({
    where: { id, OR: [{ lastSeenAt: null }, { lastSeenAt: { lte: notAfter } }] },
    data: { lastSeenAt: now },
  });
}
