import type { Locator, Page } from '@playwright/test';
import { dateAgo, jonasWith, log, openCorrections } from '#/e2e/corrections.ts';
import { card, runForLong } from '#/e2e/forgotten.ts';
import { callApi, entries, expect, openDialog, openMenu, openToday, test } from '#/e2e/support.ts';

type Form = { path: string; button: string | RegExp; field: string; typed?: string };

const URL = 'https://example.com/typed';
/** What a button on a page opens, by the name of its form, with a field to type into. */
const FORMS: Record<string, Form> = {
  'New alarm': { path: '/alarms', button: 'New alarm', field: 'Name' },
  'New schedule': { path: '/alarms/schedules', button: 'New schedule', field: 'Name' },
  'Add an origin': { path: '/alarms/receivers', button: 'Add an origin', field: 'Origin' },
  'New ticket': { path: '/tickets', button: 'New ticket', field: 'Title' },
  'New project': { path: '/projects', button: 'New project', field: 'Name' },
  'Invite someone': { path: '/team/members', button: /^Invite$/, field: 'Email' },
  'Save report': { path: '/reports', button: /^Save$/, field: 'Name' },
  'Share report': { path: '/reports', button: /^Share$/, field: 'Title' },
  'Add time': { path: '/', button: 'Add time', field: 'What' },
  'New API key': { path: '/settings', button: 'New key', field: 'Name' },
  'New webhook': { path: '/settings', button: 'New webhook', field: 'URL', typed: URL },
  'Connect an issue tracker': { path: '/settings', button: 'New tracker', field: 'Name' },
};

/** Cancel asks; the typed text can be kept, and is discarded only by a separate click. */
async function expectAsks(form: Locator, field: Locator, typed: string): Promise<void> {
  const question = form.getByText('Discard what you typed?');
  await field.fill(typed);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeVisible();
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue(typed);
  await expect(field).toBeFocused();
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await form.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(form).toHaveCount(0);
}

async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

for (const [title, { path, button, field, typed = 'typed words' }] of Object.entries(FORMS)) {
  test(`Cancel asks before words typed into the form “${title}” are lost, and closes at once without any`, async ({
    page,
    person,
  }) => {
    expect(person.name).toBeTruthy();
    await open(page, path);
    const form = page.getByRole('dialog', { name: title });
    // An empty list has another button below.
    const opener = page.getByRole('button', { name: button }).first();
    await opener.click();
    await form.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(form).toHaveCount(0);
    await opener.click();
    await expectAsks(form, form.getByLabel(field, { exact: true }), typed);
  });
}

test('Cancel asks before words are lost in the forms of existing objects', async ({ page, context, device }) => {
  await device.stop(await device.start({ title: 'Rough idea' }));
  const { alarm } = await callApi(context, 'post', '/alarms', { name: 'once', url: URL, delay: '1h' });
  await open(page, `/alarms/${alarm.id}`);
  const move = await openDialog(page, 'Reschedule');
  await expectAsks(move, move.getByLabel('Day', { exact: true }), '2031-05-04');

  await open(page, '/tickets');
  await openMenu(page, /, workspace menu$/);
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  const workspace = page.getByRole('dialog', { name: 'New workspace' });
  await expectAsks(workspace, workspace.getByLabel('Name', { exact: true }), 'Initech');

  await openToday(page);
  await entries(page).first().focus();
  await page.keyboard.press('e');
  const entry = page.getByRole('form', { name: /^Edit / });
  await expectAsks(entry, entry.getByRole('textbox', { name: 'Title' }), 'Clear plan');
});

test('Cancel asks before words are lost in the answers to “Still working?”', async ({ page, context, device }) => {
  await runForLong(context, device);
  await openToday(page);
  for (const [key, field, typed] of [
    ['o', 'You stopped at', '07:13'],
    ['x', 'Title', 'Other work'],
  ] as const) {
    await expect(card(page)).toBeVisible();
    await page.keyboard.press('q');
    await page.keyboard.press(key);
    const form = page.getByRole('dialog');
    await expectAsks(form, form.getByLabel(field, { exact: true }), typed);
  }
});

test('Cancel asks before the reason of a reverted correction is lost', async ({ page, context, browser, person }) => {
  expect(person.name).toBeTruthy();
  const day = dateAgo(2);
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${day}T08:00:00Z`, `${day}T09:00:00Z`, 'Lease']]);
  const [timer] = timers;
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: timer?.id, version: timer?.version, title: 'Other words' }],
    reason: 'They were wrong.',
  });
  await openCorrections(page, timer);
  await log(page).getByRole('button', { name: 'Revert…' }).click();
  const form = page.getByRole('dialog', { name: 'Revert the correction' });
  await expectAsks(form, form.getByLabel(/^Reason/), 'They were right.');
});
