import type { Locator, Page } from '@playwright/test';
import { barriersIn } from '#/e2e/barriers.ts';
import { sidewaysPx } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import {
  callApi,
  clockText,
  composer,
  entries,
  expect,
  hero,
  openMenu,
  openToday,
  pressChord,
  proveUnless,
  test,
  toast,
  zoneAt,
} from '#/e2e/support.ts';

test.beforeEach(async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
});

test('start, pause, resume, stop and undo the stop by mouse', async ({ page }) => {
  await composer(page).fill('API-900 Fix the limiter #backend');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(hero(page)).toContainText('Running');
  await expect(hero(page)).toContainText('API-900');
  await expect(hero(page).getByRole('heading')).toContainText('Fix the limiter');
  await expect(hero(page).getByRole('list', { name: 'Tags' })).toContainText('backend');
  await expect(clockText(page)).toHaveText(/0:00:0[1-9]/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(hero(page)).toContainText('Paused since');
  const still = await clockText(page).textContent();
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await expect(hero(page)).toContainText('Running');
  await expect(clockText(page)).not.toHaveText(still ?? '');

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(toast(page)).toContainText('Stopped at');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(hero(page)).toContainText('Running');
  await expect(toast(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(toast(page)).toContainText('Stopped at');
  await expect(composer(page)).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('2 spans');

  await entries(page).click();
  await expect(page.getByRole('row', { level: 2 })).not.toHaveCount(0);
  await expect(entries(page)).toHaveAttribute('aria-expanded', 'true');
});

test('start, pause, resume, switch, stop and undo the stop by keyboard alone', async ({ page, device }) => {
  // Without any tracked time the field is ready at once.
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Stand-up');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('Running');
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('Paused since');
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('Running');

  await page.keyboard.press('w');
  await page.keyboard.type('OPS-81 Lease renewal');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('OPS-81');
  await expect(toast(page)).toHaveText(/^Stand-up stopped at .+, OPS-81 started/);
  expect((await device.current()).timer?.title).toBe('Lease renewal');

  const { timer: running } = await device.current();
  await page.keyboard.press('s');
  await expect(toast(page)).toContainText('Stopped at');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(async () => expect((await device.current()).timer).toBeNull()).toPass();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(hero(page)).toContainText('OPS-81');
  await expect(async () => expect((await device.current()).timer?.running_since).toBe(running?.running_since)).toPass();
  await page.keyboard.press('s');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(async () => expect((await device.current()).timer).toBeNull()).toPass();
  await page.keyboard.press('n');
  await expect(composer(page)).toBeFocused();
});

for (const held of ['nothing', 'start', 'pause']) {
  test(
    `P pressed fast pauses and resumes in turn, with the response to ${held} held back`,
    proveUnless(held === 'start'),
    async ({ page, device }) => {
      const release = Promise.withResolvers<void>();
      await page.route(`**/api/v1/timers/**${held}`, async (route) => {
        const response = await route.fetch();
        await release.promise;
        await route.fulfill({ response });
      });
      const actions: string[] = [];
      page.on('request', (request) => {
        const [, action] = /\/timers\/(?:[^/]+\/)?(start|pause|resume)$/.exec(request.url()) ?? [];
        if (action) actions.push(action);
      });
      await composer(page).fill('Stand-up');
      await page.keyboard.press('Enter');
      await expect(hero(page)).toContainText('Running');
      for (let i = 0; i < 2; i++) await page.keyboard.press('p');
      await expect(hero(page)).toContainText('Spans 2');
      await expect(hero(page)).toContainText('Running');
      for (let i = 0; i < 5; i++) await page.keyboard.press('p');
      await expect(hero(page)).toContainText('Spans 4');
      await expect(hero(page)).toContainText('Paused since');
      release.resolve();
      await expect.poll(() => actions.length).toBe(8);
      expect(actions.join(' ')).toBe('start pause resume pause resume pause resume pause');
      await expect.poll(async () => (await device.current()).paused[0]?.spans.length).toBe(4);
      await expect(hero(page)).toContainText('Paused since');
      await page.keyboard.press('p');
      await expect(hero(page)).toContainText('Running');
    },
  );
}

test('an entry that was opened before its start has a response stays open and keeps the focus', {
  tag: '@prove',
}, async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/v1/timers/start', async (route) => {
    await release.promise;
    await route.continue();
  });
  await composer(page).fill('Stand-up');
  await page.keyboard.press('Enter');
  await expect(entries(page)).toHaveAttribute('data-entry', /^optimistic:/);
  await entries(page).press('ArrowRight');
  await expect(entries(page)).toHaveAttribute('aria-expanded', 'true');
  release.resolve();
  await expect(entries(page)).not.toHaveAttribute('data-entry', /^optimistic:/);
  await expect(entries(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(entries(page)).toBeFocused();
});

test('the tickets used last come first, and a digit starts one', async ({ page, device }) => {
  for (const key of ['API-1', 'API-2', 'API-3']) {
    await device.stop(await device.start({ ticket_key: key, title: `Ticket ${key}`, create_ticket: true }));
  }
  await openToday(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'API-3' })).toContainText('1');
  await page.keyboard.press('2');
  await expect(hero(page)).toContainText('API-2');

  await page.keyboard.press('w');
  await composer(page).fill('ticket');
  await expect(page.getByRole('option').first()).toContainText('API-2');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeHidden();
  await expect(hero(page)).toContainText('API-2');
});

test('an entry is continued by Enter, with its ticket, title and tags', async ({ page, device }) => {
  await device.stop(
    await device.start({ ticket_key: 'API-7', title: 'Write tests', tags: ['tests'], create_ticket: true }),
  );
  await openToday(page);
  await page.keyboard.press('j');
  await expect(entries(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(entries(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('API-7');
  await expect(hero(page)).toContainText('Write tests');
  await expect(hero(page)).toContainText('tests');
  await expect(entries(page)).toHaveCount(2);
});

test('a running timer gets another title and a ticket, and is discarded', async ({ page, device }) => {
  await test.step('the title is edited in place', async () => {
    await device.start({ title: 'Rough idea' });
    await expect(hero(page)).toContainText('Rough idea');
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title' }).fill('given up');
    await page.keyboard.press('Escape');
    await expect(hero(page).getByRole('heading')).toContainText('Rough idea');

    await hero(page).getByRole('button', { name: 'Rough idea' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Clear plan #planning');
    await page.keyboard.press('Enter');
    await expect(hero(page).getByRole('heading')).toContainText('Clear plan');
    await expect(async () =>
      expect((await device.current()).timer).toMatchObject({ title: 'Clear plan', tags: ['planning'] }),
    ).toPass();
  });

  await test.step('a running timer is moved to a ticket', async () => {
    await page.getByRole('button', { name: 'Actions for this timer' }).click();
    await page.getByRole('menuitem', { name: 'Add a ticket' }).click();
    await page.getByRole('combobox', { name: 'Ticket for this timer' }).fill('API-55 Late thought');
    await page.keyboard.press('Enter');
    await expect(hero(page)).toContainText('API-55');
    await expect(async () => expect((await device.current()).timer?.ticket?.key).toBe('API-55')).toPass();
  });

  await test.step('a discarded timer counts nowhere, and is paused when that is undone', async () => {
    const discard = async () => {
      await openMenu(page, 'Actions for this timer');
      await page.getByRole('menuitem', { name: 'Discard' }).click();
      await expect(page.getByText('No timer running')).toBeVisible();
      await expect(page.getByText('Nothing tracked today')).toBeVisible();
      await expect(toast(page)).toContainText('Discarded.');
    };
    await discard();
    await expect(async () => expect(await device.current()).toMatchObject({ timer: null, paused: [] })).toPass();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('region', { name: 'Paused timer' })).toContainText('API-55');
    await expect(async () =>
      expect(await device.current()).toMatchObject({ timer: null, paused: [{ ticket: { key: 'API-55' } }] }),
    ).toPass();
    await discard();
  });
});

test('several timers stay paused, and resuming one pauses the running timer', async ({ page, device }) => {
  await device.pause(await device.start({ title: 'First' }));
  await device.pause(await device.start({ title: 'Second' }));
  await device.start({ title: 'Third' });
  const paused = page.getByRole('region', { name: 'Paused', exact: true });
  await expect(paused.getByRole('listitem')).toHaveText([/Second/, /First/]);
  await paused.getByRole('listitem').filter({ hasText: 'First' }).getByRole('button', { name: 'Resume' }).click();
  await expect(hero(page)).toContainText('First');
  await expect(toast(page)).toContainText(/Third paused at .+, First resumed/);
  const { timer, paused: rest } = await device.current();
  expect([timer, ...rest].map((one) => one?.title)).toEqual(['First', 'Third', 'Second']);
});

test('keys typed into a field do nothing else, and can be switched off', async ({ page, device }) => {
  await device.start({ title: 'Goes on' });
  await expect(hero(page)).toContainText('Running');
  await page.keyboard.press('w');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('psps');
  await page.keyboard.press('Escape');
  await expect(hero(page)).toContainText('Running');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(hero(page)).toContainText('Running');
});

test('the timer stays visible on every page, also when paused, and P and S work there', async ({ page, device }) => {
  await device.start({ title: 'Goes on' });
  await expect(hero(page)).toContainText('Running');
  await pressChord(page, 'g', 's');
  await expect(page).toHaveURL('/settings');
  const strip = page.getByRole('region', { name: 'Running timer' });
  await expect(strip).toContainText('Goes on');
  await expect(strip).toContainText(/0:00:\d\d/);
  await page.keyboard.press('p');
  const paused = page.getByRole('region', { name: 'Paused timer' });
  await expect(paused).toContainText('Goes on');
  await pressChord(page, 'g', 't');
  await expect(page).toHaveURL('/tickets');
  await paused.getByRole('button', { name: 'Resume' }).click();
  await expect(strip).toContainText('Goes on');
  await page.keyboard.press('p');
  await expect(paused).toContainText('Goes on');
  await page.keyboard.press('p');
  await expect(strip).toContainText('Goes on');
  await page.keyboard.press('s');
  await expect(strip).toBeHidden();
  await expect(paused).toBeHidden();
  await pressChord(page, 'g', 'd');
  await expect(page).toHaveURL('/');
  await expect(entries(page)).toHaveCount(1);
});

test('the tab shows how long and on what, and the page when this timer stops, whatever others’ caps', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  await device.start({ ticket_key: 'API-412', create_ticket: true });
  await expect(hero(page)).toContainText('Stops automatically after 24 h');
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });
  await openToday(page);
  await expect(hero(page)).toContainText('Stops automatically after 24 h');
  await expect(page).toHaveTitle('0:00 API-412');
  await expect(page.locator('link[rel=icon][href^="data:"]')).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(page).toHaveTitle('Today · Timer Service');
  await expect(page.locator('link[rel=icon][href^="data:"]')).toHaveCount(0);
});

test('the rail of the day is widened to show now late in the evening and early in the morning', {
  tag: '@prove',
}, async ({ page, context }) => {
  const rail = page.getByRole('group', { name: 'Timeline of the day' });
  for (const [hour, hoursToEdge] of [
    [21, 1],
    [5, 0],
  ] as const) {
    await callApi(context, 'patch', '/me', { time_zone: zoneAt(hour) });
    await openToday(page);
    const now = rail.locator('[data-now]');
    // The hour may change meanwhile.
    await expect(async () => {
      const shown = Number(/^(\d\d):\d\d$/.exec((await now.textContent()) ?? '')?.[1]);
      expect([hour, hour + 1]).toContain(shown);
      const edge = `${String(shown + hoursToEdge).padStart(2, '0')}:00`;
      expect(await rail.getByText(edge, { exact: true }).count()).toBeGreaterThan(0);
    }).toPass();
    await expect(now).toBeInViewport();
  }
});

test('Today shows no introduction to a person whose only timer was discarded', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const { id } = await device.start({ title: 'By mistake' });
  await callApi(context, 'post', `/timers/${id}/discard`, {});
  const asked = page.waitForResponse('**/timers?status=discarded**');
  await openToday(page);
  // The browser may have dropped its body; the list is requested separately.
  expect((await asked).status()).toBe(200);
  expect((await callApi(context, 'get', '/timers?status=discarded')).timers).toHaveLength(1);
  await expect(page.getByText('Nothing tracked today')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How it keeps time' })).toHaveCount(0);
});

test('Today shows an introduction until something was tracked, and shows the last entries to a person who was away', {
  tag: '@prove',
}, async ({ page, person }) => {
  await expect(page.getByRole('heading', { name: 'How it keeps time' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide' }).click();
  await openToday(page);
  await expect(page.getByText('Nothing tracked today')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How it keeps time' })).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  const day = new Date(Date.now() - 21 * 86_400_000).toISOString().slice(0, 10);
  await record(person, [['API-412', `${day}T10:00:00Z`, `${day}T11:40:00Z`, 'Rate limiter']]);
  await openToday(page);
  await expect(entries(page)).toHaveText([/API-412.*Rate limiter/]);
  await expect(page.getByRole('heading', { name: 'How it keeps time' })).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(hero(page)).toContainText('API-412');
  await expect(entries(page)).toHaveCount(2);
});

test.describe('Today fits a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything is within reach of a thumb, and nothing scrolls sideways', async ({ page }) => {
    await composer(page).fill('Stand-up');
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    await expect(hero(page)).toContainText('Running');
    for (const name of ['Pause', 'Stop']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await sidewaysPx(page)).toBe(0);
    await page.getByRole('button', { name: 'Stop' }).tap();
    await expect(entries(page)).toHaveCount(1);
    await entries(page).tap();
    await page.getByRole('button', { name: 'Continue Stand-up' }).last().tap();
    await expect(hero(page)).toContainText('Stand-up');
  });

  test(
    'a swipe along an entry shows Continue, which is hidden again once tapped',
    { tag: '@prove' },
    async ({ page, person }, info) => {
      const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      await record(person, [['API-412', `${day}T10:00:00Z`, `${day}T11:40:00Z`, 'Rate limiter']]);
      await openToday(page);
      const swiped = entries(page).getByRole('button', { name: 'Continue API-412' });
      await expect(swiped).not.toBeInViewport();
      await swipe(page, entries(page));
      await expect(swiped).toBeInViewport({ ratio: 1 });
      await page.screenshot({ path: info.outputPath('swiped.png') });
      expect(await sidewaysPx(page)).toBe(0);
      expect(await barriersIn(page, undefined, 'all')).toEqual([]);
      await swiped.tap();
      await expect(hero(page)).toContainText('Rate limiter');
      await expect(swiped).not.toBeInViewport();
    },
  );
});

/** A finger that moves to the left, with the events that the browser generates from touches. */
async function swipe(page: Page, row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not in sight');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', left?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: left === undefined ? [] : [{ x: box.x + box.width * left, y: box.y + box.height / 2 }],
    });
  await touch('touchStart', 0.8);
  for (const left of [0.7, 0.6, 0.5, 0.4]) await touch('touchMove', left);
  await touch('touchEnd');
}
