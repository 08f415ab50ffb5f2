import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { jonasWith } from '#/e2e/corrections.ts';
import { callApi, expect, expectNoBarriers, test } from '#/e2e/support.ts';

const REASON = 'It was Maya, agreed by phone.';

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(({ person }) => {
  expect(person.name).toBe('Maya Lindqvist');
});

/** Opens the log and waits until the page has hydrated: from then on it handles keys. */
async function openLog(page: Page, query = ''): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/team/audit${query}`)]);
}

const entry = (page: Page, what: string) => page.locator('[data-event]').filter({ hasText: what });
const filter = (page: Page) => page.getByRole('search', { name: 'Filter' });

/**
 * Chooses in several lists within one task, like fast keys on a slow machine: before the page renders the first choice.
 */
function chooseAtOnce(form: Locator, choices: Record<string, string>): Promise<void> {
  return form.evaluate((element, wanted) => {
    for (const [label, words] of wanted) {
      const named = [...element.querySelectorAll('label')].find((one) => one.textContent?.trim() === label);
      const select = named?.control as HTMLSelectElement;
      select.value = [...select.options].find((option) => option.text === words)?.value ?? '';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, Object.entries(choices));
}

test('the audit log is read by keyboard, filtered, kept in the URL and exported', async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [['OPS-81', '2025-01-13T08:00:00Z', '2025-01-13T12:00:00Z']]);
  const [timer] = jonas.timers;
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: timer?.id, version: timer?.version, title: 'Renewal' }],
    reason: REASON,
  });
  // His notification is an entry as well, added a moment later.
  const listNotifications = async () => (await callApi(jonas.context, 'get', '/notifications')).notifications;
  await expect.poll(listNotifications).toMatchObject([{ kind: 'corrected' }]);
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });

  await openLog(page);
  await expect(entry(page, 'Workspace edited')).toContainText(/Maya Lindqvist.*cap: 24.h to 10.h.*Browser/);
  await expect(entry(page, 'Timer edited')).toContainText(/Maya Lindqvist.*Jonas Weber.*It was Maya/);
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Workspace edited' })).toBeFocused();
  await page.keyboard.press('Enter');
  const inside = page.getByRole('table', { name: 'Before and after' });
  await expect(inside.getByRole('row', { name: /^cap/ })).toContainText(/24.h.*10.h/);

  // While an entry is open, new ones wait, and nothing moves.
  await callApi(context, 'patch', '/workspace', { cap_seconds: 39_600 });
  const added = page.getByRole('button', { name: '1 new entry' });
  await expect(added).toBeVisible();
  await expect(entry(page, 'Workspace edited')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Workspace edited' })).toBeFocused();
  await expectNoBarriers(page, 'an entry that is looked into');
  await added.press('Enter');
  await expect(page.locator('[data-event]').first()).toContainText(/Workspace edited.*cap: 10.h to 11.h/);
  await expect(entry(page, 'Workspace edited')).toHaveCount(2);
  await expect(inside.getByRole('row', { name: /^cap/ })).toContainText(/24.h.*10.h/);
  await expect(added).toHaveCount(0);

  await page.keyboard.press('f');
  await expect(filter(page).getByLabel('Who did it')).toBeFocused();
  await chooseAtOnce(filter(page), { Whose: 'Jonas Weber', What: 'Timers' });
  await expect(page.locator('[data-event]')).toHaveCount(1);
  await expect(page).toHaveURL(/\/team\/audit\?user=[^&]+&type=timer\.\*$/);
  await page.reload();
  await expect(page.locator('[data-event]')).toHaveCount(1);
  await expect(filter(page).getByLabel('What')).toHaveValue('timer.*');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,Jonas Weber,${timer?.id},"${REASON}"`);
  const [jsonLines] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as JSON Lines' }).click(),
  ]);
  const [first = ''] = (await readFile(await jsonLines.path(), 'utf8')).split('\n');
  expect(JSON.parse(first)).toMatchObject({ type: 'timer.edited', subject_id: timer?.id });

  // No entry is open: new ones that match the filter appear by themselves, and others do not.
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });
  await callApi(jonas.context, 'post', '/timers/start', { title: 'Live' });
  await expect(entry(page, 'Timer started')).toBeVisible();
  await expect(page.locator('[data-event]')).toHaveCount(2);
  await expect(page).toHaveURL(/\/team\/audit\?user=[^&]+&type=timer\.\*$/);

  await filter(page).getByLabel('From').fill('2024-01-01');
  await filter(page).getByLabel('Through').fill('2024-01-02');
  await expect(page.getByRole('status').filter({ hasText: 'No matching entries.' })).toBeVisible();
  await filter(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/team/audit');
  await expect(entry(page, 'Workspace edited')).toHaveCount(3);
});
