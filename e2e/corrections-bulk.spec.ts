import { dateAgo, editor, field, jonasWith, openCorrections, queue } from '#/e2e/corrections.ts';
import { callApi, expect, expectNoBarriers, test, toast } from '#/e2e/support.ts';

const DAY = dateAgo(3);
const EARLIER = dateAgo(5);
const REASON = 'Nobody stopped on these days; agreed with all.';

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(({ person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
});

test('several timers are ended at once after a preview, and that is undone', async ({ page, context, browser }) => {
  const { timers } = await jonasWith(context, browser, [
    ['DB-31', `${EARLIER}T06:00:00Z`, `${EARLIER}T19:00:00Z`],
    ['OPS-77', `${dateAgo(4)}T07:00:00Z`, `${dateAgo(4)}T19:00:00Z`],
    ['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T20:00:00Z`],
  ]);
  await openCorrections(page);
  await expect(queue(page).getByRole('link')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const form = page.getByRole('form', { name: 'Correct several timers' });
  await expect(form.getByRole('heading')).toHaveText('2 timers');
  await expect(form).toContainText('Nothing would change.');
  await form.getByRole('radio', { name: 'End at' }).check();
  await form.getByLabel('Last span ends at').fill('25:99');
  await expect(form).toContainText('Jonas Weber: Enter a time, such as');
  await form.getByLabel('Last span ends at').fill('15:00');
  await expect(form.getByRole('status')).toContainText(/Removes 9.h, of 2 timers\..*Jonas Weber is notified/);
  await expectNoBarriers(page, 'several timers chosen');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByLabel('Reason')).toBeFocused();
  await form.getByLabel('Reason').fill(REASON);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Correction saved.');
  await expect(form).toBeHidden();
  await expect(queue(page).getByRole('link')).toHaveCount(1);
  await expect(queue(page, 'Corrected this week')).toContainText('and 1 more');
  const after = await callApi(context, 'get', `/team/timers?timer_id=${timers[0]?.id}`);
  expect(after.timers[0].elapsed_ms).toBe(9 * 3_600_000);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(queue(page).getByRole('link')).toHaveCount(3);
});

test('selected timers get tags, move to a ticket and are stopped; Esc clears the selection', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [
    ['OPS-77', `${EARLIER}T07:00:00Z`, `${EARLIER}T19:00:00Z`],
    ['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T20:00:00Z`],
  ]);
  await openCorrections(page);
  const boxes = queue(page).getByRole('checkbox');
  await boxes.first().check();
  await queue(page)
    .getByRole('link')
    .last()
    .click({ modifiers: ['Shift'] });
  const form = page.getByRole('form', { name: 'Correct several timers' });
  await expect(form.getByRole('heading')).toHaveText('2 timers');
  await form.getByRole('radio', { name: 'Tags' }).check();
  await form.getByLabel('Add tags').fill('billing');
  await form.getByLabel('Reason').fill(REASON);
  await expect(form.getByRole('button', { name: 'Save correction' })).toBeEnabled();
  await form.getByRole('radio', { name: 'Ticket' }).check();
  await form.getByRole('combobox', { name: 'Move to ticket' }).fill('OPS-81');
  await expect(form.getByRole('status')).toContainText(/OPS-77: 12.h to 0.s\..*OPS-81: 14.h to 26.h\./);
  await form.getByRole('button', { name: 'Save correction' }).click();
  await expect(toast(page)).toContainText('Correction saved.');
  const { timers } = await callApi(context, 'get', `/team/timers?user_id=${jonas.timers[0]?.user_id}`);
  expect(timers.map(({ ticket }: { ticket: { key: string } }) => ticket.key)).toEqual(['OPS-81', 'OPS-81']);
  await boxes.first().check();
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await queue(page).getByRole('link').first().click();
  await expect(editor(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(boxes.last()).toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(field(page, 'Start of span 2')).toBeVisible();
});
