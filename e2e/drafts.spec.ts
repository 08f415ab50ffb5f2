import type { Page } from '@playwright/test';
import {
  callApi,
  composer,
  entries,
  expect,
  hero,
  openMenu,
  openToday,
  signIn,
  test,
  toast,
  untilIdle,
  zoneAt,
} from '#/e2e/support.ts';

const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);
/**
 * Sends keys to the row in the same task in which the form closes: the pause after which they count as shortcuts can't
 * pass in between, however busy the machine. Await it before the form closes; `heard` waits until it has.
 */
async function pressWhenGone(
  page: Page,
  ask: { form: string; row: string; keys: string[] },
): Promise<() => Promise<void>> {
  const pressed = await page.evaluateHandle(({ form, row, keys }) => {
    const received = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(`form[aria-label="${form}"]`)) return;
        observer.disconnect();
        const rows = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
        const place = rows.find(({ textContent }) => textContent?.includes(row));
        for (const key of keys)
          place?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    return { heard: received };
  }, ask);
  return () => pressed.evaluate(({ heard }) => heard);
}
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });

test('typed text survives a timer that starts, switches and stops on another device, and none of it is a shortcut', async ({
  page,
  device,
}) => {
  await openToday(page);
  await composer(page).pressSequentially('Fix the b');
  await device.start({ title: 'On the phone' });
  await expect(hero(page)).toContainText('On the phone');
  await page.keyboard.type('ugs');
  await expect(composer(page)).toHaveValue('Fix the bugs');
  await expect(composer(page)).toBeFocused();

  // In the middle of the words, at the caret.
  for (let step = 0; step < 'bugs'.length; step += 1) await page.keyboard.press('ArrowLeft');
  const second = await device.start({ title: 'On the phone again', on_conflict: 'switch' });
  await expect(hero(page)).toContainText('On the phone again');
  await page.keyboard.type('pesky ');
  await expect(composer(page)).toHaveValue('Fix the pesky bugs');

  await device.stop(second);
  await expect(page.getByText('No timer running')).toBeVisible();
  await page.keyboard.type('s');
  await expect(composer(page)).toHaveValue('Fix the pesky sbugs');
  await page.keyboard.press('Backspace');

  await page.reload();
  await expect(composer(page)).toHaveValue('Fix the pesky bugs');
  await page.getByRole('link', { name: 'Tickets' }).click();
  await expect(page.getByRole('heading', { name: 'Tickets' })).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(composer(page)).toHaveValue('Fix the pesky bugs');
  await composer(page).focus();
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('Fix the pesky bugs');
  await expect.poll(async () => (await device.current()).timer?.title).toBe('Fix the pesky bugs');

  // While a dialog is open: the page behind it is inert.
  await page.keyboard.press('a');
  const what = page.getByRole('dialog', { name: 'Add time' }).getByLabel('What');
  await expect(what).toBeFocused();
  await page.keyboard.type('Stand');
  const third = await device.start({ title: 'On the phone once more', on_conflict: 'switch' });
  await expect(page.locator('[aria-label="Running timer"]')).toContainText('On the phone once more');
  await page.keyboard.type('-up');
  await device.stop(third);
  await expect(page.getByText('No timer running')).toBeVisible();
  await page.keyboard.type('s');
  await device.start({ title: 'On the phone at last' });
  await expect(page.locator('[aria-label="Running timer"]')).toContainText('On the phone at last');
  await page.keyboard.type(' p');
  await expect(what).toHaveValue('Stand-ups p');
  await expect(what).toBeFocused();
  expect((await device.current()).timer?.status).toBe('running');
});

test('text left with Esc is kept until the field is opened again', { tag: '@prove' }, async ({ page, device }) => {
  await device.start({ title: 'Review' });
  await openToday(page);
  await page.keyboard.press('w');
  await page.keyboard.type('Release notes');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeHidden();
  await page.keyboard.press('w');
  await expect(composer(page)).toHaveValue('Release notes');
  // Selected: typed words replace it.
  await page.keyboard.type('Deploy');
  await expect(composer(page)).toHaveValue('Deploy');
});

test('a title being edited survives timers that start and stop on another device, and stays with its own timer', async ({
  page,
  device,
}) => {
  const first = await device.start({ title: 'Rough idea' });
  await openToday(page);
  await page.keyboard.press('e');
  await expect(titleField(page)).toBeFocused();
  await page.keyboard.type('Clear pl');
  const second = await device.start({ title: 'On the phone', on_conflict: 'switch' });
  await expect(hero(page)).toContainText('On the phone');
  await page.keyboard.type('an');
  await device.stop(second);
  await expect(page.getByText('No timer running')).toBeVisible();
  await page.keyboard.type('s');
  const held = page.getByRole('textbox', { name: 'Title of Rough idea' });
  await expect(held).toHaveValue('Clear plans');
  await expect(held).toBeFocused();
  await device.start({ title: 'On the phone' });
  await expect(hero(page)).toContainText('On the phone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(hero(page)).toContainText('Running');
  await expect(page.locator('[data-entry]').filter({ hasText: 'Clear plans' })).toHaveCount(1);
  await expect.poll(async () => (await device.read(first)).title).toBe('Clear plans');
  expect((await device.current()).timer?.title).toBe('On the phone');
  expect(await isFocusLost(page)).toBe(false);

  // Rejected, it can be corrected.
  await page.route('**/api/v1/timers/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.keyboard.press('e');
  await page.keyboard.type('Better words');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toBeVisible();
  await expect(titleField(page)).toHaveValue('Better words');
});

test('letters typed while their entry or cell is deleted elsewhere do nothing, and the words can be copied', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
  const timers = [];
  for (const title of ['Oldest', 'Middle', 'Newest']) timers.push(await device.stop(await device.start({ title })));
  await openToday(page);
  await untilIdle(page);
  await entries(page).filter({ hasText: 'Middle' }).focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('form', { name: 'Edit Middle' }).getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Words ab');
  // The row below gets the focus at once: D would duplicate it, Backspace delete it.
  const received = await pressWhenGone(page, { form: 'Edit Middle', row: 'Oldest', keys: ['d', 'x', 'Backspace'] });
  await callApi(context, 'post', `/timers/${timers[1]?.id}/discard`, {});
  await received();
  await expect(toast(page)).toContainText('You typed: Words ab');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entries(page)).toHaveText([/Newest/, /Oldest/]);
  await toast(page).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Words ab');

  await page.goto('/timesheet');
  await untilIdle(page);
  await page
    .getByRole('row', { name: /Oldest/ })
    .getByRole('gridcell')
    .filter({ hasText: /\d/ })
    .first()
    .focus();
  await page.keyboard.type('4h');
  await expect(page.getByRole('textbox')).toHaveValue('4h');
  await callApi(context, 'post', `/timers/${timers[0]?.id}/discard`, {});
  await expect(toast(page)).toContainText('You typed: 4h');
  expect(await isFocusLost(page)).toBe(false);
});

test('text typed while a dialog loads goes into its field, and none of it is a shortcut', async ({ page, device }) => {
  const timer = await device.start({ title: 'Goes on' });
  const requested = Promise.withResolvers<void>();
  await openToday(page);
  await page.waitForFunction(() => performance.getEntriesByName('after-load').length > 0);
  await page.route('**/_next/static/**', async (route) => {
    await requested.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('psa OPS');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  requested.resolve();
  await expect(page.getByRole('dialog', { name: 'Search or run' }).getByRole('combobox')).toHaveValue('psa OPS');
  expect((await device.read(timer)).status).toBe('running');
});

test('a form with typed words asks before it closes, and so does a key that is shown only once', {
  tag: '@prove',
}, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await page.goto('/tickets');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Rate limiter');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Discard what you typed?')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Title')).toHaveValue('Rate limiter');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  // Cancel asks, as Esc does.
  await page.keyboard.press('c');
  await dialog.getByLabel('Title').fill('Rate limiter again');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Rate limiter again');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  // No question without typed text.
  await page.keyboard.press('c');
  await expect(dialog.getByLabel('Key')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'New key' }).click();
  await dialog.getByLabel('Name').fill('CI');
  await dialog.getByLabel('See your own timers').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/^tsk_/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Close without copying? It won’t be shown again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(/^tsk_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('Back, a link and a reload ask before words typed into a form are lost', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.stop(await device.start({ title: 'Rough idea' }));
  const unloads: string[] = [];
  page.on('dialog', (dialog) => {
    unloads.push(dialog.type());
    void dialog.dismiss();
  });
  // It does not resolve while Back is blocked.
  const back = () => void page.goBack().catch(() => null);
  await openToday(page);
  await page.getByRole('link', { name: 'Tickets' }).click();
  await expect(page).toHaveURL('/tickets');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await dialog.getByLabel('Title').click();
  await page.keyboard.type('Rate limiter');
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => unloads).toEqual(['beforeunload']);
  back();
  await expect(dialog.getByText('Discard what you typed?')).toBeVisible();
  await expect(page).toHaveURL('/tickets');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Rate limiter');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  back();
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL('/');

  await untilIdle(page);
  await entries(page).first().focus();
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Edit Rough idea' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Clear plan');
  await page.getByRole('link', { name: 'Tickets' }).click();
  await expect(form.getByText('Discard what you typed?')).toBeVisible();
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Clear plan');
  await page.getByRole('link', { name: 'Tickets' }).click();
  await form.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL('/tickets');

  // No question without typed text.
  await page.keyboard.press('c');
  await expect(dialog.getByLabel('Key')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(dialog).toBeHidden();
  expect(unloads).toEqual(['beforeunload']);
});

test('words typed into a form, a title or a cell outlive the session, and are saved once signed in from another tab', {
  tag: '@prove',
}, async ({ page, context, person, device }) => {
  const lapse = () => context.clearCookies();
  const signInElsewhere = () => signIn(context, person);

  await test.step('a form that calls the API', async () => {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByLabel('Key').fill('API-412');
    await dialog.getByLabel('Title').fill('Rate limiter');
    await lapse();
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toContainText('You’re signed out. Sign in from another tab to keep what you typed.');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Rate limiter');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    // The error addresses a person, not a program.
    await expect(dialog.getByRole('alert')).toHaveText('You’re signed out. Sign in from another tab.');
    await signInElsewhere();
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'API-412' })).toContainText('Rate limiter');
  });

  await test.step('a form of a page', async () => {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CI');
    await dialog.getByLabel('See your own timers').check();
    await lapse();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog).toContainText('You’re signed out. Sign in from another tab.');
    await expect(dialog.getByLabel('Name')).toHaveValue('CI');
    await signInElsewhere();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText(/^tsk_/)).toBeVisible();
  });

  await test.step('a title, and who wants to goes to sign in', async () => {
    await device.start({ title: 'Rough idea' });
    await openToday(page);
    await page.keyboard.press('e');
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.type('Clear plan');
    await lapse();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('You’re signed out. Sign in from another tab to keep what you typed.');
    await expect(titleField(page)).toHaveValue('Clear plan');
    await signInElsewhere();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await device.current()).timer?.title).toBe('Clear plan');
    await page.keyboard.press('e');
    await page.keyboard.type('Clearer plan');
    await lapse();
    await page.keyboard.press('Enter');
    await toast(page).getByRole('button', { name: 'Discard and sign in' }).click();
    await expect(page).toHaveURL('/sign-in');
  });
});

test('forms opened from the timer’s menu take the focus, and return it', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.start({ title: 'Review', ticket_key: 'API-412', create_ticket: true });
  await openToday(page);
  await openMenu(page, 'Actions for this timer');
  await page.getByRole('menuitem', { name: 'Change ticket' }).click();
  await expect(page.getByRole('combobox', { name: 'Ticket for this timer' })).toBeFocused();
  await page.keyboard.type('p');
  await expect(hero(page)).toContainText('Running');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for this timer' })).toBeFocused();

  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /edit title$/ })).toBeFocused();

  await openMenu(page, 'Actions for this timer');
  await page.getByRole('menuitem', { name: 'Discard' }).click();
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(toast(page)).toContainText('Discarded.');
  expect(await isFocusLost(page)).toBe(false);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(hero(page)).toContainText('Review');
  await expect.poll(() => isFocusLost(page)).toBe(false);
});

test('the loser of a start race keeps its Switch button, though the stream reports the winner too', {
  tag: '@prove',
}, async ({ page, device }) => {
  await openToday(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/timers/start', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await composer(page).fill('The wish');
  await page.keyboard.press('Enter');
  await device.start({ title: 'The winner' });
  answered.resolve();
  const wayOut = toast(page).getByRole('button', { name: 'Switch to The wish' });
  await expect(wayOut).toBeVisible();
  const winner = (await device.current()).timer;
  expect(winner?.title).toBe('The winner');
  // Whatever arrives from elsewhere meanwhile.
  await device.pause(winner ?? (await device.start({ title: 'never' })));
  await expect(hero(page)).toContainText('Paused since');
  await wayOut.click();
  await expect(hero(page)).toContainText('The wish');
});
