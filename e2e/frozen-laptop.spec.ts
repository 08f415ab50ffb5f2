import type { BrowserContext, BrowserServer, Page, Request } from '@playwright/test';
import { openedAlive } from '#/e2e/alive.ts';
import { card, elapsedMinutes, letTimePass, timerOf } from '#/e2e/forgotten.ts';
import { processTree, runningIn, signalAll } from '#/e2e/process-tree.ts';
import { callApi, test as everyone, expect, openToday, signIn, startEarlier, toast } from '#/e2e/support.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const HOUR_MS = 3_600_000;
const NIGHT_MS = 6 * HOUR_MS;

/** A separate browser for this journey, which can be put to sleep, and a page of the person in it. */
type Laptop = { page: Page; sleep: () => Promise<void>; wakeUp: () => void };

const test = everyone.extend<{ laptop: Laptop }>({
  laptop: async ({ playwright, person }, use, info) => {
    const server = await playwright.chromium.launchServer(info.project.use.launchOptions);
    const root = pidOf(server);
    const wakeUp = () => signalAll(processTree(root), 'SIGCONT');
    try {
      const browser = await playwright.chromium.connect(server.wsEndpoint());
      const context = await browser.newContext();
      await signIn(context, person);
      const page = openedAlive(await context.newPage());
      const beats = await heartbeatsOf(page);
      await use({
        page,
        async sleep() {
          await beats.holdPhase();
          await stopAll(root);
        },
        wakeUp() {
          wakeUp();
          beats.release();
        },
      });
    } finally {
      wakeUp();
      await server.close();
    }
  },
});

function pidOf(server: BrowserServer): number {
  const { pid } = server.process();
  if (!pid) throw new Error('The browser has ended.');
  return pid;
}

/** Until none of its processes runs. */
async function stopAll(root: number): Promise<void> {
  await expect(() => {
    signalAll(processTree(root), 'SIGSTOP');
    expect(runningIn(root)).toEqual([]);
  }).toPass();
}

/** So that no heartbeat sent as the lid closes reaches the server in the middle of the night. */
async function heartbeatsOf(page: Page) {
  const inFlight = new Set<Request>();
  let held: (() => void)[] | null = null;
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  await page.route('**/timers/current/heartbeat', async (route) => {
    await new Promise<void>((resolve) => (held ? held.push(resolve) : resolve()));
    inFlight.add(route.request());
    await route.continue();
  });
  return {
    /** Resolves once those in flight have responses; others wait until `release`. */
    async holdPhase(): Promise<void> {
      held = [];
      await expect.poll(() => inFlight.size).toBe(0);
    },
    release(): void {
      for (const send of held ?? []) send();
      held = null;
    },
  };
}

/**
 * The lid is closed for a night, during which the server's clock and the wall clock advance. Returns when the lid was
 * closed and opened again, by the server's clock.
 */
async function sleepANight(laptop: Laptop, elsewhere: BrowserContext, timer: TimerJson, night: number) {
  await laptop.sleep();
  const closedAt = Date.now();
  let isAwake = false;
  // Sent while it sleeps, and processed as it wakes up: nothing of the page runs before.
  const clockSet = laptop.page.clock.setSystemTime(closedAt + night * NIGHT_MS).then(() => {
    isAwake = true;
  });
  await letTimePass(timer, NIGHT_MS);
  expect((await callApi(elsewhere, 'get', '/timers/current')).questions).toEqual([]);
  expect(isAwake).toBe(false);
  laptop.wakeUp();
  const openedAt = Date.now();
  await clockSet;
  return { closedAt, openedAt };
}

test('a frozen laptop, three times: the absence is asked about with its two times, and answered', async ({
  laptop,
  person,
  context,
  device,
}) => {
  test.setTimeout(3 * 60_000);
  const { page } = laptop;
  const { timeZone } = person;
  const onTheWall = (instant: string) =>
    new Date(instant).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const timer = await device.start({ title: 'Rate limiter' });
  await startEarlier(timer, HOUR_MS);
  // No question about its length during these nights.
  await callApi(context, 'patch', '/me', { nudge_seconds: 23 * 3_600 });
  await page.clock.install();
  let seenAt = Date.now();
  await Promise.all([page.waitForResponse('**/timers/current/heartbeat'), openToday(page)]);

  async function expectAsked(night: number): Promise<void> {
    const { closedAt, openedAt } = await sleepANight(laptop, context, timer, night);
    await expect(card(page)).toContainText('was it work?');
    const [{ away_from: from, away_to: to }] = (await callApi(context, 'get', '/timers/current')).questions;
    expect(Date.parse(from) + NIGHT_MS).toBeGreaterThanOrEqual(seenAt);
    expect(Date.parse(from) + NIGHT_MS).toBeLessThanOrEqual(closedAt);
    expect(Date.parse(to)).toBeGreaterThanOrEqual(openedAt);
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.now());
    seenAt = Date.parse(to);
    await expect(card(page)).toContainText(
      new RegExp(`Away ${onTheWall(from)}\\s–\\s(\\w{3}\\s)?${onTheWall(to)}\\s–\\swas it work\\?`),
    );
    await expect(card(page)).toContainText(/It ran for 6\sh/);
    await page.keyboard.press('q');
  }

  await expectAsked(1);
  await page.keyboard.press('k');
  await expect(toast(page)).toContainText(/Kept all 7\sh/);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(420, -1);

  await expectAsked(2);
  await page.keyboard.press('c');
  await expect(toast(page)).toContainText(/6\sh.* removed, Rate limiter keeps running/);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(420, -1);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => elapsedMinutes(await timerOf(page, timer))).toBeGreaterThan(770);

  await expectAsked(3);
  await page.keyboard.press('t');
  await expect(toast(page)).toContainText(/Trimmed to .+ removed from Rate limiter/);
  expect(await timerOf(page, timer)).toMatchObject({ status: 'stopped', end_reason: 'stopped' });
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(780, -1);
});
