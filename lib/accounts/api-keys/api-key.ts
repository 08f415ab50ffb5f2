import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from '#/lib/context/roles/role.ts';

const SECRET_START = 'tsk_';
/** 256 bits, the output size of SHA-256, so a fast unsalted hash is the right one to store. */
const SECRET_BYTES = 32;
/** Characters shown in lists: four say it is a key, six tell keys apart. */
const PREFIX_LENGTH = 10;
/** The longest text worth hashing; our secrets have 47 characters. */
const SECRET_MAX = 512;

/** Keys of a person that work in a workspace. Each has its own rate limit and streams. */
export const MAX_KEYS = 100;

/** An API key as it is shown, without its secret. */
export type ApiKey = {
  id: string;
  /** Its owner, for whom it acts. */
  userId: string;
  name: string;
  /** First characters of a generated secret; empty for one that the operator chose, which may not be random. */
  prefix: string;
  scopes: Permission[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  version: number;
};

/** `tsk_` and 43 characters of base64url (RFC 4648, 5). The prefix lets secret scanners recognize a leaked one. */
export function newSecret(): string {
  return SECRET_START + randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

/** What lists show of a secret from `newSecret`. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}

/** False for a text that cannot be a key, which saves a hash and a query. */
export function couldBeSecret(text: string): boolean {
  return text.length > 0 && text.length <= SECRET_MAX;
}

type Lifetime = { expiresAt: Date | null; revokedAt: Date | null };

/** Half open: a key stops working at the exact instant it expires. */
export function isUsable(key: Lifetime, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}
