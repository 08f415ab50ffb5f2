import { type Browser, chromium } from '@playwright/test';
import lighthouse, { type Config, type Flags } from 'lighthouse';
import { expect, newPerson, signIn, test } from '#/e2e/support.ts';
import { freePort } from '#/scripts/free-port.ts';

export type Cookie = { name: string; value: string; url: string };

/** The cookies of someone who has just signed in. */
export async function signedIn(browser: Browser, url: string): Promise<Cookie[]> {
  // With this device's zone, so that no question is shown above the page.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const context = await browser.newContext();
  await signIn(context, await newPerson({ timeZone }));
  const cookies = (await context.cookies()).map(({ name, value }) => ({ name, value, url }));
  await context.close();
  return cookies;
}

const JUDGED = ['accessibility', 'best-practices'];

/** Asserts that Lighthouse finds no fault with a page except its speed; without `config` on a phone. */
export async function expectNoFaults(browser: Browser, url: string, config?: Config): Promise<void> {
  const cookies = await signedIn(browser, url);
  const result = await withLighthouse(cookies, (ask) => ask(url, { onlyCategories: JUDGED }, config));
  const { categories, audits, runtimeError, finalDisplayedUrl } = result?.lhr ?? {};
  expect([runtimeError, finalDisplayedUrl]).toEqual([undefined, url]);
  for (const name of JUDGED) {
    const faults = (categories?.[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits?.[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${JSON.stringify(audits?.[id]?.details)?.slice(0, 500)}`);
    expect([categories?.[name]?.score, faults], name).toEqual([1, []]);
  }
}

/** Calls `run` with a function that runs Lighthouse on a page, in a separate browser with these cookies. */
export async function withLighthouse<T>(
  cookies: Cookie[],
  run: (
    ask: (url: string | undefined, flags: Flags, config: Config | undefined) => ReturnType<typeof lighthouse>,
  ) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const examined = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    // In the browser's own cookie store: the page adds to them.
    const devtools = await examined.newBrowserCDPSession();
    await devtools.send('Storage.setCookies', { cookies });
    return await run((url, flags, config) => lighthouse(url, { ...flags, port }, config));
  } finally {
    await examined.close();
  }
}
