import { expect, type Page } from '@playwright/test';
import { openToday, untilAtRest } from '#/e2e/support.ts';

const MINUTE_MS = 60_000;
/** What is beside an action that waits. */
export const KEPT = 'Sent when you’re back online';

/** Waits until this browser could show a page without the server. */
export const shellKept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** Opens Today with what keeps actions and shows them, which comes after the page. */
export async function openTodayWhole(page: Page): Promise<void> {
  await openToday(page);
  await untilAtRest(page);
}
export const bars = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** Lets the actions that wait on this device have been made so many minutes earlier, the first one first. */
export async function pressedEarlier(page: Page, ...minutes: number[]): Promise<void> {
  const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('late_presses:'));
  // They are shown before they are written down.
  await page.waitForFunction(isKept);
  const waiting = await page.evaluate(
    (ms) => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('late_presses:')) ?? '';
      const kept = JSON.parse(localStorage.getItem(name) ?? '{}');
      for (const [index, press] of kept.waiting.entries()) {
        press.wallAt -= ms[index] ?? 0;
        press.serverAt -= ms[index] ?? 0;
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
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('late_'))))
    .toEqual([]);
