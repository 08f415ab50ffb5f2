import type { Page } from '@playwright/test';
import { card, runForLong, timerOf } from '#/e2e/forgotten.ts';
import { callApi, expect, expectNoBarriers, hero, openToday, pressChord, runSql, test, toast } from '#/e2e/support.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const answerButton = (page: Page, name: RegExp) => card(page).getByRole('button', { name });

/** The question asked after the one that is already open. */
async function askOfAnAbsence(timer: TimerJson): Promise<void> {
  await runSql(
    `insert into timer_questions (id, timer_id, workspace_id, user_id, kind, away_from, away_to, asked_at)
      select gen_random_uuid(), timer_id, workspace_id, user_id, 'absence', now() - interval '3 hours',
        now() - interval '2 hours', now() from timer_questions where timer_id = $1`,
    [timer.id],
  );
}

/** Bodies posted to a path of a question, held until `release`. */
async function heldBack(page: Page, path: string) {
  const sent: unknown[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/timers/questions/*/${path}`, async (route) => {
    sent.push(route.request().postDataJSON());
    await released;
    await route.continue();
  });
  return { sent, release };
}

test('G leads to another page from the card too, and does not answer the question', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  for (const [key, path] of [
    ['t', '/tickets'],
    ['c', '/calendar'],
    ['s', '/settings'],
  ] as const) {
    await page.keyboard.press('q');
    await expect(answerButton(page, /^Trim to/)).toBeFocused();
    await pressChord(page, 'g', key);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  expect(await timerOf(page, timer)).toMatchObject({ status: 'running', version: timer.version });
  expect((await device.current()).questions).toHaveLength(1);
});

test('the second half of a double click does not answer the next question', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await askOfAnAbsence(timer);
  await openToday(page);
  await expect(card(page)).toContainText('1 of 2');
  const keep = answerButton(page, /^Still working/);
  const box = await keep.boundingBox();
  expect(box).toBeTruthy();
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  // As soon as the next one is there.
  await page.evaluate(
    ([x, y]) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('section[aria-label*="was it work"]')) return;
        observer.disconnect();
        const button = document.elementFromPoint(x, y)?.closest('button');
        button?.click();
        document.body.dataset.clicked = button?.textContent ?? 'nothing';
      }).observe(document.body, { childList: true, subtree: true });
    },
    [x, y] as const,
  );
  await keep.click({ position: { x: 40, y: (box?.height ?? 0) / 2 } });
  await expect(card(page)).toContainText('was it work?');
  await expect(page.locator('body')).toHaveAttribute('data-clicked', /Trim|Keep|Another|Other|Stop|Later/);
  await answerButton(page, /^Keep it all/).click();
  await expect(card(page)).toBeHidden();
  expect(await timerOf(page, timer)).toMatchObject({ status: 'running', version: timer.version });
});

test('the result is shown above the next question, on every width', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await askOfAnAbsence(timer);
  await openToday(page);
  await answerButton(page, /^Still working/).click();
  await expect(card(page)).toContainText('was it work?');
  await expect(toast(page)).toContainText('Kept all 6');
  // It stays as long as it has the focus.
  await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 600],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => {
        const [toastBox, cardBox] = [await toast(page).boundingBox(), await card(page).boundingBox()];
        return (
          toastBox &&
          cardBox &&
          toastBox.y >= 0 &&
          toastBox.y + toastBox.height <= cardBox.y &&
          toastBox.x + toastBox.width <= width
        );
      })
      .toBe(true);
  }
  await expectNoBarriers(page, 'a notice above a question');
});

test('one answer at a time: further keys are ignored', { tag: '@prove' }, async ({ page, context, device }) => {
  await runForLong(context, device);
  const snoozes = await heldBack(page, 'snooze');
  const answers = await heldBack(page, 'answer');
  answers.release();
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  for (const key of ['Escape', 'Escape', 's', 'k', 'o', 'x']) await page.keyboard.press(key);
  await expect(answerButton(page, /^Later/)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('dialog')).toBeHidden();
  snoozes.release();
  await expect(toast(page)).toContainText('You’ll be asked again in 15');
  await expect(card(page)).toBeHidden();
  expect([snoozes.sent.length, answers.sent.length]).toEqual([1, 0]);
});

test('an answer in flight is not snoozed', { tag: '@prove' }, async ({ page, context, device }) => {
  const timer = await runForLong(context, device);
  const snoozes = await heldBack(page, 'snooze');
  snoozes.release();
  const answers = await heldBack(page, 'answer');
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  for (const key of ['t', 'Escape', 't']) await page.keyboard.press(key);
  await expect(card(page)).toContainText('Saving…');
  answers.release();
  await expect(toast(page).getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect([snoozes.sent, answers.sent]).toEqual([[], [{ action: 'trim_stop' }]]);
  expect((await timerOf(page, timer)).status).toBe('stopped');
});

test('without a connection the card keeps the focus and its keys do nothing; they answer when it is back', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  await context.setOffline(true);
  await expect(card(page)).toContainText('Answer when you’re back online.');
  await expect(answerButton(page, /^Trim to/)).toBeFocused();
  await expect(answerButton(page, /^Trim to/)).toHaveAttribute('aria-disabled', 'true');
  await expectNoBarriers(page, 'a question without the line');
  for (const key of ['t', 's', 'o']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(hero(page)).toContainText('Rate limiter');
  await context.setOffline(false);
  await expect(card(page)).not.toContainText('Answer when you’re back online.');
  expect((await timerOf(page, timer)).version).toBe(timer.version);
  await page.keyboard.press('k');
  await expect(toast(page)).toContainText('Kept all 6');
});

test('people with single keys switched off get no hint of Q', { tag: '@prove' }, async ({ page, context, device }) => {
  await runForLong(context, device);
  await callApi(context, 'patch', '/me', { single_keys: false });
  await openToday(page);
  await expect(page.getByRole('status').filter({ hasText: /still working\?$/ })).toBeAttached();
  await expect(page.getByText('Press Q to answer')).toBeHidden();
});

test('typed text stays when the question is answered elsewhere, and the form says so', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Release notes');
  const [question] = (await device.current()).questions;
  let isKnown = false;
  // Read before it reaches the page: the browser drops the bodies of responses that the page no longer uses.
  await page.route('**/timers/current', async (route) => {
    const answer = await route.fetch();
    isKnown ||= (await answer.json()).questions.length === 0;
    await route.fulfill({ response: answer });
  });
  await callApi(context, 'post', `/timers/questions/${question?.id}/answer`, { action: 'keep' });
  await expect.poll(() => isKnown).toBe(true);
  await dialog.getByRole('button', { name: 'Move time' }).click();
  await expect(dialog).toContainText('This has already been answered');
  await expect(dialog.getByLabel('Title')).toHaveValue('Release notes');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toBeHidden();
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});

test('an error in the day is shown at the day', { tag: '@prove' }, async ({ page, context, device }) => {
  await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill('');
  await dialog.getByRole('button', { name: 'Trim' }).click();
  await expect(dialog.getByLabel('Day')).toHaveAccessibleDescription('Choose a day.');
  await expect(dialog.getByLabel('You stopped at')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a question whose card can’t be loaded is asked once it can be, without a hint before', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  let isCut = true;
  let rejected = 0;
  await page.route('**/_next/static/**/*.js', async (route) => {
    const answer = await route.fetch();
    const isCard = (await answer.text()).includes('Answer when you’re back online');
    if (!isCard || !isCut) return route.fulfill({ response: answer });
    rejected += 1;
    return route.abort();
  });
  await runForLong(context, device);
  await openToday(page);
  await expect.poll(() => rejected).toBeGreaterThan(1);
  await expect(toast(page)).toBeHidden();
  await expect(card(page)).toBeHidden();
  isCut = false;
  await expect(card(page)).toBeVisible();
});
