import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callApi, expect, test } from '#/e2e/support.ts';

const DIR = '/tmp/c-shots';
test('shots', async ({ page, device }) => {
  test.setTimeout(120_000);
  let status = 200;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":false,"why":"no hook here"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings#webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.screenshot({ path: `${DIR}/empty-1440-light.png` });
  await callApi(page.context(), 'post', '/endpoints', {
    url: `${url}/in/timer`,
    event_types: ['timer.started', 'timer.stopped'],
  });
  await callApi(page.context(), 'post', '/endpoints', {
    url: `${url}/hooks/timer-billing`,
    event_types: ['timer.*', 'alarm.dead'],
    description: 'Billing',
  });
  const timer = await device.start({ title: 'Rate limiter returns 429 too early' });
  await page.waitForTimeout(800);
  status = 410;
  await device.stop(timer);
  await page.waitForTimeout(800);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [w, h] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.goto('/settings#webhooks');
      await page.getByRole('region', { name: 'Webhooks' }).getByRole('table').waitFor();
      await page.waitForTimeout(600);
      await page.getByRole('region', { name: 'Webhooks' }).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${DIR}/list-${w}-${scheme}.png` });
      await page.getByRole('button', { name: `${url}/hooks/timer-billing`, exact: true }).click();
      await page.getByRole('button', { name: 'Send test' }).click();
      await expect(page.getByText('no hook here').first()).toBeVisible();
      await page.getByRole('button', { name: /timer\.stopped/ }).click();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${DIR}/drawer-${w}-${scheme}.png` });
      await page.getByRole('complementary').evaluate((el) => el.scrollTo(0, 500));
      await page.screenshot({ path: `${DIR}/drawer2-${w}-${scheme}.png` });
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${DIR}/form-${w}-${scheme}.png` });
      await page.keyboard.press('Escape');
    }
  }
  server.close();
});
