import { checkScreen } from '#/e2e/look.ts';
import { anHourOfOperations, test } from '#/e2e/operations-scene.ts';
import { openReceiver } from '#/e2e/receiver.ts';
import { callApi, expect } from '#/e2e/support.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });

test('operations', async ({ page, context, operator }, info) => {
  expect(operator.email).toBeTruthy();
  await anHourOfOperations();
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/operations')]);
  await expect(page.getByText('No dead letters.')).toBeVisible();
  await checkScreen(page, info, 'well');

  const receiver = await openReceiver();
  receiver.plan.status = 404;
  await callApi(context, 'post', '/endpoints', { url: receiver.url, event_types: ['workspace.*'] });
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });
  for (const name of ['report.nightly', 'cart.expire', 'lease.renew', 'trial.ends']) {
    await callApi(context, 'post', '/alarms', { name, url: receiver.url, delay_ms: 1, retry: [] });
  }
  const letters = page.getByRole('region', { name: 'Dead letters', exact: true });
  await expect(letters.getByRole('button', { name: /^Redrive [a-z]+\./ })).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Failing webhooks' }).getByRole('link')).toHaveCount(2);
  await receiver.close();
  await checkScreen(page, info, 'dead');
  await page.getByRole('button', { name: 'Show as table: Lateness' }).click();
  await checkScreen(page, info, 'table');
});

test('operations of a workspace that does not run the service', async ({ page, person }, info) => {
  expect(person.email).toBeTruthy();
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/operations')]);
  await expect(page.getByText('These are your workspace’s figures.')).toBeVisible();
  await checkScreen(page, info, 'own');
});
