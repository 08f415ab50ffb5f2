import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from '#/lib/context/roles/role.ts';

const SECRET_START = 'tsk_';
/** 256 bits: what SHA-256 keeps, so that a fast unsalted hash is the right one to store. */
const SECRET_BYTES = 32;
/** Characters shown in lists: four say it is a key, six tell keys apart. */
const PREFIX_LENGTH = 10;
/** Upper end of a secret worth hashing; ours have 47 characters. */
const SECRET_MAX = 512;

/** Keys of a person that work in a workspace. Each has a rate limit and streams of its own. */
export const MOST_KEYS = 100;

/** An API key as it is shown; the secret is gone. */
export type ApiKey = {
  id: string;
  /** Its owner, for whom it acts. */
  userId: string;
  name: string;
  /** First characters of a secret that we made; empty for one that the operator chose, which may be no random text. */
  prefix: string;
  scopes: Permission[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  version: number;
};

/** `tsk_` and 43 characters of base64url (RFC 4648, 5). The start lets secret scanners recognize a leaked one. */
export function newSecret(): string {
  return SECRET_START + randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

/** What lists show of a secret that `newSecret` has made. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}

/** False for what cannot be a key, before it costs a hash and a query. */
export function couldBeSecret(text: string): boolean {
  return text.length > 0 && text.length <= SECRET_MAX;
}

type Lifetime = { expiresAt: Date | null; revokedAt: Date | null };

/** Half open: a key is dead at the very instant it expires. */
export function isUsable(key: Lifetime, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}
