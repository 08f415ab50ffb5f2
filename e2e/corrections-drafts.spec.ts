import { dateAgo, editor, effect, field, jonasWith, openCorrections, queue } from '#/e2e/corrections.ts';
import { record } from '#/e2e/record.ts';
import { callApi, expect, expectNoBarriers, test, toast } from '#/e2e/support.ts';

const DAY = dateAgo(3);
const REASON = 'Forgot to stop; agreed with Jonas.';
const HOUR_MS = 3_600_000;

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(({ person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
});

const saveButton = (page: Parameters<typeof editor>[0]) =>
  editor(page).getByRole('button', { name: 'Save correction' });

test('a time that can’t be read prevents saving only while it is there', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await openCorrections(page, timers[0]);
  await page.keyboard.press('x');
  await expect(field(page, 'End of span 2')).toHaveValue('12:00:00');
  await expect(saveButton(page)).toBeEnabled();
  await field(page, 'End of span 2').fill('25:99');
  await expect(editor(page)).toContainText('Enter a time, such as');
  await expect(saveButton(page)).toBeDisabled();
  await editor(page).getByRole('button', { name: 'Delete timer' }).click();
  await expect(effect(page)).toContainText(/Removes 4.h\. Deletes the timer\./);
  await expect(saveButton(page)).toBeEnabled();
  await editor(page).getByRole('button', { name: 'Keep timer' }).click();
  await expect(field(page, 'End of span 2')).toHaveValue('25:99');
  await editor(page).getByRole('button', { name: 'Remove span 2' }).click();
  await expect(effect(page)).toContainText(/Removes 2.h\./);
  await expect(saveButton(page)).toBeEnabled();
  await field(page, 'End of span 1').fill('25:99');
  await expect(saveButton(page)).toBeDisabled();
  await page.getByRole('radio', { name: 'Your time' }).check();
  await expect(editor(page)).not.toContainText('Enter a time, such as');
  await expect(saveButton(page)).toBeEnabled();
});

test('a timer is deleted even though its times were edited before', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await openCorrections(page, timers[0]);
  await field(page, 'End of span 1').fill('11:00');
  await editor(page).getByRole('button', { name: 'Delete timer' }).click();
  await expect(effect(page)).toContainText('Deletes the timer.');
  await expect(editor(page).getByRole('button', { name: 'Split span' })).toHaveCount(0);
  await field(page, 'Reason').fill(REASON);
  await page.keyboard.press('Control+Enter');
  await expect(editor(page).getByRole('button', { name: 'Restore timer' })).toBeVisible();
});

test('a deleted timer is restored with other times if its own were taken', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  const [timer] = jonas.timers;
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: timer?.id, version: timer?.version, status: 'discarded' }],
    reason: REASON,
  });
  const taken = [{ started_at: `${DAY}T11:00:00Z`, ended_at: `${DAY}T13:00:00Z` }];
  await callApi(jonas.context, 'post', '/timers', { title: 'Vacuum', spans: taken });
  await openCorrections(page, timer);
  await editor(page).getByRole('button', { name: 'Restore timer' }).click();
  await expect(editor(page)).toContainText('Overlaps Vacuum, 11:00 – 13:00. Shorten one of them.');
  await expect(saveButton(page)).toBeDisabled();
  await expectNoBarriers(page, 'a timer that can’t come back as it was');
  await field(page, 'End of span 1').fill('11:00');
  await expect(effect(page)).toContainText(/Adds 3.h\. Restores the timer\./);
  await field(page, 'Reason').fill('It was work after all.');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Correction saved.');
});

test('nothing is saved without a preview, and a draft is kept for when the person returns to it', async ({
  page,
  context,
  browser,
}) => {
  await jonasWith(context, browser, [
    ['DB-31', `${dateAgo(4)}T06:00:00Z`, `${dateAgo(4)}T19:00:00Z`],
    ['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T20:00:00Z`],
  ]);
  await openCorrections(page);
  const item = (name: RegExp) => queue(page).getByRole('link', { name });
  await item(/OPS-81/).click();
  await field(page, 'Reason').fill(REASON);
  await field(page, 'End of span 1').fill('14:00');
  await page.keyboard.press('Enter');
  await expect(field(page, 'End of span 1')).toHaveValue('14:00:00');
  await expect(effect(page)).toContainText(/Removes 6.h\./);
  await expect(item(/OPS-81/)).toContainText('not saved');
  await item(/DB-31/).click();
  await expect(field(page, 'End of span 1')).toHaveValue('19:00:00');
  await expect(field(page, 'Reason')).toHaveValue('');
  await item(/OPS-81/).click();
  await expect(field(page, 'End of span 1')).toHaveValue('14:00:00');
  await expect(field(page, 'Reason')).toHaveValue(REASON);
  await editor(page).getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toBeFocused();
  await expect(item(/OPS-81/)).not.toContainText('not saved');
});

test('closed time and its exports are marked before an edit, and closed time requires a reason even from its owner', {
  tag: '@prove',
}, async ({ page, context, browser, person }) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await record(person, [['DB-31', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await callApi(context, 'patch', '/workspace', { closed_through: dateAgo(2) });
  await callApi(context, 'post', '/reports/exports', { from: DAY, to: DAY, format: 'xlsx' });
  await openCorrections(page, timers[0]);
  await field(page, 'End of span 1').fill('11:00');
  await expect(editor(page)).toContainText('Changes closed time of Jonas Weber: closed through');
  await expect(editor(page)).toContainText(/An export includes this time: .*\.xlsx \(Maya Lindqvist\)/);
  await expectNoBarriers(page, 'settled time');
  const own = (await callApi(context, 'get', '/timers')).timers;
  await openCorrections(page, own[0]);
  await expect(editor(page).getByLabel('Reason (optional)')).toBeVisible();
  await editor(page).getByLabel('Title').fill('Vacuum');
  await expect(editor(page)).toContainText('Changes closed time of Maya Lindqvist: closed through');
  await expect(editor(page).getByLabel('Reason', { exact: true })).toBeVisible();
});

test('spans are added after the last one, moved as a whole and made longer, by keys and by mouse', {
  tag: '@prove',
}, async ({ page, context, browser }) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await openCorrections(page, timers[0]);
  await editor(page).getByRole('button', { name: 'Add a span' }).click();
  await field(page, 'Start of span 2').fill('15:00');
  await field(page, 'End of span 2').fill('16:30');
  await expect(effect(page)).toContainText(/Adds 1.h 30.min\./);
  await field(page, 'Start of span 2').fill('06:00');
  await field(page, 'Start of span 2').blur();
  await expect(field(page, 'Start of span 1')).toHaveValue('06:00:00');
  await field(page, 'End of span 1').fill('06:30');
  await expect(effect(page)).toContainText(/Adds 30.min\./);
  const whole = page.getByRole('slider', { name: 'All of span 2' });
  await whole.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(whole).toHaveAttribute('aria-valuetext', '08:15:00 – 12:15:00');
  const end = page.getByRole('slider', { name: 'End of span 2' });
  await end.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(end).toHaveAttribute('aria-valuetext', '14:15:00');
  await expect(effect(page)).toContainText(/Adds 2.h 30.min\./);
  const box = await whole.boundingBox();
  if (!box) throw new Error('the span is not on the line');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(whole).not.toHaveAttribute('aria-valuetext', '08:15:00 – 14:15:00');
  await expect(editor(page).getByRole('row').nth(2)).toContainText(/6.h(?! )/);
});

test('a running timer is stopped now', { tag: '@prove' }, async ({ page, context, browser }) => {
  const jonas = await jonasWith(context, browser, []);
  const started_at = new Date(Date.now() - HOUR_MS).toISOString();
  const { timer } = await callApi(jonas.context, 'post', '/timers/start', { title: 'Left running', started_at });
  await openCorrections(page, timer);
  await editor(page).getByRole('button', { name: 'Stop now' }).click();
  await expect(effect(page)).toContainText('Stops the timer.');
  await editor(page).getByRole('button', { name: 'Leave it running' }).click();
  await expect(saveButton(page)).toBeDisabled();
  await editor(page).getByRole('button', { name: 'Stop now' }).click();
  await expect(effect(page)).toContainText('Stops the timer.');
  await field(page, 'Reason').fill(REASON);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Correction saved.');
  await expect(editor(page).locator('header')).toContainText('stopped');
  expect((await callApi(jonas.context, 'get', '/timers/current')).timer).toBeNull();
});
