import { hash, type Options, verify } from '@node-rs/argon2';

/** `Algorithm.Argon2id`, an ambient const enum of the package that isolated modules cannot read. */
const ARGON2ID = 2;

/**
 * OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, 2 passes, 1 lane. About 25 ms of one core; the
 * package computes on libuv's pool, so other requests are not blocked.
 */
const OWASP: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** PHC string with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OWASP);
}

export function matchesHash(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
