import webPush from 'web-push';
import type { System } from '#/lib/accounts/system.ts';
import { readLinkSettings, readPushSettings } from '#/lib/core/env.ts';
import { findVapidPair, insertVapidPair, type VapidPair } from '#/lib/notifications/push/vapid-store.ts';

/** What push messages are signed with (RFC 8292), and whom a push service may ask about them. */
export type VapidKeys = VapidPair & { subject: string };

/** The operator's pair, else the database's, made by whoever asks first: two processes at once end with one. */
export async function ensureVapidKeys(system: System): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, ...who } = readPushSettings();
  const pair = publicKey && privateKey ? { publicKey, privateKey } : await keptPair(system);
  return { ...pair, subject: who.VAPID_SUBJECT ?? `mailto:${who.MAIL_FROM ?? madeUpAddress()}` };
}

async function keptPair({ db, clock }: System): Promise<VapidPair> {
  const found = await findVapidPair(db);
  if (found) return found;
  await insertVapidPair(db, webPush.generateVAPIDKeys(), await clock.now(db));
  // Read again: another process may have been quicker, and its pair is the one.
  const kept = await findVapidPair(db);
  if (!kept) throw new Error('The pair of keys that was just made is gone.');
  return kept;
}

function madeUpAddress(): string {
  return `timers@${new URL(readLinkSettings().APP_URL).hostname}`;
}
