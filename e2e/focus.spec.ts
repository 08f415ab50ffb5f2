import type { BrowserContext, Page } from '@playwright/test';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import {
  callApi,
  entries,
  expect,
  invitationOf,
  newPerson,
  openDialog,
  openMenu,
  openToday,
  pressChord,
  proveUnless,
  test,
  toast,
  untilIdle,
} from '#/e2e/support.ts';

const DIALOGS: Record<string, [button: string | RegExp, role: 'dialog' | 'alertdialog'][]> = {
  '/tickets': [['New ticket', 'dialog']],
  '/alarms': [['New alarm', 'dialog']],
  '/settings': [
    ['New key', 'dialog'],
    ['New webhook', 'dialog'],
    [/Pause timers/, 'alertdialog'],
  ],
};

/** More than any page has. */
const MAX_STOPS = 200;

test.beforeEach(({ person }) => {
  expect(person.name).toBeTruthy();
});

for (const [path, dialogs] of Object.entries(DIALOGS)) {
  test(`dialogs over ${path} take the focus and return it`, async ({ page, context }) => {
    // Without any ticket there are two buttons that create one.
    await callApi(context, 'post', '/tickets', { key: 'API-412', title: 'Rate limiter' });
    await page.goto(path);
    for (const [button, role] of dialogs) {
      const dialog = await openDialog(page, button, role);
      await expect(dialog.locator('[data-autofocus]')).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect(dialog.locator('[data-autofocus]')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: button })).toBeFocused();
    }
  });
}

test('menus return the focus, and their dialogs return it to the menu’s button', async ({ page, device }) => {
  await device.start({ title: 'Begun by mistake' });
  await openToday(page);
  for (const menu of [/, account menu$/, /, workspace menu$/, 'Actions for this timer']) {
    await openMenu(page, menu);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('button', { name: menu })).toBeFocused();
  }
});

test('a page opened by key has the focus', { tag: '@prove' }, async ({ page, device }) => {
  await device.stop(await device.start({ title: 'Review' }));
  await openToday(page);
  await untilIdle(page);
  await entries(page).first().focus();
  for (const [key, path] of [
    ['t', '/tickets'],
    ['c', '/calendar'],
    ['a', '/alarms'],
  ] as const) {
    await pressChord(page, 'g', key);
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
  }
});

test('a form that can’t be loaded says so, and the page stays as it was', async ({ page }) => {
  let isCut = false;
  await page.route('**/_next/static/**', (route) => (isCut ? route.abort() : route.continue()));
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  await expect(page.getByText('No tickets yet.')).toBeVisible();
  isCut = true;
  await page.keyboard.press('c');
  await expect(toast(page)).toContainText('Couldn’t open it. Can’t reach the server');
  await expect(page.getByRole('dialog')).toBeHidden();
  isCut = false;
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog').getByLabel('Key')).toBeFocused();
});

type Scene = { page: Page; context: BrowserContext };
type Question = {
  path: string;
  before?: (scene: Scene) => Promise<void>;
  /** The button that is pressed, and the item of the menu that it opens. */
  opener: string | RegExp;
  item?: string;
  cancel: string;
  confirm: string | RegExp;
  /** The focused element afterwards. */
  after: (page: Page) => ReturnType<Page['locator']>;
};

const namedButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });

/** Opens a page and waits until it has hydrated. */
async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

async function pressByKey(page: Page, { opener, item }: Pick<Question, 'opener' | 'item'>): Promise<void> {
  await page.getByRole('button', { name: opener }).first().focus();
  await page.keyboard.press('Enter');
  if (!item) return;
  await page.getByRole('menuitem', { name: item }).focus();
  await page.keyboard.press('Enter');
}

async function twoColleagues({ context }: Scene): Promise<void> {
  for (const name of ['Bea Lund', 'Cid Park']) await newPerson({ name }, await invitationOf(context));
}

async function twoEndpoints({ context }: Scene): Promise<void> {
  for (const path of ['first', 'second']) {
    const url = `https://hooks.example.com/${path}`;
    await callApi(context, 'post', '/endpoints', { url, event_types: ['timer.stopped'] });
  }
}

const receivers: Receiver[] = [];

test.afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

/** One that is delivered when it is redriven. */
async function deadLetter({ context }: Scene): Promise<void> {
  const receiver = await openReceiver();
  receivers.push(receiver);
  receiver.plan.status = 404;
  const alarm = { name: 'report.nightly', url: receiver.url, delay_ms: 1, retry: [] };
  const { id } = (await callApi(context, 'post', '/alarms', alarm)).alarm;
  await expect.poll(async () => (await callApi(context, 'get', `/alarms/${id}`)).alarm.status).toBe('dead');
  receiver.plan.status = 200;
}

const QUESTIONS: Record<string, Question> = {
  'to disable a member': {
    path: '/team/members',
    before: twoColleagues,
    opener: 'Actions for Bea Lund',
    item: 'Disable…',
    cancel: 'Cancel',
    confirm: 'Disable',
    after: namedButton('Actions for Bea Lund'),
  },
  'to remove a member': {
    path: '/team/members',
    before: twoColleagues,
    opener: 'Actions for Bea Lund',
    item: 'Remove…',
    cancel: 'Cancel',
    confirm: 'Remove',
    after: namedButton('Actions for Cid Park'),
  },
  'to revoke a key': {
    path: '/settings',
    before: async ({ page }) => {
      const form = await openDialog(page, 'New key');
      await form.getByLabel('Name').fill('CI');
      await form.getByLabel('See your own timers').check();
      await form.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
    },
    opener: 'Revoke CI',
    cancel: 'Keep it',
    confirm: 'Revoke key',
    after: (page) => page.locator('#api-keys [tabindex="-1"]').first(),
  },
  'to rotate a secret': {
    path: '/settings',
    before: async (scene) => {
      await twoEndpoints(scene);
      await open(scene.page, '/settings');
      await scene.page.getByRole('button', { name: 'https://hooks.example.com/first', exact: true }).click();
    },
    opener: 'Rotate…',
    cancel: 'Keep it',
    confirm: 'Rotate secret',
    after: namedButton('Rotate…'),
  },
  'to delete a webhook': {
    path: '/settings',
    before: async (scene) => {
      await twoEndpoints(scene);
      await open(scene.page, '/settings');
    },
    opener: /^Actions for .*first$/,
    item: 'Delete…',
    cancel: 'Keep it',
    confirm: 'Delete webhook',
    after: namedButton(/^https:..hooks.example.com.second$/),
  },
  'to abort an alarm': {
    path: '/alarms',
    before: async ({ page, context }) => {
      const alarm = { name: 'report.nightly', url: 'https://hooks.example.com', delay_ms: 3_600_000 };
      const { id } = (await callApi(context, 'post', '/alarms', alarm)).alarm;
      await open(page, `/alarms/${id}`);
    },
    opener: 'Abort',
    cancel: 'Keep it',
    confirm: 'Abort',
    after: (page) => page.getByRole('heading', { name: 'report.nightly' }),
  },
  'to redrive what is dead': {
    path: '/alarms',
    before: async (scene) => {
      await deadLetter(scene);
      await open(scene.page, '/alarms?state=dead');
    },
    opener: 'Redrive all',
    cancel: 'Keep them',
    confirm: 'Redrive 1',
    after: (page) => page.getByRole('tabpanel'),
  },
};

/** The gate checks one in a menu. That of an API key is covered by accounts.spec.ts. */
const IN_GATE = new Set(['to remove a member']);

test.describe('a confirmation is opened, rejected and confirmed by keys:', () => {
  for (const [name, question] of Object.entries(QUESTIONS)) {
    test(name, proveUnless(IN_GATE.has(name)), async ({ page, context }) => {
      if (question.path === '/settings') await open(page, '/settings');
      await question.before?.({ page, context });
      if (question.path === '/team/members') await open(page, question.path);
      const dialog = page.getByRole('alertdialog');
      await pressByKey(page, question);
      await expect(dialog.getByRole('button', { name: question.cancel })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: question.opener }).first()).toBeFocused();

      await pressByKey(page, question);
      const confirm = dialog.getByRole('button', { name: question.confirm, exact: true });
      await expect(confirm).toBeEnabled();
      await confirm.focus();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(question.after(page)).toBeFocused();
    });
  }
});

/** The focused element, if it is completely covered by another one; null if some of it is visible. */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
    const points = shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const));
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (focused.contains(hit) || hit.closest('label')?.contains(focused));
    });
    return isSeen ? null : focused.outerHTML.slice(0, 160);
  });
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`no bar covers the focused element at ${width} px, forward and back`, { tag: '@prove' }, async ({
    page,
    device,
  }) => {
    await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
    await page.setViewportSize({ width, height });
    for (const path of ['/', '/reports', '/settings']) {
      await open(page, path);
      await page.waitForLoadState('networkidle');
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stops = 0; stops < MAX_STOPS; stops += 1) {
          await page.keyboard.press(key);
          if (await page.evaluate(() => document.activeElement === document.body)) break;
          expect(await coveredFocus(page), `${path}, ${key}`).toBeNull();
        }
      }
    }
  });
}

test('after transferring the workspace the focus stays among the members', { tag: '@prove' }, async ({
  page,
  context,
}) => {
  await twoColleagues({ page, context });
  await open(page, '/team/members');
  await pressByKey(page, { opener: 'Actions for Bea Lund', item: 'Transfer ownership…' });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Acme');
  // The list is updated before the dialog: the button that opened it is gone by then.
  const received = Promise.withResolvers<void>();
  await page.route('**/team/members', async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'POST') await received.promise;
    await route.fulfill({ response });
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[data-member]').filter({ hasText: 'Bea Lund' })).toContainText('Owner');
  await expect(page.locator('button[aria-label="Actions for Bea Lund"]')).toHaveCount(0);
  received.resolve();
  await expect(dialog).toBeHidden();
  await expect(page.locator('table:focus, table :focus')).toHaveCount(1);
});

for (const [path, rows] of Object.entries({ '/projects': 'project', '/tickets': 'ticket' })) {
  test(
    `archiving at ${path} by the menu moves the focus to the row that takes its place`,
    proveUnless(rows === 'ticket'),
    async ({ page, context }) => {
      for (const name of ['A first', 'B second', 'C third']) {
        const key = `${name[0]}-1`;
        await callApi(context, 'post', path, rows === 'project' ? { name } : { key, title: name });
      }
      await open(page, path);
      const names = await page.locator(`[data-${rows}] a`).allTextContents();
      const row = (index: number) => page.locator(`[data-${rows}]`).filter({ hasText: names[index] ?? '' });
      await row(0).focus();
      const opener = await row(0).getByRole('button').last().getAttribute('aria-label');
      await pressByKey(page, { opener: opener ?? '', item: 'Archive' });
      await expect(row(0)).toHaveCount(0);
      await expect(row(1)).toBeFocused();
    },
  );
}
