import type { Page } from '@playwright/test';

/**
 * A page whose addresses are opened and loaded anew until React is there to hear the next press: a press that comes
 * before is lost, which a busy machine makes likely. A journey of a page's first moments opens it with
 * `waitUntil: 'commit'` and waits for nothing.
 */
export function openedAlive(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isAlive);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isAlive);
    return answer;
  };
  return page;
}

/**
 * Whether React has taken over every button that can be seen; at once on what is no page of Next's. What Redoc has drawn
 * belongs to a React of its own. Runs in the page.
 */
function isAlive(): boolean {
  if (!('__next_f' in window)) return true;
  const ours = [...document.querySelectorAll('button')].filter((button) => !button.closest('.api-reference'));
  const buttons = ours.filter((button) => button.checkVisibility());
  return buttons.every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps$')));
}
