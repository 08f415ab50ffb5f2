import { jonasWith } from '#/e2e/corrections.ts';
import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, test } from '#/e2e/support.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });

test('audit log', async ({ page, context, person, browser }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  const { timers } = await jonasWith(context, browser, [
    ['OPS-77', '2025-01-12T08:00:00Z', '2025-01-12T09:00:00Z', 'Rotate the webhook signing secret'],
    ['OPS-81', '2025-01-13T08:00:00Z', '2025-01-13T21:00:00Z', 'Alarm worker lease renewal'],
  ]);
  const [timer] = timers;
  const spans = [{ started_at: '2025-01-13T08:00:00Z', ended_at: '2025-01-13T16:30:00Z' }];
  await callApi(context, 'post', '/corrections', {
    timers: [{ timer_id: timer?.id, version: timer?.version, spans, ticket_key: 'OPS-77' }],
    reason: 'Forgot to stop; left at 16:30. Agreed with Jonas.',
  });
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000, closed_through: '2025-01-05' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/audit')]);
  await page.getByRole('button', { name: 'Workspace edited' }).click();
  await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible();
  // Dropped columns leave no gap, also while an entry is open.
  await page.setViewportSize({ width: 768, height: 1024 });
  const change = page.getByRole('row').filter({ hasText: 'Workspace edited' }).getByRole('cell').last();
  const [last, log] = await Promise.all([change.boundingBox(), page.getByRole('main').boundingBox()]);
  expect.soft((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan((log?.x ?? 0) + (log?.width ?? 0) - 40);
  await checkScreen(page, info, 'audit');
  await page.getByRole('button', { name: 'Timer corrected' }).click();
  await callApi(context, 'patch', '/workspace', { cap_seconds: 39_600 });
  await expect(page.getByRole('button', { name: '1 new entry' })).toBeVisible();
  await checkScreen(page, info, 'audit-timer');
  await page.getByLabel('From').fill('2024-01-01');
  await page.getByLabel('Through').fill('2024-01-02');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await checkScreen(page, info, 'audit-none');
});
