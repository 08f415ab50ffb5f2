import type { Page } from '@playwright/test';

const MAX_MS = 60_000;

/**
 * A page whose URLs are opened and reloaded only once React can handle the next click: an earlier one is lost, which
 * is likely on a busy machine. A journey about a page's first moments opens it with `waitUntil: 'commit'` and waits for
 * nothing.
 */
export function openedAlive(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return response;
  };
  return page;
}

async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive, undefined, { timeout: MAX_MS }).catch((cause: unknown) => {
    throw new Error(`React has not hydrated every button of ${page.url()} within a minute.`, { cause });
  });
}

/**
 * Whether React has hydrated every visible button and committed it, so that its handlers and the shortcuts bound by its
 * effects are there; immediately on other pages than Next's. Redoc's elements belong to another React. Runs in the
 * page.
 *
 * React marks a button with its fiber while it still renders. Until the commit a fiber above it carries `Placement` or
 * `Hydrating`: by the same sign React itself holds back events (`getNearestMountedFiber`).
 */
function isAlive(): boolean {
  if (!('__next_f' in window)) return true;
  type Fiber = { flags: number; alternate: Fiber | null; return: Fiber | null };
  const PLACEMENT_OR_HYDRATING = 2 | 4_096;
  const ours = [...document.querySelectorAll('button')].filter((button) => !button.closest('.api-reference'));
  const buttons = ours.filter((button) => button.checkVisibility());
  return buttons.every((button) => {
    const key = Object.keys(button).find((name) => name.startsWith('__reactFiber$'));
    if (!key) return false;
    let fiber = (button as unknown as Record<string, Fiber>)[key] ?? null;
    while (fiber && !fiber.alternate) {
      if (fiber.flags & PLACEMENT_OR_HYDRATING) return false;
      fiber = fiber.return;
    }
    return true;
  });
}
