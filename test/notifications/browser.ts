import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

type Keys = { p256dh: string; auth: string };
export type TestBrowser = { keys: Keys; decrypt: (body: Buffer) => string };

const SALT_BYTES = 16;
/** Salt, record size, length of the key id: RFC 8188, 2.1. */
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const POINT_BYTES = 65;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

/**
 * Simulates a browser in tests: has keys, and decrypts a message by RFC 8291, without the library that encrypted it.
 */
export function testBrowser(): TestBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
  return { keys, decrypt: (body) => decrypt(body, own, auth) };
}

function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const key = derive(own.computeSecret(sender), auth, info, 32);
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const record = body.subarray(HEADER_BYTES + POINT_BYTES, -TAG_BYTES);
  const padded = Buffer.concat([decipher.update(record), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(LAST_RECORD)).toString();
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
