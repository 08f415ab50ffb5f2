import { dateAgo, editor, effect, field, jonasWith, log, openCorrections, queue } from '#/e2e/corrections.ts';
import { callApi, expect, expectNoBarriers, openToday, test, toast } from '#/e2e/support.ts';

const DAY = dateAgo(3);
const REASON = 'Forgot to stop; agreed with Jonas.';

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(({ person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
});

test('an admin previews a correction and saves it; the owner is notified and sees it in the history', async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T20:00:00Z`]]);
  await openCorrections(page);
  await queue(page)
    .getByRole('link', { name: /Jonas Weber/ })
    .click();
  await expect(editor(page)).toContainText('shown in UTC');
  await expect(editor(page).getByRole('button', { name: 'Save correction' })).toBeDisabled();
  await field(page, 'End of span 1').fill('14:00');
  await expect(effect(page)).toContainText(/Removes 6.h\..*14.h to 8.h\..*OPS-81: 14.h to 8.h\./);
  await expect(effect(page)).toContainText('Jonas Weber is notified, with your reason.');
  await page.keyboard.press('Control+Enter');
  await expect(editor(page)).toContainText('Enter a reason of at least 8 characters');
  await expect(field(page, 'Reason')).toBeFocused();
  await expectNoBarriers(page, 'a correction without a reason');
  await field(page, 'Reason').fill(REASON);
  await page.getByRole('button', { name: 'Save correction' }).click();
  await expect(toast(page)).toContainText('Correction saved.');
  await expect(editor(page)).toBeFocused();
  await expect(queue(page)).toContainText('Nothing needs attention.');
  await expect(queue(page, 'Corrected this week')).toContainText(/Jonas Weber−.6.h.*By Maya Lindqvist/);
  await expect(log(page).getByRole('row', { name: /Maya Lindqvist Corrected/ })).toContainText(
    /14.h to 8.h\. Forgot to stop/,
  );
  const listNotifications = async () => (await callApi(jonas.context, 'get', '/notifications')).notifications;
  await expect.poll(listNotifications).toMatchObject([{ kind: 'corrected' }]);
  const history = await callApi(jonas.context, 'get', `/events?subject_id=${jonas.timers[0]?.id}`);
  expect(history.events).toMatchObject([{ type: 'timer.corrected', data: { correction: { comment: REASON } } }]);
});

test('a timer is found, split, moved, saved and restored by keyboard alone', async ({ page, context, browser }) => {
  await jonasWith(context, browser, [['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T20:00:00Z`]]);
  await openCorrections(page);
  await expect(queue(page).getByRole('link')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeVisible();
  await page.keyboard.press('x');
  await expect(field(page, 'End of span 1')).toHaveValue('13:00:00');
  const end = page.getByRole('slider', { name: 'End of span 1' });
  await end.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(end).toHaveAttribute('aria-valuetext', '12:46:00');
  await expect(effect(page)).toContainText(/Removes 14.min\./);
  await field(page, 'Reason').focus();
  await page.keyboard.type(REASON);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Correction saved.');
  await field(page, 'Reason').blur();
  await page.keyboard.press('Control+z');
  await expect(toast(page)).toContainText('Correction reverted.');
  await expect(field(page, 'End of span 1')).toHaveValue('20:00:00');
});

test('an overlap is shown below its field', { tag: '@prove' }, async ({ page, context, browser }) => {
  const { timers } = await jonasWith(context, browser, [
    ['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`],
    ['OPS-77', `${DAY}T17:20:00Z`, `${DAY}T17:50:00Z`],
  ]);
  await openCorrections(page, timers[1]);
  await field(page, 'End of span 1').fill('18:00');
  await expect(editor(page)).toContainText('Overlaps OPS-77, 17:20 – 17:50. Shorten one of them.');
  await expect(field(page, 'End of span 1')).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, 'an overlap');
  await field(page, 'End of span 1').fill('17:00');
  await expect(effect(page)).toContainText(/Adds 5.h\./);
  await expect(editor(page)).not.toContainText('Overlaps');
});

test('an admin sees another one’s change at once, and overwrites nothing unseen', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  const [timer] = timers;
  await openCorrections(page, timer);
  await field(page, 'Reason').fill(REASON);
  await field(page, 'End of span 1').fill('11:00');
  await expect(effect(page)).toContainText(/Removes 1.h\./);
  const spans = [{ started_at: `${DAY}T09:00:00Z`, ended_at: `${DAY}T12:00:00Z` }];
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: timer?.id, version: timer?.version, spans }],
    reason: 'Began an hour later.',
  });
  await page.keyboard.press('Control+Enter');
  await expect(editor(page)).toContainText(/Someone changed this timer.*09:00 – 12:00: 3.h/);
  await expectNoBarriers(page, 'changed meanwhile');
  await editor(page).getByRole('button', { name: 'Keep yours' }).click();
  await expect(effect(page)).toContainText(/Removes 1.h\./);
  await editor(page).getByRole('button', { name: 'Save correction' }).click();
  await expect(toast(page)).toContainText('Correction saved.');
  await expect(field(page, 'Start of span 1')).toHaveValue('09:00:00');
  await expect(field(page, 'End of span 1')).toHaveValue('11:00:00');
});

test('an ambiguous time of a night is asked about, a skipped one is rejected with the reason', {
  tag: '@prove',
}, async ({ page, context, browser }) => {
  const work = [
    ['OPS-81', '2025-03-09T05:00:00Z', '2025-03-09T08:00:00Z'],
    ['OPS-82', '2025-11-02T04:00:00Z', '2025-11-02T08:00:00Z'],
  ] as [string, string, string][];
  const { timers } = await jonasWith(context, browser, work, 'America/New_York');
  await openCorrections(page, timers[0]);
  await expect(editor(page)).toContainText('shown in New York time');
  await expect(editor(page)).toContainText(/Sun 2 Nov has 25.h: the clocks go back\./);
  await expect(field(page, 'End of span 1')).toHaveValue('03:00:00');
  await field(page, 'End of span 1').fill('01:30');
  await expect(editor(page)).toContainText('so 01:30 occurs twice');
  await expect(editor(page).getByRole('button', { name: 'Save correction' })).toBeDisabled();
  await expectNoBarriers(page, 'a time that comes twice');
  await editor(page)
    .getByRole('button', { name: /^The second/ })
    .click();
  await expect(effect(page)).toContainText(/Removes 1.h 30.min\./);
  await page.getByRole('radio', { name: 'Your time' }).check();
  await expect(editor(page)).toContainText('shown in Stockholm time');
  await expect(field(page, 'End of span 1')).toHaveValue('07:30:00');
  await openCorrections(page, timers[1]);
  await field(page, 'End of span 1').fill('02:30');
  await expect(editor(page)).toContainText('There is no 02:30 that day, because the clocks go forward.');
});

test('a correction is reverted from the log, and everything is as before', async ({ page, context, browser }) => {
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`]]);
  await openCorrections(page, timers[0]);
  await editor(page).getByRole('button', { name: 'Delete timer' }).click();
  await expect(effect(page)).toContainText(/Removes 4.h\./);
  await field(page, 'Reason').fill(REASON);
  await page.keyboard.press('Control+Enter');
  await expect(editor(page).getByRole('button', { name: 'Restore timer' })).toBeVisible();
  await log(page).getByRole('button', { name: 'Revert…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Adds 4.h\. Restores the timer\..*Jonas Weber is notified/);
  await expect(dialog.getByLabel('Reason', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a reason of at least 8 characters');
  await dialog.getByLabel('Reason').fill('It was right as it was.');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field(page, 'End of span 1')).toHaveValue('12:00:00');
  await expect(log(page).getByRole('row', { name: /Restored/ })).toContainText('It was right as it was.');
});

test('time moves to another ticket and another owner', { tag: '@prove' }, async ({ page, context, browser }) => {
  const { timers } = await jonasWith(context, browser, [
    ['OPS-77', `${DAY}T06:00:00Z`, `${DAY}T07:00:00Z`],
    ['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`],
  ]);
  await openCorrections(page, timers[0]);
  await page.keyboard.press('m');
  await expect(editor(page).getByRole('combobox', { name: 'Ticket' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('OPS-77');
  await page.keyboard.press('Escape');
  await editor(page).getByLabel('Owner').selectOption({ label: 'Maya Lindqvist' });
  await expect(effect(page)).toContainText('Goes to Maya Lindqvist.');
  await field(page, 'Reason').fill('It was Maya who did it.');
  await page.keyboard.press('Control+Enter');
  await expect(editor(page).getByRole('heading')).toContainText('Maya Lindqvist');
  await expect(editor(page).locator('header')).toContainText('OPS-77');
});

test('a member’s day is found, kept in the URL, and left again', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const { timers } = await jonasWith(context, browser, [
    ['OPS-77', `${dateAgo(4)}T06:00:00Z`, `${dateAgo(4)}T07:00:00Z`],
    ['OPS-81', `${DAY}T08:00:00Z`, `${DAY}T12:00:00Z`],
  ]);
  await openCorrections(page);
  await expect(queue(page)).toContainText('Nothing needs attention.');
  await page.keyboard.press('f');
  const find = page.getByRole('form', { name: 'Find a member’s day' });
  await expect(find.getByLabel('Member')).toBeFocused();
  await find.getByLabel('Member').selectOption({ label: 'Jonas Weber' });
  await find.getByLabel('Day').fill(DAY);
  await page.keyboard.press('Enter');
  await expect(queue(page, 'Found').getByRole('link')).toHaveText([/OPS-81.*Stopped/]);
  await queue(page, 'Found').getByRole('link').click();
  await expect(editor(page).locator('header')).toContainText('OPS-81');
  await expect(page).toHaveURL(new RegExp(`/team/corrections/${timers[0]?.id}\\?user_id=.*date=${DAY}`));
  await page.reload();
  await expect(queue(page, 'Found').getByRole('link')).toHaveText([/OPS-81/]);
  await find.getByLabel('State').selectOption({ label: 'Deleted' });
  await find.getByRole('button', { name: 'Find' }).click();
  await expect(queue(page, 'Found')).toContainText('No matching time.');
  await find.getByLabel('Member').focus();
  await page.keyboard.press('Escape');
  await expect(queue(page)).toContainText('Nothing needs attention.');
});

test('a member proposes a correction of closed time, withdraws it, proposes again, and an admin accepts it', async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [['OPS-81', `${DAY}T06:00:00Z`, `${DAY}T14:00:00Z`]]);
  await callApi(context, 'patch', '/workspace', { closed_through: dateAgo(2) });
  const his = await jonas.context.newPage();
  await openToday(his);
  const row = his.locator('[data-entry]', { hasText: 'OPS-81' });
  await row.focus();
  await his.keyboard.press('e');
  const form = his.getByRole('form', { name: 'Edit OPS-81' });
  await form.getByLabel('To', { exact: true }).fill('13:00');
  await his.keyboard.press('Enter');
  await expect(form).toContainText(/Time through .* is closed\. You can propose this correction; an admin decides\./);
  await expectNoBarriers(his, 'closed time');
  await form.getByLabel('Reason').fill('Left at one; forgot to stop.');
  await his.keyboard.press('Enter');
  await expect(toast(his)).toContainText('Correction proposed.');
  await row.press('ArrowRight');
  await his.getByRole('button', { name: 'Withdraw proposal' }).click();
  await expect(his.getByText('You withdrew your proposed correction.')).toBeVisible();
  const [timer] = jonas.timers;
  const spans = [{ started_at: `${DAY}T06:00:00Z`, ended_at: `${DAY}T12:00:00Z` }];
  const proposed = { timer_id: timer?.id, version: timer?.version, spans, reason: 'Left at noon.' };
  await callApi(jonas.context, 'post', '/correction-proposals', proposed);
  await openCorrections(page);
  await expect(page.getByRole('link', { name: /^Corrections \d+ need attention/ })).toBeVisible();
  await queue(page, 'Proposed by members')
    .getByRole('link', { name: /Jonas Weber.*− 2.h.*Left at noon/ })
    .click();
  const review = page.getByRole('region', { name: 'Proposed correction' });
  await expect(review).toContainText('Reason: Left at noon.');
  await expect(review.getByRole('status')).toContainText(/Removes 2.h\./);
  await expect(review).toContainText('Changes closed time of Jonas Weber');
  await expect(review.getByRole('button', { name: 'Decline' })).toBeDisabled();
  await expectNoBarriers(page, 'a proposed correction');
  await review.getByLabel('Note').fill('Matches the calendar.');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Correction saved.');
  await expect(review).toBeHidden();
  await expect(field(page, 'End of span 1')).toHaveValue('12:00:00');
  await expect(log(page).getByRole('row', { name: /Maya Lindqvist Corrected/ })).toContainText(
    'Proposed: Left at noon. Accepted: Matches the calendar.',
  );
  const listNotifications = async () => (await callApi(jonas.context, 'get', '/notifications')).notifications;
  await expect.poll(listNotifications).toMatchObject([{ kind: 'proposal_decided', data: { decision: 'accepted' } }]);
  await callApi(context, 'delete', `/members/${timer?.user_id}`);
  await page.reload();
  await expect(editor(page).getByRole('heading')).toContainText('Jonas Weber (former member)');
  await expect(queue(page, 'Corrected this week')).toContainText('Jonas Weber (former member)');
});
