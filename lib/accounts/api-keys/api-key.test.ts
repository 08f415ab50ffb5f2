import { expect, test } from 'vitest';
import { couldBeSecret, hashSecret, isUsable, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';

test('a secret has 256 random bits after a prefix that scanners know', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^tsk_[A-Za-z0-9_-]{43}$/);
});

test('the stored value is the SHA-256 of the secret', () => {
  // FIPS 180-2, appendix B.1.
  expect(Buffer.from(hashSecret('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('a list shows enough of a key to recognize it', () => {
  expect(prefixOf('tsk_0123456789abcdef')).toBe('tsk_012345');
});

test('a key stops working at the exact instant it expires, and when it is revoked', () => {
  const at = new Date('2026-03-10T09:00:00.000Z');
  expect(isUsable({ expiresAt: at, revokedAt: null }, at)).toBe(false);
  expect(isUsable({ expiresAt: at, revokedAt: null }, new Date(at.getTime() - 1))).toBe(true);
  expect(isUsable({ expiresAt: null, revokedAt: at }, at)).toBe(false);
  expect(isUsable({ expiresAt: null, revokedAt: null }, at)).toBe(true);
});

test('a text that can’t be a key costs no query', () => {
  expect(couldBeSecret('')).toBe(false);
  expect(couldBeSecret('x'.repeat(513))).toBe(false);
  expect(couldBeSecret(newSecret())).toBe(true);
});
