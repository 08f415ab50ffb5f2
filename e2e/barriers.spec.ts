import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { barriersIn } from '#/e2e/barriers.ts';
import { record } from '#/e2e/record.ts';
import { expect, openToday } from '#/e2e/support.ts';

test.use({ timezoneId: AFTERNOON });

// One theme and width, and each page at rest. Dialogs and menus, the other theme and other widths are checked by `npm
// run prove -- journeys` and by the pictures of `npm run prove -- screens`.
test('axe finds nothing on any page of the navigation', async ({ page, person, device }) => {
  await record(person, workDay());
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true });
  await openToday(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(names).toEqual(expect.arrayContaining(['/', '/calendar', '/timesheet', '/reports', '/tickets', '/alarms']));
  for (const href of names) {
    await links.and(page.locator(`[href="${href}"]`)).click();
    await expect(page).toHaveURL((url) => url.pathname === href);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await barriersIn(page, undefined, 'all'), href).toEqual([]);
  }
});
