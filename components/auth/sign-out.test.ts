import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  const subscription = { unsubscribe: async () => done.push('push ended') };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  const location = { href: 'https://timers.example/', assign: (path: string) => done.push(`left for ${path}`) };
  vi.stubGlobal('window', { location });
});
// A page that has signed out stays signed out: each test has its own page, and leaves none to other files.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function signOut(): Promise<void> {
  vi.resetModules();
  await (await import('#/components/auth/sign-out.ts')).signOut();
}

/** The server's response to the sign-out itself, after it has sent the token. */
function serverResponds(status: number) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'token' });
    done.push(`signed out: ${status}`);
    return Response.json({}, { status });
  });
}

test('signing out ends push once the server has ended the session, then leaves for the sign-in page', async () => {
  serverResponds(200);
  await signOut();
  expect(done).toEqual(['signed out: 200', 'push ended', 'left for /sign-in']);
});

test('a sign-out that the server rejects keeps push, and stays on the page', async () => {
  serverResponds(500);
  await expect(signOut()).rejects.toThrow('The server did not sign out.');
  expect(done).toEqual(['signed out: 500']);
});
