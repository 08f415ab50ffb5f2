import { expect, type Page } from '@playwright/test';
import { openToday, untilIdle } from '#/e2e/support.ts';

const MINUTE_MS = 60_000;
/** The label of a queued action. */
export const KEPT = 'Sent when you’re back online';

/** Waits until this browser could show a page without the server. */
export const shellKept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** Opens Today with the code that queues actions and shows them, which loads after the page. */
export async function openTodayWhole(page: Page): Promise<void> {
  await openToday(page);
  await untilIdle(page);
}
export const bars = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** Moves the actions queued on this device this many minutes into the past, the first one first. */
export async function madeEarlier(page: Page, ...minutes: number[]): Promise<void> {
  const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('queued_actions:'));
  // They are shown before they are stored.
  await page.waitForFunction(isKept);
  const waiting = await page.evaluate(
    (ms) => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('queued_actions:')) ?? '';
      const kept = JSON.parse(localStorage.getItem(name) ?? '{}');
      for (const [index, action] of kept.waiting.entries()) {
        action.wallAt -= ms[index] ?? 0;
        action.serverAt -= ms[index] ?? 0;
      }
      localStorage.setItem(name, JSON.stringify(kept));
      return kept.waiting.length;
    },
    minutes.map((one) => one * MINUTE_MS),
  );
  expect(waiting).toBe(minutes.length);
}

export const nothingWaits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('queued_'))))
    .toEqual([]);
