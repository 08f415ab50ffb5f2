import { createHmac } from 'node:crypto';
import { expect, expectNoBarriers, openDialog, test } from '#/e2e/support.ts';
import { jiraIssue } from '#/test/tracking/issues.fixture.ts';
import { testTracker } from '#/test/tracking/tracker.ts';

test('an issue tracker is connected, its webhook creates a ticket, a wrong secret is reported, worklogs are switched on, and it is disconnected', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await page.goto('/settings#ticket-sources');
  const section = page.getByRole('region', { name: 'Issue trackers' });
  await expect(section).toContainText('None yet.');
  const dialog = await openDialog(page, 'New tracker');
  await dialog.getByLabel('Issue tracker').selectOption('Jira');
  await expect(dialog).toContainText('Settings, System, WebHooks');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(dialog).toContainText('Enter a name.');
  await page.keyboard.type('Acme Jira');
  await dialog.getByRole('textbox', { name: 'Project' }).fill('Core API');
  await page.keyboard.press('Enter');

  const setup = page.getByRole('dialog', { name: 'Set up the webhook in Jira' });
  const url = await setup.getByText(/\/deliveries$/).innerText();
  const secret = await setup.getByText(/^[\w-]{43}$/).innerText();
  await expectNoBarriers(page, 'setting up the webhook of an issue tracker', '[role=dialog]');
  await setup.getByRole('button', { name: 'Done' }).click();
  await expect(section).toContainText('Jira · 0 tickets · Core API · nothing received yet');

  const send = (key: string) => {
    const data = JSON.stringify(jiraIssue());
    const signature = `sha256=${createHmac('sha256', key).update(data).digest('hex')}`;
    return page.request.post(url, {
      data,
      headers: { 'content-type': 'application/json', 'x-hub-signature': signature },
    });
  };
  expect((await send('a-secret-of-another')).status()).toBe(403);
  await page.reload();
  await expect(section).toContainText(/A webhook was rejected .*its signature didn’t match/);
  const { delivery } = await (await send(secret)).json();
  expect(delivery).toMatchObject({ outcome: 'created', ticket: { key: 'API-412' } });
  await page.goto('/tickets');
  await expect(page.getByRole('row', { name: /API-412/ })).toContainText('Rate limiter returns 429 too early');

  await page.goto('/settings#ticket-sources');
  await expect(section).toContainText('Jira · 1 ticket · Core API · last received');
  await expect(section).not.toContainText('rejected');

  const tracker = await testTracker('jira_cloud');
  const worklogs = await openDialog(page, 'Worklogs of Acme Jira');
  await worklogs.getByRole('checkbox', { name: /Push worklogs/ }).check();
  await worklogs.getByRole('textbox', { name: 'URL' }).fill(tracker.url);
  await worklogs.getByRole('textbox', { name: 'Email' }).fill(tracker.email);
  await worklogs.getByRole('button', { name: 'Save' }).click();
  await expect(worklogs).toContainText('Enter a token.');
  await worklogs.getByRole('textbox', { name: 'Token' }).fill(tracker.token);
  await worklogs.getByRole('button', { name: 'Save' }).click();
  await expect(worklogs).toContainText('On 0 pushed');
  await worklogs.getByRole('button', { name: 'Test connection' }).click();
  await expect(worklogs).toContainText('Connected as Time Bot');
  await expectNoBarriers(page, 'worklogs of an issue tracker', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(worklogs).toBeHidden();
  tracker.close();

  await section.getByRole('button', { name: 'Disconnect Acme Jira' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(section).toContainText('None yet.');
  expect((await send(secret)).status()).toBe(404);
});
