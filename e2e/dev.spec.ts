import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { endOwnService, OWN_PERSON, startOwnService } from '#/e2e/own-service.ts';
import { freePort } from '#/scripts/free-port.ts';

/** Requested pages are compiled first. */
const COMPILES = { timeout: 120_000 };

test('routes with parameters in their paths respond under npm run dev, so a person can sign in', async ({
  playwright,
}) => {
  test.setTimeout(4 * 60_000);
  const data = mkdtempSync(path.join(tmpdir(), 'timer-dev-'));
  const port = await freePort();
  const service = await startOwnService(data, port, ['--dev']);
  const browser = await playwright.request.newContext({ baseURL: `http://localhost:${port}` });
  try {
    const { csrfToken } = await (await browser.get('/api/auth/csrf', COMPILES)).json();
    const form = { ...OWN_PERSON, csrfToken, json: 'true' };
    expect((await browser.post('/api/auth/callback/credentials', { form })).ok()).toBe(true);
    const me = await browser.get('/api/v1/me');
    expect(await me.json()).toMatchObject({ user: { email: OWN_PERSON.email } });
  } finally {
    await browser.dispose();
    await endOwnService(service);
    rmSync(data, { recursive: true, force: true });
  }
});
