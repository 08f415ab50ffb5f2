import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import { expect, expectNoBarriers, openSignedOutBrowser, openToday, pressChord, runSql, test } from '#/e2e/support.ts';

const WEEK = '/reports?range=custom&from=2025-01-13&to=2025-01-19';

const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a report follows its filters, which stay in the URL, and is read by keys and as a table', async ({
  page,
  person,
  device,
}) => {
  await record(person, [
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T11:00:00Z'],
    ['API-398', '2025-01-13T12:00:00Z', '2025-01-13T14:00:00Z'],
    ['API-398', '2025-01-14T08:00:00Z', '2025-01-14T09:00:00Z'],
  ]);
  await openToday(page);
  await pressChord(page, 'g', 'r');
  await expect(page).toHaveURL('/reports');
  await expect(page.getByText(/^Nothing tracked in .+\. Start a timer/)).toBeVisible();
  // New time is counted at once.
  await device.start({ title: 'Plan the week' });
  await expect(figure(page, 'Timers').locator('dd').first()).toHaveText('1');
  await expect(page.getByText(/^Nothing tracked in/)).toHaveCount(0);

  await page.goto(WEEK);
  await expect(figure(page, 'Tracked').locator('dd').first()).toHaveText('6 h');
  await expect(figure(page, 'Per working day').locator('dd').first()).toHaveText('3 h');
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('ticket');
  await expect(section(page, 'Tickets').getByRole('row', { name: /^API-398 Work 3 h 50 %$/ })).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Filter by' }).selectOption('ticket');
  await page.getByRole('combobox', { name: 'Key of the ticket' }).fill('api-398');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/by=ticket&ticket=API-398$/);
  await expect(figure(page, 'Tracked').locator('dd').first()).toHaveText('3 h');
  await page.reload();
  await expect(figure(page, 'Tracked').locator('dd').first()).toHaveText('3 h');
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Export time' });
  await dialog.getByLabel('Format').selectOption('JSON Lines');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const entries = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(entries.map((line) => JSON.parse(line).exact_ms)).toEqual([7_200_000, 3_600_000]);

  const hours = section(page, 'Hours per day');
  await expect(hours.getByRole('figure')).toHaveAccessibleName(/most on Monday 13 January 2025 with 2.h\.$/);
  await hours.getByRole('application').focus();
  await expect(hours.getByRole('status')).toHaveText(/^Monday 13 January 2025: API-398 2.h, Total 2.h$/);
  await page.keyboard.press('ArrowRight');
  await expect(hours.getByRole('status')).toHaveText(/^Tuesday 14 January 2025: API-398 1.h, Total 1.h$/);
  const when = section(page, 'When the work happens');
  await when.getByRole('application').press('ArrowRight');
  await expect(when.getByRole('status')).toHaveText(/^Monday, 08:00 – 09:00: 0.min$/);
  await expectNoBarriers(page, 'reports');
  await page.emulateMedia({ colorScheme: 'dark' });
  await hours.getByRole('application').press('Alt+t');
  await expect(hours.getByRole('table', { name: 'Hours per day' }).getByRole('row').nth(1)).toHaveText(
    /^Monday 13 January 20252.h2.h$/,
  );
  await expectNoBarriers(page, 'reports, dark, as a table');

  await page.getByRole('button', { name: 'Remove filter: Ticket API-398' }).press('Enter');
  await expect(figure(page, 'Tracked').locator('dd').first()).toHaveText('6 h');
  await expect(page).toHaveURL(/by=ticket$/);
});

test('time is grouped by two levels, and a group leads to the timers in it', async ({
  page,
  person,
  browser,
}, info) => {
  await record(person, [
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T12:00:00Z'],
    ['API-398', '2025-01-13T12:00:00Z', '2025-01-13T14:00:00Z'],
    ['API-398', '2025-01-14T08:00:00Z', '2025-01-14T09:00:00Z'],
  ]);
  await page.goto(WEEK);
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Detailed' }).click();
  await expect(page).toHaveURL(/\/detailed\?/);
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('ticket');
  await page.getByRole('combobox', { name: 'Then by' }).selectOption('day');
  await expect(page).toHaveURL('/reports/detailed?range=custom&from=2025-01-13&to=2025-01-19&by=ticket&then=day');
  const groups = section(page, 'Tickets').getByRole('row');
  await expect(groups).toHaveText([
    /^Ticket/,
    /^WEB-208 Work157.%4.h$/,
    /^Monday 13 January 2025157.%4.h$/,
    /^API-398 Work243.%3.h$/,
    /^Monday 13 January 2025129.%2.h$/,
    /^Tuesday 14 January 2025114.%1.h$/,
    /^Total37.h$/,
  ]);
  const entries = section(page, 'Entries').getByRole('row');
  await expect(entries).toHaveText([
    /^Day/,
    /^Tue 14 Jan.*API-398.*1.h$/,
    /^Mon 13 Jan.*API-398.*2.h$/,
    /WEB-208.*4.h$/,
  ]);
  await expectNoBarriers(page, 'the detailed report');

  await page.getByRole('button', { name: 'Days of WEB-208' }).press('Enter');
  await expect(groups).toHaveCount(6);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Days of API-398' })).toBeFocused();
  await page.getByRole('button', { name: 'Open all' }).press('Enter');
  await expect(groups).toHaveCount(7);
  const length = entries.nth(1).getByRole('cell').last();
  const color = await length.evaluate((cell) => getComputedStyle(cell).color);
  const held = await holdReports(page);
  await groups.nth(4).getByRole('link', { name: 'Monday 13 January 2025' }).press('Enter');
  await expect(page).toHaveURL(/from=2025-01-13&to=2025-01-13&by=ticket&then=day&ticket=API-398$/);
  await expect(length, 'gray while it is still that of the filters before').not.toHaveCSS('color', color);
  held.release();
  await expect(length).toHaveCSS('color', color);
  await expect(entries).toHaveText([/^Day/, /^Mon 13 Jan.*API-398.*2.h$/]);
  await expect(page.locator('[data-level] :focus')).toHaveCount(1);
  await page.goBack();
  await expect(entries).toHaveCount(4);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save report' });
  await saving.getByLabel('Name').fill('Tickets by day');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tickets by day saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Share report' }).getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('dialog', { name: 'Link to the report' }).locator('code');
  const guest = await openSignedOutBrowser(browser);
  await guest.goto(new URL((await link.textContent()) ?? '').pathname);
  await expect(section(guest, 'Tickets').getByRole('row')).toHaveText([
    'TicketOf all timeTimersShareTime',
    ...[/^WEB-208 Work1.*4.h$/, /^Monday 13 January 2025/, /^API-398 Work2.*3.h$/, /^Mon/, /^Tue/, /^Total37.h$/],
  ]);
  await checkScreen(guest, info, 'shared-levels');

  await page.goto('/reports/saved');
  await expect(page.getByText(/ · by ticket, then by day$/)).toBeVisible();
  await page.getByRole('link', { name: 'Tickets by day' }).click();
  await expect(page).toHaveURL('/reports/detailed?range=custom&from=2025-01-13&to=2025-01-19&by=ticket&then=day');
});

test('a period is shown with the one before it, sessions are counted by type, and a chart is exported', {
  tag: '@prove',
}, async ({ page, person, device }) => {
  await record(person, [
    ['WEB-208', '2025-01-06T08:00:00Z', '2025-01-06T09:30:00Z'],
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T11:00:00Z'],
    ['API-398', '2025-01-13T12:00:00Z', '2025-01-13T14:00:00Z'],
  ]);
  await device.stop(await device.start({ title: 'Focus', type: 'pomodoro' }));
  await page.goto(WEEK);
  const types = section(page, 'Sessions by type').getByRole('row');
  await expect(types).toHaveText([/^TypeCountAverageLongest$/, /^Manual22.h 30.min3.h$/]);
  await expect(section(page, 'Compared with 6 – 12 January 2025').getByRole('row')).toHaveText([
    'FigureBeforeChange',
    /^Tracked1.h 30.min3.h 30.min more$/,
    /^Per working day1.h 30.min3.h 30.min more$/,
    /^Average session1.h 30.min1.h more$/,
    'Working days1the same',
    /^Timers1.*1 more$/,
  ]);
  const taken = async (as: string) => {
    await page.getByRole('button', { name: 'Export: Hours per day' }).press('Enter');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: as }).press('Enter');
    return readFile(await (await download).path());
  };
  const lines = (await taken('Data (CSV)')).toString().trim().split(/\r?\n/);
  expect(lines).toEqual([
    'Day,No project (seconds),Total (seconds)',
    '2025-01-13,18000,18000',
    ...['14', '15', '16', '17'].map((day) => `2025-01-${day},0,0`),
  ]);
  const bytes = await taken('Image (PNG)');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('the tabs of reports keep period and filters, and show estimates, pomodoros, focus and the team’s day', {
  tag: '@prove',
}, async ({ page, person, device }) => {
  await record(person, [
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T08:20:00Z'],
    ['API-398', '2025-01-13T08:22:00Z', '2025-01-13T10:22:00Z'],
    ['OPS-81', '2025-01-15T08:00:00Z', '2025-01-15T09:00:00Z'],
  ]);
  await runSql(
    `update tickets set estimate_seconds = case key when 'API-398' then 3600 else 36000 end
     where key <> 'OPS-81' and workspace_id in (
       select m.workspace_id from memberships m join users u on u.id = m.user_id where u.email = $1)`,
    [person.email],
  );
  // A pomodoro that was kept, on WEB-208.
  await runSql(
    `with timer as (
       update timers set type = 'pomodoro' where user_id = (select id from users where email = $1)
         and ticket_id in (select id from tickets where key = 'WEB-208') returning *)
     insert into timer_cycles (id, run_id, timer_id, workspace_id, user_id, position, kind, round, planned_ms, started_at,
                               ended_at, ended_how, actual_ms, at_deadline)
     select gen_random_uuid(), id, id, workspace_id, user_id, 0, 'work', 1, 1200000, started_at, ended_at, 'finished',
            1200000, 'finish' from timer`,
    [person.email],
  );
  await page.goto(WEEK);
  const tabs = page.getByRole('navigation', { name: 'Reports' });
  await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Tickets' }).press('Enter');
  await expect(page).toHaveURL('/reports/tickets?range=custom&from=2025-01-13&to=2025-01-19');
  await expect(tabs.getByRole('link', { name: 'Tickets' })).toHaveAttribute('aria-current', 'page');
  const rows = section(page, 'Tickets').getByRole('row');
  await expect(rows).toHaveText([
    /^Ticket/,
    /^API-398.*2.h1.h over1.h over$/,
    /^WEB-208.*20.min3.% of 10.h9.h 40.min left$/,
    /^OPS-81.*–$/,
  ]);
  const estimates = section(page, 'Estimate against actual');
  await estimates.getByRole('application').press('ArrowDown');
  await expect(estimates.getByRole('status')).toHaveText(
    /^API-398: Estimate 1.h, Total tracked 2.h, Over or left 1.h over$/,
  );
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('key');
  await expect(rows.nth(2)).toHaveText(/^OPS-81/);
  await expectNoBarriers(page, 'the ticket report');

  await tabs.getByRole('link', { name: 'Pomodoro' }).click();
  await expect(page).toHaveURL(/\/pomodoro\?range=custom&from=2025-01-13&to=2025-01-19$/);
  await expect(figure(page, 'Pomodoro kept').locator('dd').first()).toHaveText(/^100.%$/);
  await expect(section(page, 'Pomodoros per day').getByRole('figure')).toHaveAccessibleName(
    /: 1 of 1 pomodoro kept\.$/,
  );
  const lengths = section(page, 'Focus durations');
  await lengths.getByRole('application').focus();
  await page.keyboard.press('Alt+t');
  await expect(lengths.getByRole('row')).toHaveText([
    'MinutesStretchesTime',
    /^<.150–$/,
    /^15.–.25120.min$/,
    /^25.–.500–$/,
    /^50.–.9011.h$/,
    /^>.9012.h$/,
  ]);
  await expect(
    section(page, 'Interruptions')
      .getByText(/^Switches within 5.min$/)
      .locator('~ dd'),
  ).toHaveText('1');
  await expectNoBarriers(page, 'the pomodoro report');

  await page.goto('/reports/team-day?range=custom&from=2025-01-13&to=2025-01-13');
  const day = section(page, 'Team day');
  await expect(day.getByText('1 member, 0 running')).toBeVisible();
  await day.getByRole('application').press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(day.getByRole('status')).toHaveText(
    /^Maya Lindqvist: 09:22 – 11:22, 2.h, API-398; 2.h 20.min that day$/,
  );
  await expect(section(page, 'Active timers').getByRole('figure')).toHaveAccessibleName(
    'Active timers: at most 1 at once, first at 09:00.',
  );
  await expectNoBarriers(page, 'the team day');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/from=2025-01-14&to=2025-01-14$/);
  await expect(page.getByText('Nothing tracked on Tuesday 14 January 2025.')).toBeVisible();
  await device.start({ title: 'Plan the week' });
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(day.getByText('1 member, 1 running')).toBeVisible();
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect(section(page, 'Today and streaks').getByText('Streak', { exact: true }).locator('~ dd')).toHaveText(
    /^1 day, /,
  );
});

test('a report that cannot be loaded says what to do', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.route('**/api/v1/reports/**', (route) => route.abort());
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  await pressChord(page, 'g', 'r');
  // The page includes its first report; another period is requested from here.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('year');
  await expect(page.getByRole('alert', { name: 'No report to show' })).toContainText('Can’t reach the server.');
  await page.unroute('**/api/v1/reports/**');
  await page.getByRole('button', { name: 'Try now' }).press('Enter');
  await expect(section(page, 'The last year')).toBeVisible();
});

/** Holds the page’s requests for reports until they are released. */
async function holdReports(page: Page): Promise<{ release: () => void }> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/reports/**', async (route) => {
    await isReleased;
    await route.continue();
  });
  return { release };
}
