import type { BrowserContext, Page } from '@playwright/test';
import { test as base } from '#/e2e/operations-scene.ts';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { callApi, expect, expectNoBarriers, pressChord, toast } from '#/e2e/support.ts';
import type { AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { OperationsJson, ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';

// One operator at a time: in two workers one would wait for the other.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

/** Opens the page and waits until it has hydrated: from then on it handles keys and updates. */
async function open(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/operations')]);
}

/** An alarm that no receiver accepts, dead when this resolves. */
async function dead(context: BrowserContext, url: string, name: string): Promise<void> {
  const body = { name, url, delay_ms: 1, retry: [] };
  const { alarm }: AlarmResponseJson = await callApi(context, 'post', '/alarms', body);
  await expect.poll(async () => (await callApi(context, 'get', `/alarms/${alarm.id}`)).alarm.status).toBe('dead');
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

type Answer = Partial<Omit<OperationsJson, 'service'>> & { service?: Partial<ServiceJson> };
type Change = (actual: OperationsJson & { service: ServiceJson }) => Answer;

/** From now on the page gets this state of the service. Returns a function that changes it. */
async function overrideService(page: Page, first: Change): Promise<(next: Change) => void> {
  let change = first;
  await page.route('**/api/v1/operations?*', async (route) => {
    const response = await route.fetch();
    const actual: OperationsJson & { service: ServiceJson } = await response.json();
    const { service, ...rest } = change(actual);
    await route.fulfill({ response, json: { ...actual, ...rest, service: { ...actual.service, ...service } } });
  });
  return (next) => {
    change = next;
  };
}

test('an admin sees at a glance whether alarms are on time, by keys alone', async ({ page, operator }) => {
  expect(operator.email).toBeTruthy();
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/members')]);
  await pressChord(page, 'g', 'o');
  await expect(page).toHaveURL('/team/operations');
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  for (const name of ['Due', 'Fired', 'Retrying', 'Dead', 'Queue', 'Lateness p99'])
    await expect(figure(page, name)).toBeVisible();
  await expect(
    page.getByRole('figure', { name: /^Due and fired: \d.* due and \d.* fired in the last 60.min\./ }),
  ).toBeVisible();
  // The worker of this service is listed, and its canaries complete.
  await expect(section(page, 'Workers')).toContainText('Healthy');
  await expect(section(page, 'Time keeping')).toContainText(/Test alarm.* late/, { timeout: 60_000 });
  await expect(section(page, 'Database')).toContainText(/Connections\d+ of \d+/, { timeout: 60_000 });

  const due = section(page, 'Due and fired');
  await due.getByRole('application').press('ArrowRight');
  await expect(due.getByRole('status')).toHaveText(/^\d\d:\d\d.*: Due .+, Fired .+/);
  const [first] = ((await due.getByRole('status').textContent()) ?? '').split(': ');
  await page.keyboard.press('ArrowRight');
  await expect(due.getByRole('status')).not.toContainText(`${first}: `);
  for (const [words, ending] of [
    ['Image (PNG)', 'png'],
    ['Data (CSV)', 'csv'],
  ] as const) {
    await due.getByRole('button', { name: 'Export: Due and fired' }).press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: words }).press('Enter');
    expect((await saved).suggestedFilename()).toBe(`due-and-fired.${ending}`);
  }

  await due.getByRole('button', { name: 'Show as table: Due and fired' }).press('Enter');
  const table = page.getByRole('table', { name: 'Due and fired' });
  await expect(table.getByRole('row')).toHaveCount(61);
  await expect(table.getByRole('columnheader')).toHaveText(['From', 'Due', 'Fired']);
  await page.getByRole('radio', { name: '24 h' }).press('Space');
  await expect(table.getByRole('row')).toHaveCount(289);
  await page.getByRole('radio', { name: '30 d' }).press('Space');
  await expect(table.getByRole('row')).toHaveCount(361);
  await expectNoBarriers(page, 'operations, as a table');
});

test('dead letters and failing webhooks are listed, and disappear once their receiver responds again', {
  tag: '@prove',
}, async ({ page, context, receiver: { url, plan } }) => {
  plan.status = 404;
  const { id } = (await callApi(context, 'post', '/endpoints', { url, event_types: ['workspace.*'] })).endpoint;
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });
  for (const name of ['report.nightly', 'lease.renew', 'cart.expire']) await dead(context, url, name);
  await open(page);
  // Theirs is not the workspace that runs the service: they see only their own figures.
  await expect(page.getByText('These are your workspace’s figures.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Workers' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '3 alarms are dead.' })).toContainText(
    `All of them were for ${new URL(url).host} (404 Not Found).`,
    { timeout: 60_000 },
  );
  await expect(figure(page, 'Dead')).toContainText('3 new in the last 60');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Dead letters' })).toBeFocused();
  const troubled = section(page, 'Failing webhooks');
  const { host } = new URL(url);
  await expect(troubled.getByRole('row', { name: `${host} Alarms` })).toContainText(/404 Not Found.*33 of 3–$/);
  const endpoint = troubled.getByRole('row', { name: `${host}/hooks/timer Events` });
  await expect(endpoint).toContainText(/404 Not Found.*(now|in \d+.(s|min))$/);
  await endpoint.getByRole('link').click();
  await expect(page).toHaveURL(`/settings?webhook=${id}#webhooks`);
  await expect(page.getByRole('complementary', { name: /^Webhook / })).toContainText(url);
  await page.goBack();

  plan.status = 200;
  const letters = section(page, 'Dead letters');
  await expect(letters.getByRole('row', { name: 'report.nightly' })).toContainText(/404 Not Found.*1 of 1/);
  await letters.getByRole('button', { name: 'Redrive lease.renew' }).press('Enter');
  await expect(toast(page)).toContainText('Redriven: lease.renew');
  // The row is removed, and the focus has moved on to the next.
  await expect(letters.getByRole('button', { name: 'Redrive lease.renew' })).toHaveCount(0);
  await expect(letters.getByRole('button', { name: 'Redrive report.nightly' })).toBeFocused();
  await expect(figure(page, 'Dead').locator('dd').first()).toHaveText('2');

  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog', { name: 'Redrive dead letters?' });
  await expect(question).toContainText('2 dead letters will be sent again now');
  await question.getByRole('button', { name: 'Redrive 2' }).click();
  await expect(letters).toContainText('No dead letters.');
  await expect(figure(page, 'Dead').locator('dd').first()).toHaveText('0');
  // The endpoint gets the next attempt, made by a person now or automatically.
  await callApi(context, 'patch', '/workspace', { cap_seconds: 39_600 });
  await expect(troubled).toHaveCount(0, { timeout: 60_000 });
  await expectNoBarriers(page, 'operations of a workspace');
});

test('problems are named, a gap is not shown as zero, and old figures are marked', { tag: '@prove' }, async ({
  page,
  operator,
}) => {
  expect(operator.email).toBeTruthy();
  const noWorker = ({ to, service }: { to: string; service: ServiceJson }): Partial<ServiceJson> => ({
    gaps: [{ from: new Date(Date.parse(to) - 3 * 60_000).toISOString(), to }],
    points: service.points.map((point, index) =>
      index < service.points.length - 3 ? point : { ...point, minutes: 0, due: null, fired: null },
    ),
    now: { ...service.now, overdue: 4, oldest_overdue_ms: 150_000 },
    alerts: [
      {
        id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
        rule: 'no_worker',
        facts: { seconds: 130 },
        opened_at: to,
        quiet_since: null,
        closed_at: null,
      },
    ],
    workers: [],
  });
  const override = await overrideService(page, (actual) => ({ service: noWorker(actual) }));
  await open(page);
  await page.getByRole('radio', { name: '24 h' }).press('Space');
  await expect(page.getByRole('alert').filter({ hasText: 'No worker is running.' })).toContainText(
    /None has been seen for \d+.min. Alarms wait until one is back. Since/,
  );
  await expect(page.getByRole('figure', { name: /^Due and fired: .* No figures for 3.min\.$/ })).toBeVisible();
  // Waiting alarms are counted now, with a worker or without.
  await expect(figure(page, 'Queue')).toContainText(/4oldest 2.min/);
  await expect(section(page, 'Workers')).toContainText('None is running');
  await expect(section(page, 'Alerts')).toContainText(/No worker is runningsince/);
  await expectNoBarriers(page, 'operations without a worker');

  override(({ server_time }) => ({ server_time: new Date(Date.parse(server_time) - 400_000).toISOString() }));
  await page.getByRole('radio', { name: '7 d' }).press('Space');
  await expect(page.getByText(/^Last update \d+.min ago$/)).toBeVisible();
});
