import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { composer, expect, openToday, test } from '#/e2e/support.ts';

const APP = path.join(import.meta.dirname, '../app');

/** The paths of all pages there are, as folders under app/ say them; groups in parentheses are not part of a path. */
const PAGES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file).split(path.sep).filter(isPart).join('/')}`)
  .sort();

function isPart(folder: string): boolean {
  return folder !== '.' && !folder.startsWith('(');
}

/** Everything that the browser refuses or complains of on this page, as it comes. */
async function listen(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction('heardViolation', (words: string) => heard.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { heardViolation } = window as unknown as { heardViolation: (words: string) => void };
      heardViolation(
        `${event.violatedDirective} refuses ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  page.on('console', (message) => {
    if (/security policy|violates/i.test(message.text())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}

async function newAlarm(context: BrowserContext, baseURL: string): Promise<string> {
  const data = { delay: '1h', url: 'https://example.com/hook', name: 'policy' };
  const response = await context.request.post('/api/v1/alarms', { data, headers: { origin: new URL(baseURL).origin } });
  return (await response.json()).id;
}

test('no page asks for anything that its policy refuses', async ({ page, context, person, baseURL }) => {
  // Every page there is, and each until nothing more comes.
  test.slow();
  expect(person.email).toBeTruthy();
  const heard = await listen(page);
  const id = await newAlarm(context, baseURL ?? '');
  expect(PAGES.length).toBeGreaterThan(7);
  for (const pattern of [...PAGES, '/nowhere-at-all']) {
    const response = await page.goto(pattern.replace('[id]', id).replaceAll(/\[\w+\]/g, 'x'));
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy, pattern).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/);
    await expect(page.locator('body')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(heard, pattern).toEqual([]);
  }
});

test('nor does anything that opens on one', async ({ page, context, device, person, baseURL }) => {
  const heard = await listen(page);
  await newAlarm(context, baseURL ?? '');
  await device.start({ title: 'Anything' });
  await openToday(page);
  await page.getByRole('button', { name: 'New timer' }).first().click();
  await composer(page).fill('API-1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/alarms');
  await page.getByText('policy').first().click();
  await expect(page.getByRole('complementary', { name: /^Alarm / })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New alarm' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: person.name }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(heard).toEqual([]);
});

test('an injected script does not run', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const heard = await listen(page);
  await openToday(page);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.didRun = true">');
  });
  await expect.poll(() => heard.join()).toContain('script-src');
  expect(await page.evaluate(() => 'didRun' in window)).toBe(false);
});

test('a site may frame the pages of a workspace that lets it in, and no other may', async ({
  page,
  context,
  person,
  baseURL,
}) => {
  // Real servers: the browser keeps pages that came from nowhere from reaching this machine.
  const [partner, stranger] = [await embed(`${baseURL}/settings`), await embed(`${baseURL}/settings`)];
  try {
    await allowOrigins(person.email, [partner.origin]);
    const policy = async () => (await context.request.get('/settings')).headers()['content-security-policy'];
    await expect.poll(policy).toContain(`frame-ancestors 'self' ${partner.origin}`);
    const framed = page.frameLocator('iframe').getByRole('main');
    await page.goto(partner.origin);
    await expect(framed).toBeVisible();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(stranger.origin);
    await refused;
    await expect(framed).toHaveCount(0);
  } finally {
    partner.close();
    stranger.close();
  }
});

/** A site on this machine that shows this page in a frame. */
async function embed(url: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<iframe src="${url}"></iframe>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  // Of the same site as the app, or it would not be signed in there.
  return { origin: `http://${new URL(url).hostname}:${(server.address() as AddressInfo).port}`, close };
}

/** Lets these sites into the workspace of a person. */
async function allowOrigins(email: string, origins: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      `update workspaces set allowed_origins = $2 where id in (
         select workspace_id from memberships join users on users.id = user_id where email = $1)`,
      [email, origins],
    );
  } finally {
    await client.end();
  }
}
