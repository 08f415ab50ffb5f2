import type { Tx } from '#/lib/db/client.ts';
import { type Channels, type Preferences, preferencesOf } from '#/lib/notifications/preferences/preferences.ts';

export async function findPreferences(tx: Pick<Tx, 'notificationPreferences'>, userId: string): Promise<Preferences> {
  return preferencesOf(await tx.notificationPreferences.findUnique({ where: { userId } }));
}

/** Makes other changes of this person's preferences wait until the transaction ends. */
export async function lockPreferences(tx: Pick<Tx, '$executeRaw'>, userId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`notification-preferences:${userId}`}, 0))`;
}

export async function savePreferences(
  tx: Pick<Tx, 'notificationPreferences'>,
  userId: string,
  { channels, quiet }: { channels: Partial<Channels>; quiet: Preferences['quiet'] },
  updatedAt: Date,
): Promise<void> {
  const data = {
    channels,
    quietFromMinute: quiet?.fromMinute ?? null,
    quietToMinute: quiet?.toMinute ?? null,
    updatedAt,
  };
  await tx.notificationPreferences.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}
