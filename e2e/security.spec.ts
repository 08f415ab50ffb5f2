import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { listen, newAlarm, OWN_SCRIPTS, PAGES, pathOf } from '#/e2e/policy.ts';
import { composer, expect, openToday, test } from '#/e2e/support.ts';

test.use({ attemptsPolicy: true });

// Every journey checks that pages get what they need: it fails when the browser reports a violation (support.ts). Each
// page until it loads nothing more: e2e/prove/security.spec.ts.
test('every page allows only its own scripts', async ({ context, person, baseURL }) => {
  expect(person.email).toBeTruthy();
  const id = await newAlarm(context, baseURL ?? '');
  expect(PAGES.length).toBeGreaterThan(7);
  for (const pattern of [...PAGES, '/nowhere-at-all']) {
    const response = await context.request.get(pathOf(pattern, id));
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy, pattern).toMatch(OWN_SCRIPTS);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts, pattern).not.toEqual([]);
    expect(
      scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
      pattern,
    ).toEqual([]);
  }
});

test('no dialog or menu of a page requests what its policy rejects', async ({
  page,
  context,
  device,
  person,
  baseURL,
}) => {
  const received = await listen(page);
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
  expect(received).toEqual([]);
});

test('an injected script does not run', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const received = await listen(page);
  await openToday(page);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.didRun = true">');
  });
  await expect.poll(() => received.join()).toContain('script-src');
  expect(await page.evaluate(() => 'didRun' in window)).toBe(false);
});

test('a site may frame the pages of a workspace that allows it, and no other may', async ({
  page,
  context,
  person,
  baseURL,
}) => {
  // Real servers: the browser prevents pages without an origin from reaching this machine.
  const [partner, stranger] = [await embed(`${baseURL}/settings`), await embed(`${baseURL}/settings`)];
  try {
    await allowOrigins(person.email, [partner.origin]);
    const policy = async () => (await context.request.get('/settings')).headers()['content-security-policy'];
    await expect.poll(policy).toContain(`frame-ancestors 'self' ${partner.origin}`);
    const framed = page.frameLocator('iframe').getByRole('main');
    await page.goto(partner.origin);
    await expect(framed).toBeVisible();
    const rejected = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(stranger.origin);
    await rejected;
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
  // On the same site as the app, or it would not be signed in there.
  return { origin: `http://${new URL(url).hostname}:${(server.address() as AddressInfo).port}`, close };
}

/** Allows these sites in the workspace of a person. */
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
