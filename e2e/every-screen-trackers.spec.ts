import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openDialog, runSql, test } from '#/e2e/support.ts';
import { testTracker } from '#/test/tracking/tracker.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });

test('issue trackers and their worklogs', async ({ page, context, person }, info) => {
  expect(person.name).toBeTruthy();
  await page.goto('/settings#ticket-sources');
  const section = page.getByRole('region', { name: 'Issue trackers' });
  await expect(section).toContainText('None yet.');
  await checkScreen(page, info, 'none', { at: section });
  const dialog = await openDialog(page, 'New tracker');
  await dialog.getByLabel('Issue tracker').selectOption('Jira');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toContainText('Enter a name.');
  await checkScreen(page, info, 'new', { part: 'dialog' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Acme Jira');
  await dialog.getByRole('textbox', { name: 'Project' }).fill('Core API');
  await page.keyboard.press('Enter');
  const setup = page.getByRole('dialog', { name: 'Set up the webhook in Jira' });
  await expect(setup).toBeVisible();
  await checkScreen(page, info, 'set-up', { part: 'dialog' });
  await setup.getByRole('button', { name: 'Done' }).click();
  const { ticket_sources } = await callApi(context, 'get', '/ticket-sources');
  const [{ id }] = ticket_sources;
  await runSql("update ticket_sources set last_rejected_at = now(), last_error = 'signature_invalid' where id = $1", [
    id,
  ]);
  await page.reload();
  await expect(section).toContainText('A webhook was rejected');
  await checkScreen(page, info, 'rejected', { at: section });
  await openDialog(page, 'Edit Acme Jira');
  await checkScreen(page, info, 'edit', { part: 'dialog' });
  await page.keyboard.press('Escape');

  const tracker = await testTracker('jira_cloud');
  const worklogs = await openDialog(page, 'Worklogs of Acme Jira');
  await expect(worklogs.getByRole('checkbox', { name: /Push worklogs/ })).toBeVisible();
  await checkScreen(page, info, 'worklogs-off', { part: 'dialog' });
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
  await checkScreen(page, info, 'worklogs-on', { part: 'dialog' });
  await worklogs.getByRole('textbox', { name: 'URL' }).fill('https://acme.atlassian.net');
  await checkScreen(page, info, 'worklogs-elsewhere', { part: 'dialog' });
  tracker.close();
});
