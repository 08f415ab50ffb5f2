import type { Tx } from '#/lib/db/client.ts';
import type { Reader } from '#/lib/notifications/inbox/format-for-reader.ts';
import { type Preferences, preferencesOf } from '#/lib/notifications/preferences/preferences.ts';

export type Recipient = Reader & { email: string; preferences: Preferences };

const COLUMNS = { email: true, timeZone: true, hourCycle: true, notificationPreferences: true } as const;

/** A person's notification channels and preferences, and their time zone and clock format. */
export async function findRecipient(tx: Pick<Tx, 'user'>, userId: string): Promise<Recipient> {
  const row = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: COLUMNS });
  const { email, timeZone, hourCycle, notificationPreferences } = row;
  return {
    email,
    timeZone,
    hourCycle: hourCycle as Reader['hourCycle'],
    preferences: preferencesOf(notificationPreferences),
  };
}
