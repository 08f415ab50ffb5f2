import type { PasswordReset } from '#/lib/accounts/password-resets/password-reset.ts';
import type { Tx } from '#/lib/db/client.ts';

type Hash = Uint8Array<ArrayBuffer>;

const COLUMNS = { id: true, userId: true, createdAt: true, expiresAt: true, usedAt: true } as const;

export async function insertPasswordReset(tx: Tx, reset: PasswordReset & { tokenHash: Hash }): Promise<void> {
  await tx.passwordReset.create({ data: reset, select: { id: true } });
}

export function findPasswordReset(tx: Pick<Tx, 'passwordReset'>, tokenHash: Hash): Promise<PasswordReset | null> {
  return tx.passwordReset.findUnique({ where: { tokenHash }, select: COLUMNS });
}

/** Revokes every open link of the person: the one that was used, and any others. */
export async function endPasswordResets(tx: Tx, userId: string, usedAt: Date): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt } });
}

/** Deletes up to `limit` that had expired by this instant, and returns how many. */
export function deleteExpiredResets(tx: Pick<Tx, '$executeRaw'>, before: Date, limit: number): Promise<number> {
  return tx.$executeRaw`
    delete from password_resets where id in (
      select id from password_resets where expires_at <= ${before} limit ${limit})`;
}
