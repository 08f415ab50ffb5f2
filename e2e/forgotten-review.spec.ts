import type { Locator } from '@playwright/test';
import { test } from '#/e2e/afternoon.ts';
import { elapsedMinutes, endAtCap, timerOf } from '#/e2e/forgotten.ts';
import { callApi, expect, expectNoBarriers, openDialog, toast } from '#/e2e/support.ts';

const REJECTION = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'busy',
  detail: 'Try again in a while.',
};

test('a timer that the cap has stopped is listed on every page until it is trimmed, confirmed or edited', async ({
  page,
  device,
  context,
}) => {
  const first = await endAtCap(page, device, 'First', 6);
  const second = await endAtCap(page, device, 'Second', 4);
  const third = await endAtCap(page, device, 'Third', 2);
  const firstFrame = await context.request.get('/tickets');
  expect(await firstFrame.text(), 'it moves nothing by coming later').toMatch(/3\stimers need review/);
  await page.goto('/tickets');
  const bar = page.getByRole('region', { name: 'Notices' });
  await expect(bar).toContainText('3 timers need review');
  await expectNoBarriers(page, 'timers to review');
  await openDialog(page, 'Review…');
  await expectNoBarriers(page, 'review list', 'dialog');
  const dialog = page.getByRole('dialog', { name: 'Timers to review' });
  const row = (title: string) => dialog.getByRole('listitem', { name: title });
  await expect(row('First')).toContainText(/Stopped by the cap at 24.h\. You were last seen .+, 20.h before it ended/);

  const status = dialog.getByRole('status');
  await row('First')
    .getByRole('button', { name: /^Trim to/ })
    .click();
  await expect(row('First').getByRole('button', { name: 'Looks right' })).toBeHidden();
  await expect(status).toContainText(/20.h removed from First/);
  // Once is enough.
  await expect(toast(page)).toBeHidden();
  expect(await timerOf(page, first)).toMatchObject({ needs_review: false });
  expect(elapsedMinutes(await timerOf(page, first))).toBeCloseTo(240, 0);
  await row('Second').getByRole('button', { name: 'Looks right' }).click();
  await expect(row('Second').getByRole('button', { name: 'Looks right' })).toBeHidden();
  await expect(status).toContainText(/Kept 24.h of Second/);
  expect(await timerOf(page, second)).toMatchObject({ needs_review: false });
  expect(elapsedMinutes(await timerOf(page, second))).toBeCloseTo(1_440, 0);
  await row('Third').getByRole('button', { name: 'Edit times…' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Third' });
  await form.getByLabel('Title').fill('Third, on call');
  await form.getByLabel('To', { exact: true }).fill('23:59');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Nothing left to review');
  expect(await timerOf(page, third)).toMatchObject({ needs_review: false, title: 'Third, on call' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(bar.getByText(/need.* review/)).toBeHidden();
  expect((await callApi(context, 'get', '/timers?needs_review=true')).timers).toEqual([]);
});

test('the calendar marks a timer that needs review until it is reviewed', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const timer = await endAtCap(page, device, 'Left running', 0);
  await page.goto('/calendar');
  const block = page.locator('[data-block]:visible').last();
  await expect(block).toHaveAccessibleName(/^Left running, .+, needs review$/);
  await callApi(page.context(), 'post', `/timers/${timer.id}/review`, {});
  await expect(block).toHaveAccessibleName(/^Left running, .+(min|h)$/);
});

test('a timer ended when its owner was last seen can be restored to the cap', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await callApi(context, 'patch', '/me', { cap_point: 'last_seen' });
  const timer = await endAtCap(page, device, 'On call', 0);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(240, 0);
  await page.goto('/');
  const dialog = await openDialog(page, 'Review…');
  await expect(dialog).toContainText('where it ends');
  await dialog.getByRole('button', { name: 'Restore to the cap' }).click();
  await expect(dialog.getByRole('status')).toContainText(/Back to 24.h/);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(1_440, 0);
});

test('an answer of the review is undone there, or later in Settings, and the timer needs review again', {
  tag: '@prove',
}, async ({ page, device }) => {
  const first = await endAtCap(page, device, 'First', 4);
  const second = await endAtCap(page, device, 'Second', 2);
  await page.goto('/tickets');
  const dialog = await openDialog(page, 'Review…');
  const status = dialog.getByRole('status');
  const confirm = (title: string) =>
    dialog.getByRole('listitem', { name: title }).getByRole('button', { name: 'Looks right' });

  await dialog
    .getByRole('listitem', { name: 'First' })
    .getByRole('button', { name: /^Trim to/ })
    .click();
  await expect(status).toContainText('removed from First');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status).toContainText(/Back to 24.h\. First/);
  await expect(confirm('First')).toBeVisible();
  expect(await timerOf(page, first)).toMatchObject({ needs_review: true });
  expect(elapsedMinutes(await timerOf(page, first))).toBeCloseTo(1_440, 0);

  await confirm('Second').click();
  await expect(status).toContainText('of Second');
  await expectNoBarriers(page, 'what can be taken back', 'dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await timerOf(page, second)).toMatchObject({ needs_review: false });

  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#forgotten')]);
  const answers = await openDialog(page, 'Undo an answer…');
  await expect(answers.getByRole('listitem', { name: 'Second' })).toContainText('Kept as it was');
  await expectNoBarriers(page, 'answers to take back', 'dialog');
  await answers.getByRole('listitem', { name: 'Second' }).getByRole('button', { name: 'Undo' }).click();
  await expect(answers.getByRole('status')).toContainText(/Back to 24.h\. Second/);
  await expect(answers).toContainText('No answers from the last 7 days to undo.');
  await expect(answers.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await timerOf(page, second)).toMatchObject({ needs_review: true });
});

test('an edit in the review can be undone there, and the entry is listed again', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const timer = await endAtCap(page, device, 'On call', 2);
  await page.goto('/tickets');
  await openDialog(page, 'Review…');
  const dialog = page.getByRole('dialog', { name: 'Timers to review' });
  await dialog.getByRole('button', { name: 'Edit times…' }).click();
  const form = page.getByRole('dialog', { name: 'Edit On call' });
  await form.getByLabel('Title').fill('On call, at night');
  await form.getByLabel('To', { exact: true }).fill('23:59');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(dialog.getByRole('status')).toContainText('Saved On call, at night');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await timerOf(page, timer)).toMatchObject({ needs_review: false, title: 'On call, at night' });
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Looks right' })).toBeVisible();
  expect(await timerOf(page, timer)).toMatchObject({ needs_review: true, title: 'On call' });
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(1_440, 0);
});

test('by key the focus moves to the next timer, then to the button that closes the list', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await endAtCap(page, device, 'First', 4);
  await endAtCap(page, device, 'Second', 2);
  await page.goto('/tickets');
  const dialog = await openDialog(page, 'Review…');
  const trim = (title: string) =>
    dialog.getByRole('listitem', { name: title }).getByRole('button', { name: /^Trim to/ });
  // The latest is the first of the list.
  await expect(trim('Second')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(trim('First')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Nothing left to review');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(dialog.getByRole('listitem', { name: 'First' }).getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('an error is shown in the review itself, and people who are offline are not asked', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await endAtCap(page, device, 'First', 2);
  await page.route('**/api/v1/timers/*/review', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: REJECTION }),
  );
  await page.goto('/tickets');
  const dialog = await openDialog(page, 'Review…');
  await dialog.getByRole('button', { name: 'Looks right' }).click();
  await expect(dialog.getByRole('status')).toContainText(`Couldn’t do that. ${REJECTION.detail}`);
  await expect(dialog.getByRole('button', { name: 'Looks right' })).toBeFocused();
  await context.setOffline(true);
  await expect(dialog.getByRole('status')).toHaveText('Answer when you’re back online.');
  await expect(dialog.getByRole('button', { name: 'Looks right' })).toBeDisabled();
});

test('settings of the questions are next to the other settings, and apply at once', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#forgotten')]);
  const section = page.getByRole('region', { name: 'Forgotten timers' });
  await section.getByLabel('Ask if I’m still working after').fill('4h');
  await section.getByLabel('Ask if I’m still working after').press('Enter');
  await section.getByLabel('An absence is longer than').fill('30h');
  await section.getByLabel('An absence is longer than').press('Enter');
  await expect(section).toContainText('at most 24 h');
  await section.getByLabel('An absence is longer than').fill('45m');
  await section.getByLabel('An absence is longer than').press('Enter');
  await section.getByLabel(/^A timer that reaches/).selectOption({ label: 'When I was last seen' });
  await section.getByRole('switch', { name: 'Ask at the end of my working hours' }).press('Space');
  await section.getByRole('checkbox', { name: 'Friday' }).uncheck();
  const [from, to] = ['From', 'To'].map((name) => section.getByLabel(name, { exact: true })) as [Locator, Locator];
  // Typed key by key; an end before the beginning waits for the beginning. The A is for a browser with a twelve-hour
  // clock.
  await to.pressSequentially('0645a');
  await expect(to).toHaveValue('06:45');
  await to.press('Enter');
  await expect(section).toContainText('Choose an end after the start.');
  await expect(to).toBeFocused();
  for (const value of ['10:00', '11:00']) {
    await from.press('ArrowUp');
    await expect(from).toHaveValue(value);
    await expect(from).toBeFocused();
  }
  await from.pressSequentially('0530a');
  await expect(from).toHaveValue('05:30');
  await from.blur();
  await expect(section).not.toContainText('Choose an end after the start.');
  await expect(section.getByText('Saved', { exact: true })).toBeVisible();
  await expectNoBarriers(page, 'forgotten timers in settings', '#forgotten');
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/me')).json()).user)
    .toMatchObject({
      nudge_seconds: 4 * 3_600,
      absence_minutes: 45,
      absence_policy: 'ask',
      cap_point: 'last_seen',
      working_hours: { days: [1, 2, 3, 4], from: '05:30', to: '06:45' },
    });
  await section.getByRole('switch', { name: 'Ask about absences' }).press('Space');
  await expect(section.getByLabel('An absence is longer than')).toBeHidden();
  await expect(section.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(section.getByLabel('Ask if I’m still working after')).toHaveValue(/^4.h$/);
  await expect(section.getByRole('switch', { name: 'Ask about absences' })).not.toBeChecked();
});
