import { Redis } from 'ioredis';
import { test as base, callApi, expect, openDialog, openMenu, toast } from '#/e2e/support.ts';
import type { AlarmListJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';

const test = base.extend<{ server: TestBroker; redis: Redis }>({
  server: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const server = await startRedisServer();
    await use(server);
    await server.stop();
  },
  redis: async ({ server }, use) => {
    const redis = new Redis(server.url);
    await use(redis);
    redis.disconnect();
  },
});

/** CloudEvents in a stream, oldest first. */
async function eventsOf(redis: Redis, stream: string) {
  const entries = await redis.xrange(stream, '-', '+');
  return entries.map(([, fields]) => JSON.parse(fields[fields.indexOf('event') + 1] ?? ''));
}

test('a broker is connected by keyboard and tested, and an event in it becomes an alarm that fires into it', {
  tag: '@prove',
}, async ({ page, context, server, redis }) => {
  await page.goto('/settings#brokers');
  const section = page.getByRole('region', { name: 'Message brokers' });
  await expect(section).toContainText('None yet');
  const dialog = await openDialog(page, 'Connect broker');
  await expect(dialog.getByRole('combobox', { name: 'Kind' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders!');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://redis.example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('orders');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeFocused();
  await expect(dialog).toContainText('redis://');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(server.url);
  await dialog.getByRole('textbox', { name: 'Input stream' }).fill('timers.in');
  await dialog.getByRole('textbox', { name: 'Output stream' }).fill('timers.out');
  await dialog.getByRole('textbox', { name: 'Dead-letter stream' }).fill('timers.dead');
  await page.keyboard.press('Enter');
  const row = section.getByRole('listitem').filter({ hasText: 'orders' });
  await expect(row).toContainText('Redis Streams');
  await expect(row, 'the password is never shown').not.toContainText(new URL(server.url).password);

  await row.getByRole('button', { name: 'Send test to orders' }).press('Enter');
  await expect(row.getByRole('status')).toContainText(/Confirmed on timers\.out in \d+\sms/);
  await expect.poll(async () => (await eventsOf(redis, 'timers.out')).map(({ type }) => type)).toEqual(['timer.test']);

  const event = {
    specversion: '1.0',
    type: 'timer.scheduled',
    source: '/checkout',
    id: 'order-1',
    data: { name: 'Order 1 expires', delay: '1s', payload: { order: 1 } },
  };
  await redis.xadd('timers.in', '*', 'event', JSON.stringify(event));
  await redis.xadd('timers.in', '*', 'event', JSON.stringify(event));
  await expect
    .poll(async () => (await eventsOf(redis, 'timers.out')).map(({ type }) => type))
    .toEqual(['timer.test', 'timer.fired']);
  const { alarms }: AlarmListJson = await callApi(context, 'get', '/alarms');
  expect(alarms).toMatchObject([{ name: 'Order 1 expires', output_mode: 'event', target: 'timers.out' }]);
  await expect(row).toContainText('Connected');
  await expect(row).toContainText('0 waiting, 2 consumed');

  await page.goto(`/alarms/${alarms[0]?.id}`);
  await expect(page.getByRole('main')).toContainText('orders → timers.out');

  const again = await openDialog(page, 'Duplicate');
  await expect(again.getByRole('combobox', { name: 'Send to' })).toHaveValue(alarms[0]?.broker_id ?? '');
  await again.getByRole('combobox', { name: 'Send to' }).selectOption('Webhook');
  await expect(again.getByRole('textbox', { name: 'URL', exact: true })).toBeVisible();
  await again.getByRole('combobox', { name: 'Send to' }).selectOption('orders, Redis Streams');
  await again.getByRole('textbox', { name: 'Output stream' }).fill('timers.again');
  await again.getByRole('button', { name: 'Create alarm' }).press('Enter');
  await expect
    .poll(async () => (await eventsOf(redis, 'timers.again')).map(({ type }) => type))
    .toEqual(['timer.fired']);

  await page.goto('/settings#brokers');
  await openMenu(page, 'Actions for orders');
  await page.getByRole('menuitem', { name: 'Pause' }).press('Enter');
  await expect(toast(page)).toContainText('orders paused. Its events wait in the broker.');
  await expect(row).toContainText('Paused');
  await openMenu(page, 'Actions for orders');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit orders' });
  await edit.getByRole('textbox', { name: 'Output stream' }).fill('timers.elsewhere');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('timers.elsewhere');
  await openMenu(page, 'Actions for orders');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete broker' }).press('Enter');
  await expect(section).toContainText('None yet');
});

test('an unreachable broker is shown with advice on what to do, and a test says so', { tag: '@prove' }, async ({
  page,
  context,
  server,
}) => {
  await callApi(context, 'post', '/brokers', {
    name: 'billing',
    kind: 'redis',
    url: server.url,
    input_target: 'timers.in',
    output_target: 'timers.out',
  });
  await page.goto('/settings#brokers');
  const row = page
    .getByRole('region', { name: 'Message brokers' })
    .getByRole('listitem')
    .filter({ hasText: 'billing' });
  await expect(row).toContainText('Connected');
  await server.kill();
  await row.getByRole('button', { name: 'Send test to billing' }).click();
  await expect(row.getByRole('status')).toContainText('Failed after');
  await expect(row.getByRole('status')).toContainText('Start it, or correct the host and the port in its URL.');
  await expect(row).toContainText('Failing');
  const state = row.getByRole('paragraph').filter({ hasText: 'Failing' });
  await expect(state.locator('+ p')).toHaveText(/^Redis could not be reached: .+ Start it, or correct the host/);
  await server.restart();
  await row.getByRole('button', { name: 'Send test to billing' }).click();
  await expect(row.getByRole('status')).toContainText('Confirmed on timers.out');
});
