import type { BrowserContext, Locator, Page } from '@playwright/test';
import { composer, deviceOf, entries, expect, hero, newPerson, pressChord, toast, zoneAt } from '#/e2e/support.ts';

/** More stops than any page has. */
const MAX_QUEUED_ACTIONS = 60;

/** Counts pointer events, from the first page on. */
async function watchPointer(page: Page): Promise<() => Promise<number>> {
  let mutations = 0;
  await page.exposeFunction('pointerPressed', () => {
    mutations += 1;
  });
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => void Reflect.get(window, 'pointerPressed')(), true);
  });
  return async () => mutations;
}

/** Presses a key until this is there. */
async function pressUntil(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let mutations = 0; mutations < MAX_QUEUED_ACTIONS; mutations += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} was not reached by ${MAX_QUEUED_ACTIONS} presses of ${key}.`);
}

/** Presses Tab until the element with this name has the focus, like a person who hears or sees the focus. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).filter({ visible: true });
  await expect(wanted).toBeVisible();
  await pressUntil(page, 'Tab', wanted.and(page.locator(':focus')));
}

async function keys(page: Page, ...mutations: string[]): Promise<void> {
  for (const press of mutations) await page.keyboard.press(press);
}

async function writeDown(page: Page): Promise<void> {
  const sheet = page.getByRole('grid', { name: 'Timesheet' });
  const renewal = sheet.getByRole('row', { name: /OPS-81/ });
  await expect(renewal).toBeVisible();
  await pressUntil(page, 'Tab', sheet.getByRole('gridcell').and(page.locator(':focus')));
  await pressUntil(page, 'ArrowDown', renewal.locator(':focus'));
  await page.keyboard.type('1h');
  await expect(sheet.getByRole('status')).toContainText('Adds');
  await keys(page, 'Enter');
  await expect(renewal.getByRole('gridcell').last()).toHaveText('1 h 00');
}

/** On a phone one day is shown, as a list. */
async function writeDownOnPhone(page: Page): Promise<void> {
  await tabTo(page, 'button', /change the duration of OPS-81/);
  await keys(page, 'Enter');
  await keys(page, 'Control+a');
  await page.keyboard.type('1h');
  await expect(page.getByRole('status').filter({ hasText: 'Adds' })).toBeVisible();
  await keys(page, 'Enter');
  await expect(page.getByRole('button', { name: /change the duration of OPS-81/ })).toContainText('1 h 00');
}

type Scene = { page: Page; context: BrowserContext; baseURL: string | undefined };

/** A whole day without a pointer: from signing in to signing out. */
export async function keyboardDay({ page, context, baseURL }: Scene): Promise<void> {
  const pointerPresses = await watchPointer(page);
  const person = await newPerson({ timeZone: zoneAt(15) });

  await page.goto('/sign-in');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(person.email);
  await keys(page, 'Tab');
  await page.keyboard.type(person.password);
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.keyboard.press('Enter')]);
  const device = deviceOf(context, baseURL ?? '');

  // The morning: a ticket that is created by naming it, a break, other work.
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('API-412 Rate limiter #backend');
  await keys(page, 'Enter');
  await expect(hero(page)).toContainText('API-412');
  await expect.poll(async () => (await device.current()).timer?.ticket?.key).toBe('API-412');
  await keys(page, 'p');
  await expect(hero(page)).toContainText('Paused since');
  await keys(page, 'p');
  await expect(hero(page)).toContainText('Running');
  await keys(page, 'w');
  await page.keyboard.type('OPS-81 Lease renewal');
  await keys(page, 'Enter');
  await expect(toast(page)).toHaveText(/^API-412 stopped at .+, OPS-81 started/);
  expect((await device.current()).timer?.ticket?.key).toBe('OPS-81');

  // A colleague asks something: the list of shortcuts, then the list of tickets, and from there back to the earlier
  // work.
  await keys(page, '?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await keys(page, 'Escape');
  await pressChord(page, 'g', 't');
  await expect(page).toHaveURL('/tickets');
  const ticket = (key: string) => page.getByRole('row').filter({ hasText: key });
  await expect(ticket('OPS-81')).toBeVisible();
  await keys(page, '/');
  await page.keyboard.type('rate');
  await expect(ticket('OPS-81')).toHaveCount(0);
  await tabTo(page, 'row', /API-412/);
  await keys(page, 'Enter');
  await expect.poll(async () => (await device.current()).timer?.ticket?.key).toBe('API-412');

  // Work without a timer is added by hand, its name is corrected; extra time is deleted, and that is undone.
  await pressChord(page, 'g', 'd');
  await expect(page).toHaveURL('/');
  const typed = (title: string) => entries(page).filter({ hasText: title });
  await expect(typed('Lease renewal')).toBeVisible();
  await keys(page, 'a');
  await expect(page.getByRole('dialog', { name: 'Add time' }).getByLabel('What')).toBeFocused();
  await page.keyboard.type('API-9 Reviw');
  await tabTo(page, 'textbox', 'From');
  await keys(page, 'Control+a');
  await page.keyboard.type('10:00');
  await tabTo(page, 'textbox', 'To');
  await keys(page, 'Control+a');
  await page.keyboard.type('10:30');
  await keys(page, 'Enter');
  await expect(typed('Reviw')).toContainText('30 min');
  await pressUntil(page, 'j', typed('Reviw').and(page.locator(':focus')));
  await keys(page, 'e');
  const edit = page.getByRole('form', { name: 'Edit API-9' });
  await expect(edit.getByRole('textbox', { name: /^(Title|What)$/ })).toBeFocused();
  await keys(page, 'Control+a');
  await page.keyboard.type('Review');
  await keys(page, 'Enter');
  await expect(typed('Review')).toBeFocused();
  await keys(page, 'Delete');
  await expect(typed('Review')).toHaveCount(0);
  await keys(page, 'Control+z');
  await expect(typed('Review')).toContainText('30 min');

  // In the calendar it is extended by a quarter of an hour.
  await pressChord(page, 'g', 'c');
  await expect(page).toHaveURL('/calendar');
  const review = page.locator('[data-block]:visible').filter({ hasText: 'API-9' });
  await expect(review).toBeVisible();
  await pressUntil(page, 'Tab', page.locator('[data-stop]:focus'));
  await pressUntil(page, 'ArrowUp', review.and(page.locator(':focus')));
  await keys(page, 'Shift+ArrowDown');
  await expect(review).toHaveAccessibleName(/10:00 – 10:45/);

  // The timesheet gets an hour that was not recorded.
  await pressChord(page, 'g', 'y');
  await expect(page).toHaveURL('/timesheet');
  if ((page.viewportSize()?.width ?? 0) < 768) await writeDownOnPhone(page);
  else await writeDown(page);

  // The build needs a call in two hours.
  await pressChord(page, 'g', 'a');
  await expect(page).toHaveURL('/alarms');
  await keys(page, 'c');
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await expect(form.getByRole('textbox', { name: 'Delay' })).toBeFocused();
  await page.keyboard.type('2h');
  await tabTo(page, 'textbox', 'URL');
  await page.keyboard.type('https://example.com/build');
  await tabTo(page, 'textbox', 'Name');
  await page.keyboard.type('Nightly build');
  await keys(page, 'Control+Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Alarm Nightly build' })).toBeVisible();

  // Evening: the dark theme by the palette, stop, and out.
  await keys(page, 'Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or run' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dark theme');
  await keys(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await pressChord(page, 'g', 'd');
  await expect(typed('Review')).toBeVisible();
  await keys(page, 's');
  await expect(toast(page)).toContainText('Stopped at');
  expect((await device.current()).timer).toBeNull();
  // On a phone it is behind More.
  await tabTo(page, 'button', /(, account menu|^More\b.*)$/);
  await keys(page, 'Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('sign out');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await keys(page, 'Enter');
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await pointerPresses()).toBe(0);
}
