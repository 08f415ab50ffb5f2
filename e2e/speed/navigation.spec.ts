import { fetchedAhead, link, OTHERS, SIDEBAR } from '#/e2e/fetched-ahead.ts';
import { reportTimes } from '#/e2e/speed/figures.ts';
import { expect, openToday, test } from '#/e2e/support.ts';

const WALKS = 6;
/** docs/decisions/0015-pages-are-fetched-ahead.md */
const TARGET_P95_MS = 100;

test.use({ viewport: { width: 1440, height: 900 } });

test('Navigating from page to page ends where each link leads, and the time is measured', async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await Promise.all([fetchedAhead(page, OTHERS), openToday(page)]);
  await page.evaluate(() => {
    const walks: number[] = [];
    Object.assign(window, { walks });
    document.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        const pressed = (target as Element).closest<HTMLAnchorElement>('nav a');
        if (!pressed) return;
        const look = () => {
          const isThere = location.pathname === pressed.pathname && pressed.matches('[aria-current=page]');
          if (isThere) walks.push(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      },
      true,
    );
  });
  const count = () => page.evaluate(() => (window as unknown as { walks: number[] }).walks.length);
  for (let n = 0; n < WALKS * SIDEBAR.length; n += 1) {
    await link(page, SIDEBAR[n % SIDEBAR.length] ?? '').click();
    await expect.poll(count).toBe(n + 1);
  }
  const waits = await page.evaluate(() => (window as unknown as { walks: number[] }).walks);
  await reportTimes('page to page', waits, TARGET_P95_MS);
});
