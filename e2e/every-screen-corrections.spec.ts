import { dateAgo, editor, effect, field, jonasWith, log, openCorrections, queue } from '#/e2e/corrections.ts';
import { checkScreen } from '#/e2e/look.ts';
import type { Work } from '#/e2e/record.ts';
import { callApi, expect, openToday, test } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

const DAY = dateAgo(2);

test('a proposed correction', async ({ page, context, person, browser }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  const work: Work[] = [['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T14:00:00Z`, 'Alarm worker lease renewal']];
  const jonas = await jonasWith(context, browser, work, 'Europe/Berlin');
  await callApi(context, 'patch', '/workspace', { closed_through: dateAgo(1) });
  const his = await jonas.context.newPage();
  await openToday(his);
  const row = his.locator('[data-entry]', { hasText: 'OPS-81' });
  await row.dblclick();
  const form = his.getByRole('form', { name: /^Edit / });
  await form.getByLabel('To', { exact: true }).fill('13:00');
  await his.keyboard.press('Enter');
  await expect(form).toContainText('You can propose this correction');
  await checkScreen(his, info, 'propose-correction');
  await form.getByLabel('Reason').fill('Left for the train at one; forgot to stop the timer.');
  await his.keyboard.press('Enter');
  await row.press('ArrowRight');
  await expect(his.getByText('Waiting for an admin')).toBeVisible();
  await checkScreen(his, info, 'proposed-correction-of-own');
  await openCorrections(page);
  await queue(page, 'Proposed by members').getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Proposed correction' })).toContainText('Removes');
  await checkScreen(page, info, 'proposed-correction');
});

test('corrections', async ({ page, context, person, browser }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  const { timers } = await jonasWith(
    context,
    browser,
    [
      ['DB-31', `${dateAgo(4)}T06:00:00Z`, `${dateAgo(4)}T19:12:00Z`, 'Vacuum the event feed'],
      ['OPS-77', `${DAY}T04:00:00Z`, `${DAY}T05:30:00Z`, 'Rotate the webhook signing secret'],
      ['OPS-81', `${DAY}T08:02:11Z`, `${DAY}T21:12:40Z`, 'Alarm worker lease renewal'],
    ],
    'Europe/Berlin',
  );
  await openCorrections(page);
  await expect(queue(page).getByRole('link')).toHaveCount(2);
  await checkScreen(page, info, 'corrections');
  await page.keyboard.press('f');
  await expect(page.getByRole('combobox', { name: 'Member' })).toBeFocused();
  await checkScreen(page, info, 'corrections-find');
  const second = timers[1];
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: second?.id, version: second?.version, ticket_key: 'DB-31' }],
    reason: 'It was the database after all.',
  });
  // Closed time is marked in the form.
  await callApi(context, 'patch', '/workspace', { closed_through: dateAgo(1) });
  // So are exports that contain the time.
  await callApi(context, 'post', '/reports/exports', { from: dateAgo(20), to: dateAgo(0), format: 'xlsx' });
  await openCorrections(page, timers[0]);
  await expect(queue(page, 'Corrected this week').getByRole('link')).toHaveCount(1);
  await field(page, 'End of span 1').fill('17:46');
  await field(page, 'Reason').fill('Forgot to stop; left at 17:46. Agreed with Jonas.');
  await expect(editor(page)).toContainText('Changes closed time of Jonas Weber');
  await expect(editor(page)).toContainText(/An export includes this time: .*\.xlsx \(Maya Lindqvist\)/);
  await checkScreen(page, info, 'correction');
  await field(page, 'Start of span 1').fill('06:00');
  await expect(editor(page)).toContainText('Overlaps DB-31');
  await checkScreen(page, info, 'correction-overlaps');
  await field(page, 'Start of span 1').fill('09:02:11');
  await expect(effect(page)).toContainText('Removes');
  await editor(page).getByRole('button', { name: 'Save correction' }).click();
  await log(page).getByRole('button', { name: 'Revert…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Adds');
  await checkScreen(page, info, 'correction-take-back', { part: 'dialog' });
});
