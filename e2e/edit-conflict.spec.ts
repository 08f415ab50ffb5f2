import type { Page } from '@playwright/test';
import { callApi, entries, expect, expectNoBarriers, hero, openToday, test, toast } from '#/e2e/support.ts';

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const conflict = (page: Page) => page.getByRole('status').filter({ hasText: 'What you typed is still here' });

test('a title saved on another device while one is typed is not overwritten, and the draft can still be applied', async ({
  page,
  context,
  device,
}) => {
  const timer = await device.start({ title: 'Rough idea' });
  await openToday(page);
  await page.keyboard.press('e');
  await page.keyboard.type('From the laptop');
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'From the phone' });
  // The text in the field counts as an edit of the title it began with, whether or not the page has the other one by
  // now.
  await page.keyboard.press('Enter');
  await expect(conflict(page)).toContainText('renamed to “From the phone”');
  await expect(titleField(page)).toHaveValue('From the laptop');
  await expect(titleField(page)).toBeFocused();
  expect((await device.read(timer)).title).toBe('From the phone');
  await expectNoBarriers(page, 'a title in conflict', '[aria-label="Running timer"]');

  // Leaving the field is no choice.
  await page.getByRole('heading', { name: 'Entries' }).click();
  await expect(conflict(page)).toBeVisible();
  await expect(titleField(page)).toHaveValue('From the laptop');
  expect((await device.read(timer)).title).toBe('From the phone');
  await conflict(page).getByRole('button', { name: 'Keep yours' }).click();
  await expect(hero(page).getByRole('heading', { name: /From the laptop/ })).toBeVisible();
  await expect.poll(async () => (await device.read(timer)).title).toBe('From the laptop');

  await page.keyboard.press('e');
  await page.keyboard.type('Again from the laptop');
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'Again from the phone' });
  await page.keyboard.press('Enter');
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(hero(page).getByRole('heading', { name: /Again from the phone/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0);
  expect((await device.read(timer)).title).toBe('Again from the phone');
});

test('a title that another device changes while one is typed is shown next to the field before anything is sent', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  const timer = await device.start({ title: 'Rough idea' });
  await openToday(page);
  await page.keyboard.press('e');
  await expect(titleField(page)).toBeFocused();
  // Without typed text there is nothing to ask.
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'From the phone' });
  await expect(titleField(page)).toHaveValue('From the phone');
  await expect(conflict(page)).toHaveCount(0);
  await page.keyboard.type('From the laptop');
  await expect(titleField(page)).toHaveValue('From the laptop');

  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'The phone again' });
  await expect(conflict(page)).toContainText('renamed to “The phone again”');
  await expect(titleField(page)).toBeFocused();
  // Letters and Enter that were already being typed choose nothing.
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toHaveValue('From the laptop!');
  await expect(conflict(page)).toBeVisible();
  expect((await device.read(timer)).title).toBe('The phone again');

  // A person about to choose keeps the focus when the other device renames it once more.
  const keep = conflict(page).getByRole('button', { name: 'Keep yours' });
  await keep.focus();
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'The phone at last' });
  await expect(conflict(page)).toContainText('renamed to “The phone at last”');
  await expect(keep).toBeFocused();
  await keep.click();
  await expect(hero(page).getByRole('heading', { name: /From the laptop!/ })).toBeVisible();
  await expect.poll(async () => (await device.read(timer)).title).toBe('From the laptop!');
});

test('a title is saved without a question when another device paused or tagged the timer meanwhile', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  const timer = await device.start({ title: 'Rough idea' });
  await openToday(page);
  await page.keyboard.press('e');
  await page.keyboard.type('Clear plan #laptop');
  await callApi(context, 'patch', `/timers/${timer.id}`, { tags: ['phone'] });
  await device.pause(timer);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      const { title, tags, status } = await device.read(timer);
      return { title, tags: tags.toSorted(), status };
    })
    .toEqual({ title: 'Clear plan', tags: ['laptop', 'phone'], status: 'paused' });
  await expect(conflict(page)).toHaveCount(0);
});

test('a ticket chosen while another device chooses one is applied by a separate click', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  for (const key of ['OPS-1', 'OPS-2']) await callApi(context, 'post', '/tickets', { key, title: `About ${key}` });
  const timer = await device.start({ title: 'Rough idea' });
  await openToday(page);
  await page.getByRole('button', { name: 'Actions for this timer' }).click();
  await page.getByRole('menuitem', { name: 'Add a ticket' }).click();
  await page.getByRole('combobox', { name: 'Ticket for this timer' }).fill('OPS-1');
  await callApi(context, 'patch', `/timers/${timer.id}`, { ticket_key: 'OPS-2' });
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('it was changed to OPS-2');
  expect((await device.read(timer)).ticket?.key).toBe('OPS-2');
  await toast(page).getByRole('button', { name: 'Change it to OPS-1' }).click();
  await expect.poll(async () => (await device.read(timer)).ticket?.key).toBe('OPS-1');
});

test('an entry edited on two devices at once shows what the other saved, and keeps the typed text', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  const timer = await device.stop(await device.start({ title: 'Rough idea' }));
  await openToday(page);
  await entries(page).first().focus();
  await page.keyboard.press('e');
  // It is named after the current title of the entry.
  const form = page.getByRole('form', { name: /^Edit / });
  await form.getByRole('textbox', { name: 'Title' }).fill('From the laptop');
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'From the phone', tags: ['phone'] });
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toContainText('From the phone');
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('From the laptop');
  expect((await device.read(timer)).title).toBe('From the phone');
  await expectNoBarriers(page, 'an entry in conflict', '[data-entry]');
  await form.getByRole('button', { name: 'Keep yours' }).click();
  await expect(form).toBeHidden();
  // No tags were typed: the other device's stay.
  expect(await device.read(timer)).toMatchObject({ title: 'From the laptop', tags: ['phone'] });

  await entries(page).first().focus();
  await page.keyboard.press('e');
  await form.getByRole('textbox', { name: 'Title' }).fill('Once more');
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'The phone again' });
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Take theirs' }).click();
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('The phone again');
  await expect(form.getByRole('status')).toHaveCount(0);
});

test('a schedule edited by two people at once keeps both edits, and asks about a field that both changed', {
  tag: '@prove',
}, async ({ page, context, person }) => {
  expect(person.name).toBeTruthy();
  const body = { name: 'report.daily', cron: '30 9 * * *', url: 'https://example.com/hook' };
  const { schedule } = await callApi(context, 'post', '/schedules', body);
  const path = `/schedules/${schedule.id}`;
  const saved = async () => (await callApi(context, 'get', path)).schedule;
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/alarms/schedules?open=${schedule.id}`)]);
  const form = page.getByRole('dialog', { name: /^Edit / });
  const name = form.getByLabel('Name', { exact: true });
  const edit = page.getByRole('complementary').getByRole('button', { name: 'Edit' });
  await edit.click();
  await name.fill('report.morning');
  await callApi(context, 'patch', path, { cron: '0 8 * * *' });
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  expect(await saved()).toMatchObject({ name: 'report.morning', cron: '0 8 * * *' });

  await edit.click();
  await name.fill('report.laptop');
  await form.getByLabel('URL', { exact: true }).fill('https://example.com/laptop');
  await callApi(context, 'patch', path, { name: 'report.phone', cron: '0 7 * * *' });
  await page.keyboard.press('Control+Enter');
  const question = form.getByRole('status').filter({ hasText: 'What you typed is still here' });
  await expect(question).toContainText('name “report.phone”');
  await expect(name).toHaveValue('report.laptop');
  await expectNoBarriers(page, 'a schedule in conflict', 'dialog');
  // Pressing Save again is no choice.
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(question).toBeVisible();
  expect(await saved()).toMatchObject({ name: 'report.phone', url: body.url });
  await form.getByRole('button', { name: 'Keep yours' }).click();
  await expect(form).toHaveCount(0);
  expect(await saved()).toMatchObject({
    name: 'report.laptop',
    url: 'https://example.com/laptop',
    cron: '0 7 * * *',
  });

  await edit.click();
  await name.fill('report.once.more');
  await callApi(context, 'patch', path, { name: 'report.phone.again' });
  await page.keyboard.press('Control+Enter');
  await form.getByRole('button', { name: 'Take theirs' }).click();
  await expect(name).toHaveValue('report.phone.again');
  await expect(question).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  expect(await saved()).toMatchObject({ name: 'report.phone.again' });
});
