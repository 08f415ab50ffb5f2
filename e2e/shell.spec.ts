import { clockText, expect, expectNoBarriers, hero, openToday, pressChord, test, toast } from '#/e2e/support.ts';

const palette = '[role=dialog], dialog[open]';

test('the palette starts a ticket, switches, pauses, stops and opens pages without the pointer', async ({
  page,
  device,
}) => {
  const old = await device.start({ title: 'Report export times out', ticket_key: 'WEB-211', create_ticket: true });
  await device.stop(old);
  await device.start({ title: 'Stand-up' });
  await openToday(page);
  await expect(hero(page)).toContainText('Stand-up');

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or run' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Pause Stand-up' })).toBeVisible();
  await expectNoBarriers(page, 'palette', palette);
  await page.keyboard.type('exprt');
  await expect(dialog.getByRole('option').first()).toContainText('WEB-211');
  await dialog.getByRole('combobox').fill('web-211');
  await expect(dialog.getByRole('option', { name: /Start WEB-211 Report export/ })).toHaveAttribute(
    'data-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(hero(page)).toContainText('WEB-211');
  await expect.poll(async () => (await device.current()).timer?.ticket?.key).toBe('WEB-211');

  await page.keyboard.press('Meta+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('pause');
  await expect(dialog.getByRole('option', { name: 'Pause WEB-211' })).toHaveAttribute('aria-disabled', 'false');
  await dialog.getByRole('option', { name: 'Pause WEB-211' }).click();
  await expect(page.getByRole('region', { name: 'Paused timer' })).toContainText('WEB-211');

  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('stop');
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Stop WEB-211');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect.poll(async () => (await device.current()).paused).toEqual([]);

  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$|\/settings#/);
});

test('a digit picks a line of the palette, and is typed if it is part of a key', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const timer = await device.start({ title: 'Leases', ticket_key: 'OPS-81', create_ticket: true });
  await device.stop(timer);
  await openToday(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or run' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('OPS-81');
  await expect(dialog.getByRole('combobox')).toHaveValue('OPS-81');
  await dialog.getByRole('combobox').fill('ops');
  await expect(dialog.getByRole('option').first()).toContainText('OPS-81');
  await page.keyboard.press('1');
  await expect(hero(page)).toContainText('OPS-81');
});

test('the palette closes by Esc and returns the focus', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  const button = page.getByRole('button', { name: 'Search or run' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Search or run' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('offline the palette still opens, finds known tickets and says what has to wait', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await device.start({ title: 'Leases' });
  await openToday(page);
  await expect(clockText(page)).toBeVisible();
  // This page has been visited before.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or run' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or run' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('theme');
  await expect(dialog.getByRole('option', { name: 'Dark theme' })).toBeVisible();
  await dialog.getByRole('combobox').fill('settings');
  await expect(dialog.getByRole('option', { name: 'Settings', exact: true })).toBeVisible();
});

test('every shortcut is in the list of shortcuts, also those of pages', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await page.locator('h1').click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // It is read from the top, and the arrow keys scroll it.
  const title = dialog.getByRole('heading', { name: 'Keyboard shortcuts' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect.poll(() => dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  for (const words of ['Search or run', 'Undo the last change', 'Stop', 'Alarms', 'Members', 'Settings']) {
    await expect(dialog.getByText(words, { exact: true }).first()).toBeVisible();
  }
  await expectNoBarriers(page, 'list of keys', 'dialog[open]');
  await page.keyboard.press('Escape');
  await pressChord(page, 'g', 'a');
  await expect(page).toHaveURL(/\/alarms$/);
  await expect(toast(page)).toHaveCount(0);
});
