import { encode } from 'next-auth/jwt';
import { describe, expect, test } from 'vitest';
import { decodeSessionToken, readSessionCookie } from '#/lib/accounts/sessions/session-cookie.ts';

const NAME = 'next-auth.session-token';
const SECRET = 'one-secret-one-secret-one-secret-one';
const TOKEN = { sid: '0190f5fe-7c00-7a00-8000-000000000001', uid: '0190f5fe-7c00-7a00-8000-000000000002' };

describe('the token is found in the Cookie header', () => {
  test.each([
    ['alone', `${NAME}=abc`, false, 'abc'],
    ['among others', `theme=dark; ${NAME}=abc; x=y`, false, 'abc'],
    ['in chunks, in order', `${NAME}.0=aa; ${NAME}.1=bb; ${NAME}.2=cc`, false, 'aabbcc'],
    ['in chunks, out of order', `${NAME}.1=bb; ${NAME}.0=aa`, false, 'aabb'],
    ['under its secure name', `__Secure-${NAME}=abc`, true, 'abc'],
  ])('%s', (_, header, isSecure, token) => {
    expect(readSessionCookie(header, isSecure)).toBe(token);
  });

  test.each([
    ['an empty header', '', false],
    ['a header of other cookies', 'theme=dark', false],
    ['a name with the same beginning', `${NAME}-old=abc; ${NAME}.x=abc; ${NAME}.99=abc`, false],
    ['a plain cookie when the app is reached by https', `${NAME}=abc`, true],
    ['a secure cookie when it is not', `__Secure-${NAME}=abc`, false],
    ['a name without a value', NAME, false],
  ])('and rejected in %s', (_, header, isSecure) => {
    expect(readSessionCookie(header, isSecure)).toBeNull();
  });
});

describe('a token is rejected', () => {
  test('that was made with another secret', async () => {
    const forged = await encode({ token: TOKEN, secret: 'another-secret-another-secret-another' });
    expect(await decodeSessionToken(forged, SECRET)).toBeNull();
  });

  test('that was cut or changed', async () => {
    const token = await encode({ token: TOKEN, secret: SECRET });
    expect(await decodeSessionToken(token.slice(0, -3), SECRET)).toBeNull();
    expect(await decodeSessionToken('abc', SECRET)).toBeNull();
  });

  test('that has expired', async () => {
    const token = await encode({ token: TOKEN, secret: SECRET, maxAge: -60 });
    expect(await decodeSessionToken(token, SECRET)).toBeNull();
  });

  test('that has no session id', async () => {
    const token = await encode({ token: { sub: 'x', sid: "' or true --" }, secret: SECRET });
    expect(await decodeSessionToken(token, SECRET)).toBeNull();
  });
});

test('a valid token names the session and the user', async () => {
  const token = await encode({ token: TOKEN, secret: SECRET });
  expect(await decodeSessionToken(token, SECRET)).toEqual(TOKEN);
});
