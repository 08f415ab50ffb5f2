import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { operation } from '#/e2e/reference.ts';
import { callApi, expect, expectNoBarriers, openSignedOutBrowser, test } from '#/e2e/support.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: /^Try it: / });
const response = (page: Page) => panel(page).getByRole('region', { name: 'Response' });
const tryButton = (page: Page, name: string) => page.getByRole('button', { name: `Try it: ${name}`, exact: true });

async function openPanel(page: Page, name: string): Promise<void> {
  await tryButton(page, name).press('Enter');
  await expect(panel(page).getByRole('heading', { name })).toBeFocused();
}

async function keyOf(page: Page, ...scopes: string[]): Promise<string> {
  return (await callApi(page.context(), 'post', '/api-keys', { name: 'Reference', scopes })).secret;
}

test('a call is tried with a key by keyboard, copied as cURL, and its errors are explained', { tag: '@prove' }, async ({
  page,
  device,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const key = await keyOf(page, 'timers:read', 'timers:write', 'tickets:write');
  await page.goto('/docs#operation/startTimer');
  await expect(operation(page, 'Start a timer')).toBeInViewport();

  await test.step('the button follows the name of the operation, and opens a panel that takes the focus', async () => {
    await operation(page, 'Start a timer').locator('a').focus();
    await page.keyboard.press('Tab');
    await expect(tryButton(page, 'Start a timer')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { name: 'Start a timer' })).toBeFocused();
    await expectNoBarriers(page, 'filling in a call', 'aside[aria-label^="Try it"]');
  });

  await test.step('a POST creates what it says, as the program of that key would', async () => {
    const sent = page.waitForRequest('**/api/v1/timers/start');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(key);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(response(page).getByRole('status')).toContainText('201 Created');
    const headers = await (await sent).allHeaders();
    expect(headers).toMatchObject({ authorization: `Bearer ${key}`, 'idempotency-key': expect.stringMatching(/-4/) });
    expect(headers).not.toHaveProperty('cookie');
    await expect(response(page)).toContainText('Rate limiter returns 429 too early');
    await expect(response(page)).toContainText('X-Request-Id');
    expect((await device.current()).timer).toMatchObject({ ticket: { key: 'API-412' }, created_via: 'api' });
    await expectNoBarriers(page, 'a response', 'aside[aria-label^="Try it"]');
  });

  await test.step('an error says what happened, and a body that is no JSON is not sent and not lost', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(response(page).getByRole('status')).toContainText('409 Conflict');
    await expect(response(page)).toContainText('timer_already_running');
    const body = panel(page).getByRole('textbox', { name: 'Body' });
    await body.fill('{"title": ');
    await body.press('ControlOrMeta+Enter');
    await expect(body).toHaveAccessibleDescription(/This isn’t valid JSON/);
    await expect(body).toBeFocused();
    await expect(body).toHaveValue('{"title": ');
    await expect(response(page)).toContainText('timer_already_running');
  });

  await test.step('Copy as cURL copies the call as filled in, which a shell sends', async () => {
    const body = panel(page).getByRole('textbox', { name: 'Body' });
    await body.fill(`{"title": "it's $HOME", "on_conflict": "switch"}`);
    await panel(page).getByRole('button', { name: 'Copy as cURL' }).press('Enter');
    const copied = await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`${new URL(baseURL ?? '').origin}/api/v1/timers/start`)
      .then(() => page.evaluate(() => navigator.clipboard.readText()));
    expect(copied).not.toContain(key);
    const shell = { ...process.env, API_KEY: key };
    const output = execFileSync('sh', ['-c', copied.replace('curl ', 'curl -s ')], { env: shell }).toString();
    expect(JSON.parse(output)).toMatchObject({ timer: { title: "it's $HOME", status: 'running' } });
    expect((await device.current()).timer?.title).toBe("it's $HOME");
  });

  await test.step('Esc gives the focus back, and the next call has the key', async () => {
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(tryButton(page, 'Start a timer')).toBeFocused();
    await openPanel(page, 'Get the running timer');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(response(page).getByRole('status')).toContainText('200 OK');
    await expect(response(page)).toContainText("it's $HOME");
    await expect(response(page)).toContainText('ETag');
  });
});

test('a stream shows its events as they arrive, until it is stopped or the panel closes', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const key = await keyOf(page, 'timers:read');
  await page.goto('/docs#operation/stream');
  await openPanel(page, 'Stream changes of timers and alarms as server-sent events');
  await panel(page).getByLabel('API key').fill(key);
  await panel(page).getByLabel('API key').press('Enter');
  await expect(response(page)).toContainText('event: hello');
  await device.start({ title: 'While it streams' });
  await expect(response(page)).toContainText('While it streams');
  const stop = panel(page).getByRole('button', { name: 'Stop' });
  await stop.press('Enter');
  await expect(response(page)).toContainText('You stopped the stream.');
  await expect(stop).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: 'Send' })).toBeFocused();
  await expect(response(page)).toContainText('While it streams');
  await panel(page).getByRole('button', { name: 'Send' }).press('Enter');
  await expect(response(page)).toContainText('1 event, latest first');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/stream'));
  await page.keyboard.press('Escape');
  await ended;
});

test('a file is shown and can be downloaded; a lost request can be sent again', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.start({ title: 'In a file' });
  const key = await keyOf(page, 'timers:read', 'timers:write');
  await page.goto('/docs#operation/exportReport');
  await tryButton(page, 'Export recorded time as a file').click();
  await panel(page).getByLabel('API key').fill(key);
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(panel(page).getByLabel('from (required)')).toBeFocused();
  await panel(page).getByLabel('from (required)').fill('2026-01-01');
  await panel(page).getByLabel('to (required)').fill('2026-01-31');
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(response(page).getByRole('status')).toContainText('200 OK');
  const download = page.waitForEvent('download');
  await response(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await panel(page).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Timers', exact: true }).click();
  await page.route('**/api/v1/timers/start', (route) => route.abort());
  await tryButton(page, 'Start a timer').click();
  const body = panel(page).getByRole('textbox', { name: 'Body' });
  await body.fill('{"title": "Once only", "on_conflict": "switch"}');
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('nothing will be done twice');
  await expect(body).toHaveValue('{"title": "Once only", "on_conflict": "switch"}');
  await page.unroute('**/api/v1/timers/start');
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(response(page).getByRole('status')).toContainText('201 Created');
});

test('people who are not signed in can try calls too, and buttons stay when the colors change', {
  tag: '@prove',
}, async ({ browser }) => {
  const page = await openSignedOutBrowser(browser, { viewport: { width: 390, height: 844 } });
  await page.goto('/docs#operation/ping');
  await openPanel(page, 'Is the server up?');
  await expect(panel(page).getByLabel('API key')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(response(page)).toContainText('pong');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(tryButton(page, 'Is the server up?')).toBeFocused();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(tryButton(page, 'Is the server up?')).toHaveCount(1);
  await page.goto('/docs#operation/startTimer');
  await openPanel(page, 'Start a timer');
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(panel(page).getByLabel('API key')).toBeFocused();
  await expect(panel(page).getByLabel('API key')).toHaveAccessibleDescription(/Enter an API key\./);
});
