import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { checkScreen } from '#/e2e/look.ts';
import { begunEarlier } from '#/e2e/plan-time.ts';
import { record } from '#/e2e/record.ts';
import { chooseType, composer, type deviceOf, expect, hero, openMenu, openToday } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });

test.use({ timezoneId: AFTERNOON });

test('Today with a plan', async ({ page, person, device }, info) => {
  await record(person, workDay());
  const plan = { type: 'pomodoro', at_work_end: 'ask', at_break_end: 'wait' } as const;
  const { id } = await device.start({ title: 'Idempotency keys for timer start', type: 'pomodoro', plan });
  await begunEarlier(id, 7);
  await openToday(page);
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await checkScreen(page, info, 'pomodoro');
  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Short break');
  await checkScreen(page, info, 'pomodoro-break');
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('paused');
  await checkScreen(page, info, 'pomodoro-break-paused');
  await page.getByText('Cycles so far').click();
  await page.keyboard.press('p');
  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Pomodoro, cycle 2 of 4');
  await expect.poll(async () => (await device.current()).timer?.phase?.round).toBe(2);
  await begunEarlier(id, 27);
  await openToday(page);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await checkScreen(page, info, 'pomodoro-overtime');
});

/** The current phase of a timer that is running or in a break. */
async function phaseOf(device: ReturnType<typeof deviceOf>): Promise<string | undefined> {
  const { timer, paused } = await device.current();
  return (timer ?? paused[0])?.phase?.cycle_id;
}

test('Today with laps', async ({ page, person, device }, info) => {
  await record(person, workDay());
  const plan = { type: 'interval', work_minutes: 10, rest_minutes: 2, rounds: 6 } as const;
  const { id } = await device.start({ title: 'Review of the rate limiter', type: 'interval', plan });
  for (const minutes of [10, 2, 10, 2, 6]) {
    const before = await phaseOf(device);
    await begunEarlier(id, minutes);
    if (minutes !== 6) await expect.poll(() => phaseOf(device)).not.toBe(before);
  }
  await openToday(page);
  await expect(hero(page)).toContainText('Laps so far');
  await checkScreen(page, info, 'interval');
  await page.keyboard.press('w');
  await composer(page).fill('Tea for 25m');
  await expect(page.getByRole('list', { name: 'Recognized' })).toContainText('Countdown');
  await checkScreen(page, info, 'plan-typed');
  await composer(page).fill('Tea');
  await chooseType(page, 'Countdown');
  await checkScreen(page, info, 'type-countdown');
  await openMenu(page, 'For this start');
  await page.getByRole('menuitemradio', { name: 'Keep counting and ask' }).click();
  await checkScreen(page, info, 'plan-policies', { part: '[role=menu]' });
});
