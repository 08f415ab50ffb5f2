import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

const APP = path.join(import.meta.dirname, '../app');

/** The paths of all pages, from the folders under app/; groups in parentheses are not part of a path. */
export const PAGES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file).split(path.sep).filter(isPart).join('/')}`)
  .sort();

function isPart(folder: string): boolean {
  return folder !== '.' && !folder.startsWith('(');
}

/** Everything that the browser rejects or complains about on this page, as it happens. */
export async function listen(page: Page): Promise<string[]> {
  const received: string[] = [];
  await page.exposeFunction('heardViolation', (words: string) => received.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { heardViolation } = window as unknown as { heardViolation: (words: string) => void };
      heardViolation(
        `${event.violatedDirective} refuses ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  page.on('console', (message) => {
    if (/security policy|violates/i.test(message.text())) received.push(message.text());
  });
  page.on('pageerror', (error) => received.push(String(error)));
  return received;
}

/** The URL of a page, whatever its parameters: an alarm with this id, and `x` for the rest. */
export function pathOf(pattern: string, alarmId: string): string {
  return pattern.replace('[id]', alarmId).replaceAll(/\[\w+\]/g, 'x');
}

/** The policy of each page: only our own scripts, by a nonce of this response. */
export const OWN_SCRIPTS = /script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/;

export async function newAlarm(context: BrowserContext, baseURL: string): Promise<string> {
  const data = { delay: '1h', url: 'https://example.com/hook', name: 'policy' };
  const response = await context.request.post('/api/v1/alarms', { data, headers: { origin: new URL(baseURL).origin } });
  return (await response.json()).id;
}
