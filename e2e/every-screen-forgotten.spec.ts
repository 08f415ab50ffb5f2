import { card, endAtCap, leaveRunningOvernight, runForLong } from '#/e2e/forgotten.ts';
import { checkScreen } from '#/e2e/look.ts';
import {
  callApi,
  test as everyone,
  expect,
  newPerson,
  openDialog,
  openToday,
  type Person,
  runSql,
  signIn,
  zoneAt,
} from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
everyone.describe.configure({ timeout: 600_000 });

/** Six hours of work must fit into the day. */
const EVENING = zoneAt(19);

everyone.use({ timezoneId: EVENING });

const test = everyone.extend<{ person: Person }>({
  person: async ({ context }, use) => {
    const person = await newPerson({ timeZone: EVENING });
    await signIn(context, person);
    await use(person);
  },
});

test('a timer that has run for long', async ({ page, context, device }, info) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await checkScreen(page, info, 'still-working');
  await page.goto('/tickets');
  await expect(card(page)).toBeVisible();
  await checkScreen(page, info, 'still-working-elsewhere');
  await page.keyboard.press('q');
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'trim-to-another-time', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await runSql('update timer_questions set away_from = null where timer_id = $1', [timer.id]);
  await openToday(page);
  await expect(card(page)).toContainText('You haven’t been seen here');
  await checkScreen(page, info, 'still-working-never-seen');
});

test('a night away', async ({ page, device }, info) => {
  await leaveRunningOvernight(device);
  await openToday(page);
  await expect(card(page)).toContainText('was it work?');
  await checkScreen(page, info, 'away');
  await page.keyboard.press('q');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'give-away', { part: 'dialog' });
});

test('timers to review', async ({ page, device, context }, info) => {
  await endAtCap(page, device, 'Rotate the webhook signing secret', 2);
  await callApi(context, 'patch', '/me', { cap_point: 'last_seen' });
  await endAtCap(page, device, 'Alarm worker lease renewal', 0);
  await openToday(page);
  await expect(page.getByText('2 timers need review')).toBeVisible();
  await checkScreen(page, info, 'to-review');
  const dialog = await openDialog(page, 'Review…');
  await checkScreen(page, info, 'review', { part: 'dialog' });
  await dialog.getByRole('button', { name: /^Trim to/ }).click();
  await expect(dialog.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await checkScreen(page, info, 'reviewed', { part: 'dialog' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto('/settings#forgotten');
  const answers = await openDialog(page, 'Undo an answer…');
  await expect(answers.getByRole('listitem')).toHaveCount(2);
  await checkScreen(page, info, 'answers', { part: 'dialog' });
});

test('settings of forgotten timers', async ({ page, context, person }, info) => {
  expect(person.name).toBeTruthy();
  await callApi(context, 'patch', '/me', { working_hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' } });
  await page.goto('/settings#forgotten');
  await expect(page.getByRole('checkbox', { name: 'Friday' })).toBeVisible();
  await checkScreen(page, info, 'settings-forgotten', { part: '#forgotten' });
});
