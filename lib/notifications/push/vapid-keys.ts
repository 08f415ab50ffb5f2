import webPush from 'web-push';
import type { System } from '#/lib/context/system.ts';
import { readLinkSettings, readPushSettings } from '#/lib/core/env.ts';
import { findVapidPair, insertVapidPair, type VapidPair } from '#/lib/notifications/push/vapid-store.ts';

/** The key pair that signs push messages (RFC 8292), and the contact for push services. */
export type VapidKeys = VapidPair & { subject: string };

/** The operator's pair, else the database's, created on first use: two concurrent processes get the same one. */
export async function ensureVapidKeys(system: System): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, ...who } = readPushSettings();
  const pair = publicKey && privateKey ? { publicKey, privateKey } : await storedPair(system);
  return { ...pair, subject: who.VAPID_SUBJECT ?? `mailto:${who.MAIL_FROM ?? madeUpAddress()}` };
}

async function storedPair({ db, clock }: System): Promise<VapidPair> {
  const found = await findVapidPair(db);
  if (found) return found;
  await insertVapidPair(db, webPush.generateVAPIDKeys(), await clock.now(db));
  // Read again: another process may have stored its pair first, and that one counts.
  const stored = await findVapidPair(db);
  if (!stored) throw new Error('The pair of keys that was just made is gone.');
  return stored;
}

function madeUpAddress(): string {
  return `timers@${new URL(readLinkSettings().APP_URL).hostname}`;
}
