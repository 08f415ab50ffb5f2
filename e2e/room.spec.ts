import type { Page } from '@playwright/test';
import { sidewaysPx } from '#/e2e/look.ts';
import { callApi, entries, expect, hero, openBrowserAs, openToday, test, toast, untilIdle } from '#/e2e/support.ts';

const TITLE = 'Unbreakable'.repeat(18);
const WIDTHS = [1440, 390] as const;

/** Nothing is outside the viewport on a desktop and on a phone. */
async function expectRoom(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await outside(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await sidewaysPx(page), `${screen} at ${width} px`).toBe(0);
  }
}

/** Visible or clickable elements beyond the right edge, unless their container clips or scrolls them. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHeld = (element: Element): boolean => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX !== 'visible' && box.getBoundingClientRect().right <= innerWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isHeld(element))
      .map((element) => element.outerHTML.slice(0, 90));
  });
}

test('a title of two hundred letters without a space does not widen any screen, and is shown in full in a tooltip', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  await callApi(context, 'post', '/tickets', { key: 'LONG-1', title: TITLE, project: TITLE.slice(0, 100) });
  const body = { ticket_key: 'LONG-1', title: TITLE, tags: [TITLE.slice(0, 40)] };
  await device.stop(await device.start(body));
  const running = await device.start({ title: TITLE, tags: body.tags });
  const { id } = (await callApi(context, 'post', '/alarms', { name: TITLE, output_mode: 'event', delay_ms: 3_600_000 }))
    .alarm;
  await openToday(page);
  await expect(hero(page)).toContainText(TITLE);
  await entries(page).first().click();
  await expectRoom(page, 'Today');
  await page.setViewportSize({ width: 1440, height: 844 });
  const cut = entries(page).first().getByText(TITLE).first();
  // The tooltip's code loads after the page.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await cut.hover();
    expect(await cut.getAttribute('title')).toBe(TITLE);
  }).toPass();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Unbreak');
  await expect(page.getByRole('option').filter({ hasText: TITLE }).first()).toBeVisible();
  await expectRoom(page, 'the palette');
  await page.keyboard.press('Escape');
  await device.pause(running);
  await device.start({ title: `${TITLE}2` });
  await expect(toast(page)).toContainText('Timer started');
  await toast(page).hover();
  await expectRoom(page, 'a toast');
  for (const path of ['/calendar', '/timesheet', '/tickets', '/tickets/LONG-1', '/projects', `/alarms/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(TITLE).first()).toBeAttached();
    await expectRoom(page, path);
  }
});

/** The minimum spacing that a person may set without losing anything (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

test('text with increased spacing does not widen any page', { tag: '@prove' }, async ({ page, device }) => {
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true });
  await openToday(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const path of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, SPACED);
    await expectRoom(page, path);
  }
});

test('a drawer is below the bars above the page, and follows its header', { tag: '@prove' }, async ({
  browser,
  person,
}) => {
  const { page, context } = await openBrowserAs(browser, person, {
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1024, height: 700 },
  });
  const { id } = (await callApi(context, 'post', '/alarms', { name: 'a', output_mode: 'event', delay_ms: 3_600_000 }))
    .alarm;
  await page.goto(`/alarms/${id}`);
  const bars = page.getByRole('region', { name: 'Notices' });
  await expect(bars).toContainText('This device is in Auckland');
  const drawer = page.getByRole('complementary', { name: 'Alarm a' });
  const head = page.locator('main > header');
  const gap = async () => {
    const [above, below] = [await head.boundingBox(), await drawer.boundingBox()];
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
  };
  await expect.poll(gap).toBe(0);
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    scrollTo(0, 1000);
  });
  await expect.poll(gap).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Keep Stockholm' }).click();
  await expect(bars).toBeHidden();
  await expect.poll(gap).toBe(0);
});

test('hints of single keys are shown only to people who use them', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await device.start({ title: 'Goes on' });
  await openToday(page);
  const pause = hero(page).getByRole('button', { name: 'Pause' });
  await expect(pause.getByText('P', { exact: true })).toBeVisible();
  await callApi(context, 'patch', '/me', { single_keys: false });
  await page.reload();
  await expect(pause.getByText('P', { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search or run' }).getByText('K')).toBeVisible();
});

for (const [keyboard, userAgent, name] of [
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘'],
  ['another keyboard', 'Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl'],
] as const) {
  test.describe(`on ${keyboard}`, { tag: '@prove' }, () => {
    test.use({ userAgent });

    test(`the modifier key is called ${name}`, async ({ page, person }) => {
      expect(person.name).toBeTruthy();
      await openToday(page);
      const held = page.getByRole('button', { name: 'Search or run' }).locator('[data-held]');
      await expect.poll(() => held.evaluate((one) => getComputedStyle(one, '::before').content)).toBe(`"${name}"`);
    });
  });
}

/**
 * Controls that a thumb can't hit within 44 px around their middle; links within prose have the height of their line.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const REACH = 21;
    const hits = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (control.contains(hit) || (hit.closest('label')?.contains(control) ?? false));
    };
    return (
      [...document.querySelectorAll('button, a[href], input, select, textarea')]
        // Its height shows its duration.
        .filter((control) => !control.matches('[data-block], [data-span]'))
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(
          (control) =>
            getComputedStyle(control).display !== 'inline' && !control.closest('.sr-only, [aria-hidden=true]'),
        )
        .filter((control) => {
          control.scrollIntoView({ block: 'center' });
          const { x, y, width, height } = control.getBoundingClientRect();
          const [midX, midY] = [x + width / 2, y + height / 2];
          if (width === 0 || midX < REACH || midX > innerWidth - REACH || midY < REACH || midY > innerHeight - REACH)
            return false;
          return ![
            [-REACH, 0],
            [REACH, 0],
            [0, -REACH],
            [0, REACH],
          ].every(([dx = 0, dy = 0]) => hits(control, midX + dx, midY + dy));
        })
        .map((control) => control.outerHTML.slice(0, 120))
    );
  });
}

test('on touch screens every control is at least 44 px', { tag: '@prove' }, async ({
  browser,
  person,
  device,
  context: ownContext,
}) => {
  const worked = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await device.stop(worked);
  await device.start({ title: 'Lease renewal', tags: ['backend'] });
  const { id } = (
    await callApi(ownContext, 'post', '/alarms', { name: 'a', output_mode: 'event', delay_ms: 3_600_000 })
  ).alarm;
  const { page } = await openBrowserAs(browser, person, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const tracking = ['/', '/calendar', '/timesheet', '/tickets', '/tickets/API-412', '/projects', '/reports', '/import'];
  const alarms = ['/alarms', `/alarms/${id}`, '/alarms/schedules', '/alarms/receivers'];
  const team = ['/team/members', '/team/weeks', '/team/corrections', '/team/audit', '/team/operations'];
  for (const path of [...tracking, ...alarms, ...team, '/settings']) {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    await untilIdle(page);
    expect.soft(await smallTargets(page), path).toEqual([]);
  }
});
