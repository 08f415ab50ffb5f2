import { notifyOfLongRuns } from '#/e2e/notification-scene.ts';
import { expect, expectNoBarriers, openDialog, openMenu, openToday, pressChord, test } from '#/e2e/support.ts';

const LONG_RUN = /running for 6\sh – still working/;

test('a person’s notifications are behind the bell in every tab, until they are read in one', async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  const other = await context.newPage();
  await openToday(other);
  await notifyOfLongRuns(context, 'API-412');
  for (const tab of [page, other]) await expect(tab.getByTitle('1 unread').first()).toBeAttached();

  await page.bringToFront();
  const dialog = await openDialog(page, /^Notifications/);
  await expect(dialog.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectNoBarriers(page, 'inbox', 'dialog');
  await dialog.getByRole('button', { name: LONG_RUN }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByTitle('1 unread')).toHaveCount(0);
});

test('the inbox is opened by G I, marked read by key, and returns the focus', async ({ page, context, person }) => {
  expect(person.name).toBeTruthy();
  await page.goto('/settings');
  await notifyOfLongRuns(context, 'OPS-81', 'OPS-82', 'OPS-83');
  await expect(page.getByTitle('3 unread').first()).toBeAttached();
  await pressChord(page, 'g', 'i');
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByRole('status')).toHaveText('3 unread');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Mark all read' }).press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('All read');
  // A new one appears without a request.
  await notifyOfLongRuns(context, 'OPS-84');
  await expect(dialog.getByRole('status')).toHaveText('1 unread');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the inbox is under More on a phone', { tag: '@prove' }, async ({ page, context, person }) => {
  expect(person.name).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await openToday(page);
  await notifyOfLongRuns(context, 'API-412');
  await expect(page.getByRole('button', { name: /More/ }).getByTitle('1 unread')).toBeVisible();
  await openMenu(page, /More/);
  await page.getByRole('menuitem', { name: /^Notifications/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByRole('button', { name: LONG_RUN })).toBeVisible();
  await expectNoBarriers(page, 'inbox on a phone', 'dialog');
});

test('an empty inbox says what it will contain, and how to get notified', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy();
  const section = page.getByRole('region', { name: 'Notifications' });
  const mail = section.getByRole('switch', { name: 'Email: A timer runs for a long time' });
  const quiet = section.getByRole('switch', { name: 'Quiet hours' });

  await test.step('who was told nothing learns what will stand here', async () => {
    await openToday(page);
    const dialog = await openDialog(page, /^Notifications/);
    await expect(dialog.getByText(/^Nothing yet/)).toBeVisible();
    await dialog.getByRole('link', { name: 'Choose how you’re notified' }).click();
    await expect(page).toHaveURL(/\/settings#notifications$/);
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeInViewport();
  });

  await test.step('ways to be told are saved as they are chosen', async () => {
    await expect(mail).toBeChecked();
    await mail.click();
    await expect(section.getByText('Saved', { exact: true })).toBeVisible();
    await quiet.click();
    await expect(section.getByLabel('From')).toBeEnabled();
    await section.getByLabel('From').fill('21:30');
    await expect(section.getByText('Saved', { exact: true })).toBeVisible();
    await expectNoBarriers(page, 'notifications in settings', '#notifications');
    await expect
      .poll(async () => (await page.request.get('/api/v1/me/notification-preferences')).json())
      .toMatchObject({
        notification_preferences: {
          quiet_hours: { from: '21:30', to: '07:00' },
          channels: { long_run: { push: true, mail: false } },
        },
      });
    await page.reload();
    await expect(mail).not.toBeChecked();
    await expect(quiet).toBeChecked();
    await expect(section.getByLabel('From')).toHaveValue('21:30');
  });
});
