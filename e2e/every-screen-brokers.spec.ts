import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openDialog, openMenu, runSql, test } from '#/e2e/support.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });

test('message brokers', async ({ page, context, person }, info) => {
  expect(person.name).toBeTruthy();
  const server = await startRedisServer();
  await page.goto('/settings#brokers');
  const section = page.getByRole('region', { name: 'Message brokers' });
  await expect(section).toContainText('None yet');
  await checkScreen(page, info, 'none', { at: section });
  const dialog = await openDialog(page, 'Connect broker');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await checkScreen(page, info, 'new', { part: 'dialog' });
  await page.keyboard.press('Escape');

  const connect = (name: string, kind: string, url: string) =>
    callApi(context, 'post', '/brokers', {
      name,
      kind,
      url,
      input_target: 'timers.in',
      output_target: 'timers.out',
      dead_letter_target: 'timers.dead',
    });
  await connect('orders', 'redis', server.url);
  const { broker } = await connect('billing', 'rabbitmq', 'amqp://guest:guest@127.0.0.1:1');
  await runSql("update brokers set paused = true, lag = 1204, consumed = 88000 where name = 'billing' and id = $1", [
    broker.id,
  ]);
  await page.reload();
  await openMenu(page, 'Actions for billing');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await checkScreen(page, info, 'edit', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send test to orders' }).click();
  await expect(section).toContainText('Confirmed on timers.out');
  await page.getByRole('button', { name: 'Send test to billing' }).click();
  await expect(section).toContainText('Failed after');
  await checkScreen(page, info, 'tested', { at: section });

  await page.goto('/alarms');
  const form = await openDialog(page, 'New alarm');
  await form.getByRole('combobox', { name: 'Send to' }).selectOption('orders, Redis Streams');
  await expect(form.getByRole('textbox', { name: 'Output stream' })).toBeVisible();
  await checkScreen(page, info, 'alarm-form', { part: 'dialog' });
  await page.keyboard.press('Escape');
  const { alarm } = await callApi(context, 'post', '/alarms', {
    delay: '1h',
    name: 'invoice.reminder',
    output_mode: 'event',
    broker: 'orders',
    target: 'reminders',
  });
  await page.goto(`/alarms/${alarm.id}`);
  await expect(page.getByRole('main')).toContainText('orders → reminders');
  await checkScreen(page, info, 'alarm');
  await server.stop();
});
