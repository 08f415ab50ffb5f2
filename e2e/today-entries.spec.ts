import type { BrowserContext, Page } from '@playwright/test';
import {
  callApi,
  composer,
  entries,
  expect,
  expectNoBarriers,
  hero,
  openMenu,
  openToday,
  pressChord,
  test,
  toast,
  zoneAt,
} from '#/e2e/support.ts';

const MINUTE_MS = 60_000;
/** On a full minute, so that fields and durations are exact. */
const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const timeZone = zoneAt(15, now);

/** `14:32` there, this many minutes ago. */
function clockAgo(minutes: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now - minutes * MINUTE_MS,
  );
}

function addEntry(context: BrowserContext, title: string, from: number, to: number) {
  const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
  return callApi(context, 'post', '/timers', { title, spans: [{ started_at: at(from), ended_at: at(to) }] });
}

const row = (page: Page, title: string) => entries(page).filter({ hasText: title });

test.beforeEach(async ({ context, person }) => {
  expect(person.name).toBeTruthy();
  await callApi(context, 'patch', '/me', { time_zone: timeZone, hour_cycle: 'h23' });
});

/** The row being edited. */
const editor = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('form', { name: /^Edit / }) });

test('an entry is edited in its row by keyboard, and an undo restores its times and words', async ({
  page,
  context,
}) => {
  await addEntry(context, 'Review', 120, 60);
  await openToday(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Edit Review' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNoBarriers(page, 'editing an entry in its row');
  await form.getByLabel('From').fill(clockAgo(90));
  await expect(form).toContainText('30 min');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(toast(page)).toContainText(/1.h is now 30.min/);
  await expect(row(page, 'Review')).toContainText('30 min');
  await expect(row(page, 'Review')).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Review')).toContainText(/1.h/);
  const { timers } = await callApi(context, 'get', '/timers');
  expect(timers[0].spans).toMatchObject([{ started_at: new Date(now - 120 * MINUTE_MS).toISOString() }]);

  await row(page, 'Review').focus();
  await page.keyboard.press('e');
  await page.keyboard.type('Release notes');
  await form.getByLabel('Ticket').fill('OPS-81');
  await form.getByLabel('Tags').fill('docs');
  await page.keyboard.press('Enter');
  await expect(row(page, 'OPS-81')).toContainText('Release notes');
  await expect(row(page, 'OPS-81')).toBeFocused();
  // On a phone the bottom bar would cover its lower fields.
  await page.setViewportSize({ width: 390, height: 560 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press('e');
  await expect(editor(page).getByLabel('Title')).toBeFocused();
  await expect(async () => {
    const [bar, row] = [await page.getByRole('navigation').boundingBox(), await editor(page).boundingBox()];
    if (!bar || !row) throw new Error('Neither is drawn yet.');
    expect(row.y + row.height).toBeLessThanOrEqual(bar.y);
  }).toPass();
  await page.keyboard.type('Given up');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(row(page, 'OPS-81')).toContainText('Release notes');
  await expect(row(page, 'OPS-81')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Review')).toBeVisible();
});

test('an entry shows the local time of the zone where it was recorded', { tag: '@prove' }, async ({
  page,
  context,
}) => {
  await callApi(context, 'patch', '/me', { time_zone: 'Asia/Kathmandu' });
  await addEntry(context, 'Review', 120, 60);
  await callApi(context, 'patch', '/me', { time_zone: timeZone });
  await openToday(page);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('row').filter({ hasText: 'added by hand' })).toContainText(/\d\d:\d\d in Kathmandu/);
  await expectNoBarriers(page, 'an entry made elsewhere');
});

test('G leads to another page from an entry too, and changes nothing in it', { tag: '@prove' }, async ({
  page,
  context,
}) => {
  await addEntry(context, 'Review', 120, 60);
  await openToday(page);
  await page.keyboard.press('j');
  await expect(row(page, 'Review')).toBeFocused();
  await pressChord(page, 'g', 'x');
  await pressChord(page, 'g', 'm');
  await expect(page).toHaveURL(/\/team\/members$/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('times that overlap other work are rejected in the form, with the reason, and nothing is lost', async ({
  page,
  context,
}) => {
  await addEntry(context, 'Review', 120, 60);
  await addEntry(context, 'Stand-up', 50, 40);
  await openToday(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Edit Stand-up' });
  await form.getByLabel('From').fill('noon');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Enter a time, such as 17:46');
  await form.getByLabel('From').fill(clockAgo(90));
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toHaveText(
    `Overlaps Review, ${clockAgo(120)} – ${clockAgo(60)}. Shorten one of them.`,
  );
  await expect(form.getByLabel('From')).toHaveValue(clockAgo(90));
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(row(page, 'Stand-up')).toContainText('10 min');
  await expect(row(page, 'Stand-up')).toBeFocused();
});

test('entries are split, merged, duplicated and deleted by keyboard, and each can be undone', async ({
  page,
  context,
}) => {
  await addEntry(context, 'Morning', 240, 180);
  await addEntry(context, 'Review', 120, 60);
  await openToday(page);
  await expect(entries(page)).toHaveCount(2);
  const undo = () => toast(page).getByRole('button', { name: 'Undo' }).click();
  const titles = async (...expected: RegExp[]) => expect(entries(page)).toHaveText(expected);

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const split = page.getByRole('dialog', { name: 'Split Review' });
  await expect(split.getByLabel('Split at')).toBeFocused();
  await expect(split.getByLabel('Split at')).toHaveValue(clockAgo(90));
  await expectNoBarriers(page, 'splitting an entry', 'dialog');
  await page.keyboard.type(clockAgo(80));
  await page.keyboard.press('Enter');
  await titles(/Review.*20.min/, /Review.*40.min/, /Morning/);
  await undo();
  await titles(/Review.*1.h/, /Morning/);

  await row(page, 'Review').focus();
  await page.keyboard.press('m');
  await titles(/Review.*2.h/);
  await expect(toast(page)).toContainText('Merged into Review');
  await undo();
  await titles(/Review.*1.h/, /Morning.*1.h/);

  await row(page, 'Morning').focus();
  await page.keyboard.press('Delete');
  await titles(/Review/);
  await expect(row(page, 'Review')).toBeFocused();
  await page.keyboard.press('Control+z');
  await titles(/Review/, /Morning/);

  await row(page, 'Morning').focus();
  await page.keyboard.press('d');
  const copy = page.getByRole('dialog', { name: 'Duplicate Morning' });
  await expect(copy.getByLabel('What')).toHaveValue('Morning');
  await copy.getByLabel('From').fill(clockAgo(30));
  await copy.getByLabel('To', { exact: true }).fill(clockAgo(20));
  await page.keyboard.press('Enter');
  await titles(/Morning.*10.min/, /Review/, /Morning.*1.h/);
  await undo();
  await titles(/Review/, /Morning/);
});

test('a held key deletes one entry, and not those that take its place', { tag: '@prove' }, async ({
  page,
  context,
}) => {
  for (const [title, from] of [
    ['Morning', 240],
    ['Review', 120],
    ['Planning', 60],
  ] as const) {
    await addEntry(context, title, from, from - 10);
  }
  await openToday(page);
  await expect(entries(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.down('Delete');
  await expect(row(page, 'Review')).toBeFocused();
  // The browser repeats a key that is held.
  for (let i = 0; i < 5; i++) await page.keyboard.down('Delete');
  await page.keyboard.up('Delete');
  await page.keyboard.press('k');
  await expect(entries(page)).toHaveCount(2);
  await expect(row(page, 'Planning')).toHaveCount(0);
});

test('the menu of an entry offers the same by pointer', { tag: '@prove' }, async ({ page, context }) => {
  await addEntry(context, 'Review', 120, 60);
  await openToday(page);
  await row(page, 'Review').hover();
  await openMenu(page, 'Actions for Review');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(entries(page)).toHaveCount(0);
  await expect(toast(page)).toContainText('Deleted.');
});

test('time is added by hand, on a ticket that this creates', async ({ page, context }) => {
  await openToday(page);
  await composer(page).blur();
  await page.keyboard.press('a');
  const form = page.getByRole('dialog', { name: 'Add time' });
  await expect(form.getByLabel('What')).toBeFocused();
  await page.keyboard.type('OPS-81 Lease renewal @Platform #night');
  await expect(form.getByRole('list', { name: 'Recognized' })).toContainText('OPS-81');
  await expectNoBarriers(page, 'adding time', 'dialog');
  await form.getByLabel('From').fill(clockAgo(100));
  await form.getByLabel('To', { exact: true }).fill(clockAgo(40));
  await page.keyboard.press('Enter');
  await expect(row(page, 'OPS-81')).toContainText(/Lease renewal.*1.h/);
  const { timers } = await callApi(context, 'get', '/timers');
  expect(timers).toMatchObject([
    { status: 'stopped', title: 'Lease renewal', project: { name: 'Platform' }, tags: ['night'] },
  ]);
});

test('a timer starts earlier: typed, or from the menu, and the rail shows it', async ({ page, device }) => {
  await openToday(page);
  await composer(page).fill('Review 90m ago');
  await expect(page.getByRole('list', { name: 'Recognized' })).toContainText(/Started.*1.h 30.min ago/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer')).toHaveText(/^1:30:\d\d$/);
  await expect(page.getByRole('button', { name: /Review, .*backdated/ })).toBeVisible();

  await page.keyboard.press('w');
  await page.keyboard.type('Stand-up');
  await openMenu(page, 'Started earlier');
  await page.getByRole('menuitem', { name: '10 min ago' }).click();
  await expect(hero(page)).toContainText('Stand-up');
  await expect(page.getByRole('timer')).toHaveText(/^0:10:\d\d$/);
  await expect(row(page, 'Review')).toContainText(/1.h 20.min/);
  await expect(async () => expect((await device.current()).timer?.title).toBe('Stand-up')).toPass();
});

test('a start within other work is rejected, and its text returns to the field', { tag: '@prove' }, async ({
  page,
  context,
}) => {
  await addEntry(context, 'Review', 120, 60);
  await openToday(page);
  await composer(page).fill('Stand-up 90m ago');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Overlaps Review');
  await expect(composer(page)).toHaveValue('Stand-up 90m ago');
  await expect(page.getByText('No timer running')).toBeVisible();
});

test('the focus stays on the page, whatever is removed', { tag: '@prove' }, async ({ page }) => {
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  await openToday(page);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Stand-up #team');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove tag team' }).click();
  await expect(page.getByRole('list', { name: 'Tags' })).toBeHidden();
  expect(await isLost()).toBe(false);
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  expect(await isLost()).toBe(false);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('No timer running')).toBeVisible();
  expect(await isLost()).toBe(false);
});
