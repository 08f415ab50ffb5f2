import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import {
  callApi,
  composer,
  expect,
  hero,
  invitationOf,
  newPerson,
  openBrowserAs,
  openDialog,
  openMenu,
  openSignedOutBrowser,
  openToday,
  type Person,
  pressChord,
  runSql,
  test,
  toast,
} from '#/e2e/support.ts';

const workspaceMenu = (page: Page) => page.getByRole('button', { name: /, workspace menu$/ });
const member = (page: Page, name: string) => page.getByRole('row', { name });

const openWorkspaces = (page: Page) => openMenu(page, /, workspace menu$/);

async function makeWorkspace(page: Page, name: string): Promise<void> {
  await openWorkspaces(page);
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(workspaceMenu(page)).toContainText(name);
}

/** A tab that gets no messages from other tabs. */
async function deafPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.BroadcastChannel = class {
      postMessage() {}
      close() {}
    } as unknown as typeof BroadcastChannel;
  });
  return page;
}

/** Chooses an action for a member. */
async function chooseAction(page: Page, name: string, item: string): Promise<void> {
  await openMenu(page, `Actions for ${name}`);
  await page.getByRole('menuitem', { name: item }).click();
}

test.describe('several workspaces', () => {
  test('a person creates one and switches by keyboard; neither shows anything of the other', { tag: '@prove' }, async ({
    page,
    device,
  }) => {
    await device.stop(await device.start({ ticket_key: 'API-1', title: 'Of Acme', create_ticket: true }));
    await openToday(page);
    await expect(page.getByRole('treegrid')).toContainText('Of Acme');
    await makeWorkspace(page, 'Globex');
    await expect(page.getByText('No timer running')).toBeVisible();
    await expect(page.getByText('Of Acme')).toHaveCount(0);
    await page.getByRole('combobox').fill('API');
    await expect(page.getByRole('option')).toHaveText([/Track “API” without a ticket/]);

    await workspaceMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Globex Owner' })).toBeChecked();
    await expect(page.getByRole('menuitemradio', { name: 'Acme Owner' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workspaceMenu(page)).toContainText('Acme');
    await expect(page.getByRole('treegrid')).toContainText('Of Acme');

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or run' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('switch to globex');
    await expect(palette.getByRole('option', { selected: true })).toContainText('Workspace Globex');
    await page.keyboard.press('Enter');
    await expect(workspaceMenu(page)).toContainText('Globex');
  });

  test('a timer of one workspace is shown in the other, and stops when one starts there', async ({ page, device }) => {
    const elsewhere = page.getByRole('region', { name: 'Timer in another workspace' });
    await device.start({ ticket_key: 'API-1', title: 'Of Acme', create_ticket: true });
    await openToday(page);
    await makeWorkspace(page, 'Globex');
    await expect(elsewhere).toContainText(/Running in Acme.*API-1.*Of Acme/);
    await expect(page).toHaveTitle('0:00 API-1');
    await expect(elsewhere).toContainText('Starting a timer here stops the one in Acme.');
    await composer(page).fill('Of Globex');
    await page.keyboard.press('Enter');
    await expect(hero(page)).toContainText('Of Globex');
    await expect(toast(page)).toContainText('API-1 stopped in Acme, Of Globex started');
    await expect
      .poll(async () => {
        const { timer, elsewhere: other } = await device.current();
        return [timer, other?.workspace.name, other?.timer.title];
      })
      .toEqual([null, 'Globex', 'Of Globex']);

    const back = await device.start({ title: 'Again', on_conflict: 'switch' });
    await expect(elsewhere).toContainText(/Running in Acme.*Again/);
    await device.stop(back);
    await expect(page.getByText('No timer running')).toBeVisible();
    await device.start({ title: 'Once more' });
    await expect(elsewhere).toContainText('Once more');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await pressChord(page, 'g', 's');
    await expect(page).toHaveURL('/settings');
    await elsewhere.getByRole('button', { name: 'Go to Acme' }).click();
    await expect(workspaceMenu(page)).toContainText('Acme');
    await expect(page.getByRole('region', { name: 'Running timer' })).toContainText('Once more');
  });

  test('every tab of the browser switches too', { tag: '@prove' }, async ({ page, context, person }) => {
    expect(person.email).toContain('@');
    await openToday(page);
    await makeWorkspace(page, 'Globex');
    const other = await context.newPage();
    await other.goto('/settings');
    await expect(workspaceMenu(other)).toContainText('Globex');
    // A background tab paints at any time.
    await page.bringToFront();
    await openWorkspaces(page);
    await page.getByRole('menuitemradio', { name: /Acme/ }).click();
    await expect(workspaceMenu(other)).toContainText('Acme');
    await expect(other).toHaveURL('/settings');
    await expect(other.getByLabel('Workspace name')).toHaveValue('Acme');
  });

  test('a tab that missed the switch detects it by its next response, and reloads', { tag: '@prove' }, async ({
    page,
    context,
    person,
  }) => {
    expect(person.email).toContain('@');
    await openToday(page);
    const deaf = await deafPage(context);
    await openToday(deaf);
    await page.bringToFront();
    await makeWorkspace(page, 'Globex');
    // It may already be reloading.
    await expect(() => deaf.evaluate(() => window.dispatchEvent(new Event('online')))).toPass();
    await expect(workspaceMenu(deaf)).toContainText('Globex');
  });

  test('a tab that missed the switch changes neither the workspace that it shows nor the other', {
    tag: '@prove',
  }, async ({ page, context, person }) => {
    expect(person.email).toContain('@');
    const deaf = await deafPage(context);
    await deaf.goto('/settings');
    const dialog = await openDialog(deaf, 'New key');
    await dialog.getByLabel('Name').fill('meant-for-acme');
    await dialog.getByLabel('See your own timers').check();
    await deaf.route('**/api/v1/**', (route) => route.abort());
    // A background tab draws no frames on a busy machine, and an element that is never drawn can't be clicked.
    await page.bringToFront();
    await openToday(page);
    await makeWorkspace(page, 'Globex');
    await deaf.bringToFront();

    const words = 'This tab shows Acme; you have switched to Globex. Reload the page.';
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByRole('alert')).toContainText(words);
    await expect(dialog.getByLabel('Name')).toHaveValue('meant-for-acme');
    await deaf.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await deaf.getByLabel('Workspace name').fill('Renamed');
    await deaf.keyboard.press('Tab');
    await expect(deaf.getByRole('region', { name: 'Workspace' }).getByRole('alert')).toContainText(words);
    await expect(deaf.getByLabel('Workspace name')).toHaveValue('Renamed');

    const { workspaces } = await callApi(context, 'get', '/me');
    expect(workspaces.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Acme', 'Globex']);
    await page.goto('/settings');
    await expect(workspaceMenu(page)).toContainText('Globex');
    await expect(page.getByRole('region', { name: 'API keys' })).not.toContainText('meant-for-acme');
  });

  test('a member who leaves one continues in another; its owner can’t leave', { tag: '@prove' }, async ({
    page,
    person,
    browser,
  }) => {
    expect(person.name).toBe('Maya Lindqvist');
    await page.goto('/settings');
    await expect(page.getByRole('region', { name: 'Leave' })).toContainText('To leave, first transfer ownership');
    const jonas = await newPerson({ name: 'Jonas Berg' });
    const { page: his } = await openBrowserAs(browser, jonas);
    await his.goto(await invitationOf(page.context()));
    await his.getByRole('button', { name: 'Accept as Jonas Berg' }).click();
    await expect(his).toHaveURL('/');
    expect((await callApi(his.context(), 'get', '/me')).role).toBe('member');
    await his.goto('/settings');
    const question = await openDialog(his, 'Leave Acme…', 'alertdialog');
    await question.getByRole('button', { name: 'Leave workspace' }).click();
    await expect(his).toHaveURL('/');
    await expect.poll(async () => (await callApi(his.context(), 'get', '/me')).role).toBe('owner');
    await page.goto('/team/members');
    await expect(member(page, 'Maya Lindqvist')).toBeVisible();
    await expect(member(page, 'Jonas Berg')).toHaveCount(0);
  });
});

test.describe('an invitation', () => {
  test('is created by keyboard, shown once, and lets a new person join with a new account', async ({
    page,
    person,
    browser,
  }) => {
    expect(person.name).toBe('Maya Lindqvist');
    await openToday(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await pressChord(page, 'g', 'm');
    await expect(page).toHaveURL('/team/members');
    await expect(page.getByText('Only you so far.')).toBeVisible();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Email')).toBeFocused();
    const email = `${randomUUID()}@example.com`;
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
    const [invitation] = (await callApi(page.context(), 'get', '/invitations')).invitations;
    const year = invitation.expires_at.slice(0, 4);
    await expect(dialog).toContainText(
      new RegExp(`${email} can join with this link until \\w{3} \\d+ \\w{3} ${year}, `),
    );
    await expect(dialog).toContainText('You won’t see it again.');
    const link = (await dialog.locator('code').innerText()).trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('by Maya Lindqvist');
    expect(await page.content()).not.toContain(link);

    const theirs = await openSignedOutBrowser(browser);
    await theirs.goto(link);
    await expect(theirs.getByText('Maya Lindqvist invites you to the workspace Acme as a member.')).toBeVisible();
    await expect(theirs.getByLabel('Email')).toHaveValue(email);
    const colorOf = (label: string) =>
      theirs.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor);
    expect(await colorOf('Email'), 'it can’t be changed here').not.toBe(await colorOf('Your name'));
    await expect(theirs.getByLabel('Workspace')).toHaveCount(0);
    await theirs.getByLabel('Your name').fill('Jonas Berg');
    await theirs.getByLabel('Password').fill('four words are best');
    await expect(theirs.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
    await theirs.getByRole('button', { name: 'Create account' }).click();
    await expect(theirs).toHaveURL('/');
    await expect(workspaceMenu(theirs)).toContainText('Acme');
    await page.reload();
    await expect(member(page, 'Jonas Berg')).toContainText('Member');
    await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(0);
  });

  test('leads a person with an account through signing in and back', { tag: '@prove' }, async ({
    context,
    person,
    browser,
  }) => {
    expect(person.name).toBe('Maya Lindqvist');
    const jonas = await newPerson({ name: 'Jonas Berg' });
    const theirs = await openSignedOutBrowser(browser);
    await theirs.goto(await invitationOf(context, { role: 'admin' }));
    await expect(theirs.getByText('as an admin.')).toBeVisible();
    await theirs.getByRole('link', { name: 'Sign in' }).click();
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await theirs.getByLabel('Email').fill(jonas.email);
    await theirs.getByLabel('Password').fill(jonas.password);
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('button', { name: 'Accept as Jonas Berg' }).click();
    await expect(theirs).toHaveURL('/');
    await expect.poll(async () => (await callApi(theirs.context(), 'get', '/me')).role).toBe('admin');
  });

  test('that can’t be accepted says why and what to do', { tag: '@prove' }, async ({
    page,
    context,
    person,
    browser,
  }) => {
    const idOf = async () => (await callApi(context, 'get', '/invitations')).invitations[0].id;
    const revoked = await invitationOf(context);
    await page.goto('/team/members');
    await page.getByRole('button', { name: 'Revoke invitation for Anyone with the link' }).click();
    await expect(toast(page)).toContainText('Revoked.');
    const expired = await invitationOf(context);
    await runSql("update invitations set expires_at = now() - interval '1 minute' where id = $1", [await idOf()]);
    const used = await invitationOf(context);
    await newPerson({ name: 'Jonas Berg' }, used);
    const others = await invitationOf(context, { email: 'somebody@example.com' });

    const cases = [
      [revoked, 'This invitation was revoked'],
      [expired, 'This invitation has expired'],
      [used, 'This invitation has already been used'],
      [`${new URL(used).origin}/invitations/${'x'.repeat(43)}`, 'Invitation not found'],
    ] as const;
    const nobody = await openSignedOutBrowser(browser);
    for (const [link, words] of cases) {
      await nobody.goto(link);
      await expect(nobody.getByText(words)).toBeVisible();
      await expect(nobody.getByRole('button')).toHaveCount(0);
    }
    await page.goto(others);
    await expect(page.getByText(`you’re signed in as ${person.email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out and switch' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com');
  });

  test('offers nothing to accept to a person who is already in the workspace', { tag: '@prove' }, async ({
    page,
    context,
    person,
  }) => {
    expect(person.email).toContain('@');
    await page.goto(await invitationOf(context));
    await expect(page.getByRole('heading', { name: 'You’re already in Acme' })).toBeVisible();
  });
});

test.describe('members', () => {
  const JONAS = 'Jonas Berg';
  let jonas: Person;

  test.beforeEach(async ({ context, person }) => {
    expect(person.name).toBe('Maya Lindqvist');
    jonas = await newPerson({ name: JONAS }, await invitationOf(context));
  });

  test('get another role at once, with undo', async ({ page }) => {
    // Another window, which is notified: its own polling comes long after.
    const other = await page.context().newPage();
    await other.goto('/team/members');
    await expect(member(other, JONAS)).toContainText('Member');
    await page.goto('/team/members');
    await chooseAction(page, JONAS, 'Make admin');
    await expect(member(page, JONAS)).toContainText('Admin');
    await expect(member(other, JONAS)).toContainText('Admin');
    await newPerson({ name: 'Ada Newcomer' }, await invitationOf(page.context()));
    await expect(member(other, 'Ada Newcomer')).toContainText('Member');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(member(page, JONAS)).toContainText('Member');
  });

  test('changed by another admin are shown without a reload, before the page polls', {
    tag: '@prove',
  }, async ({ page, context, browser }) => {
    const admin = await newPerson({ name: 'Ada Admin' }, await invitationOf(context, { role: 'admin' }));
    const { context: hers } = await openBrowserAs(browser, admin);
    const { context: his } = await openBrowserAs(browser, jonas);
    const { user } = await callApi(his, 'get', '/me');
    // The page polls every minute. Here it never does: it only shows what it was notified of.
    await page.addInitScript(() => {
      const { setInterval, setTimeout } = window;
      const isSoon = (ms = 0) => ms < 60_000;
      window.setInterval = ((run: () => void, ms?: number) => (isSoon(ms) ? setInterval(run, ms) : 0)) as never;
      window.setTimeout = ((run: () => void, ms?: number) => (isSoon(ms) ? setTimeout(run, ms) : 0)) as never;
    });
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/team/members')]);
    await expect(member(page, JONAS)).toContainText('Member');
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    await callApi(hers, 'patch', `/members/${user.id}`, { role: 'admin' });
    await expect(member(page, JONAS)).toContainText('Admin');
    await callApi(hers, 'patch', `/members/${user.id}`, { role: 'member' });
    await expect(member(page, JONAS)).toContainText('Member');
    await callApi(his, 'post', '/timers/start', { title: 'Limiter' });
    await expect(member(page, JONAS)).toContainText(/Limiter since \d\d:\d\d/);
    await callApi(hers, 'patch', `/members/${user.id}`, { disabled: true });
    await expect(member(page, JONAS)).toContainText('Disabled');
    await callApi(hers, 'delete', `/members/${user.id}`);
    await expect(member(page, JONAS)).toHaveCount(0);
    await invitationOf(hers, { email: 'new@example.com' });
    await expect(page.getByText('new@example.com')).toBeVisible();
    expect(await page.evaluate(() => document.body.hasAttribute('data-same-page'))).toBe(true);
  });

  test('are disabled after a dialog says what happens to their running timer', async ({ page, browser }) => {
    const { page: his, context } = await openBrowserAs(browser, jonas);
    await callApi(context, 'post', '/timers/start', { ticket_key: 'API-412', title: 'Limiter', create_ticket: true });
    await openToday(his);
    await page.goto('/team/members');
    await expect(member(page, JONAS)).toContainText(/API-412 since \d\d:\d\d/);
    await chooseAction(page, JONAS, 'Disable…');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      /Their running timer, API-412 since \d\d:\d\d, is stopped and marked for review\./,
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect(member(page, JONAS)).toContainText('Disabled');
    await expect(page.getByRole('button', { name: `Actions for ${JONAS}` })).toBeFocused();
    await expect(his, 'the open page leaves by itself').toHaveURL(/\/sign-in/);
    await expect(his.locator('form [role=alert]')).toHaveText(
      'An admin disabled your account in Acme. Ask an owner or admin there to enable it. Your tracked time is kept.',
    );
    await context.clearCookies();
    await his.goto('/sign-in');
    await his.getByLabel('Email').fill(jonas.email);
    await his.getByLabel('Password').fill(jonas.password);
    await his.keyboard.press('Enter');
    await expect(his.locator('form [role=alert]')).toContainText('An admin disabled your account in Acme.');
    await expect(his.getByLabel('Email'), 'what was typed stays').toHaveValue(jonas.email);

    await chooseAction(page, JONAS, 'Enable…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
    await expect(member(page, JONAS)).toContainText('Active');
    await expect(member(page, JONAS)).not.toContainText('API-412');
  });

  test('have all their timers disabled for maintenance from here, and enabled again', { tag: '@prove' }, async ({
    page,
    browser,
  }) => {
    const { context } = await openBrowserAs(browser, jonas);
    await page.goto('/team/members');
    await expect(member(page, JONAS)).toBeVisible();
    await callApi(context, 'post', '/timers/start', { title: 'In the middle' });
    await expect(member(page, JONAS)).toContainText('In the middle');
    const question = await openDialog(page, /Pause timers for maintenance/, 'alertdialog');
    await expect(question).toContainText('1 timer is running.');
    await question.getByRole('button', { name: 'Pause timers' }).click();
    await expect(page.getByText(/paused for maintenance since .* Allowing/)).toBeVisible();
    await expect(member(page, JONAS)).not.toContainText('In the middle');
    await page.getByRole('button', { name: 'Allow timers again' }).click();
    await expect(page.getByRole('button', { name: /Pause timers for maintenance/ })).toBeVisible();
  });

  test('are removed, and need an invitation to return', { tag: '@prove' }, async ({ page, browser }) => {
    const { page: his } = await openBrowserAs(browser, jonas);
    await openToday(his);
    await page.goto('/team/members');
    await chooseAction(page, JONAS, 'Remove…');
    await expect(page.getByRole('alertdialog')).toContainText('They need a new invitation to come back.');
    await page.keyboard.press('Escape');
    await expect(member(page, JONAS)).toBeVisible();
    await chooseAction(page, JONAS, 'Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(member(page, JONAS)).toHaveCount(0);
    await expect(his.locator('form [role=alert]')).toHaveText(/^An admin removed you from Acme\. .* new invitation\./);
  });

  test('see which workspace they are in now when they are removed from another', { tag: '@prove' }, async ({
    page,
    browser,
  }) => {
    const { page: his, context } = await openBrowserAs(browser, jonas);
    await openToday(his);
    await makeWorkspace(his, 'Globex');
    await openWorkspaces(his);
    await his.getByRole('menuitemradio', { name: /Acme/ }).click();
    await expect(workspaceMenu(his)).toContainText('Acme');
    // This browser has stored its workspace.
    await expect.poll(() => his.evaluate(() => localStorage.getItem('last_workspace'))).toContain('Acme');
    const { user } = await callApi(context, 'get', '/me');
    await callApi(page.context(), 'delete', `/members/${user.id}`);
    await expect(workspaceMenu(his)).toContainText('Globex');
    await expect(toast(his)).toContainText('You no longer have access to Acme. You’re now in Globex.');
  });

  test('get the ownership after its name is typed', { tag: '@prove' }, async ({ page }) => {
    await page.goto('/team/members');
    await chooseAction(page, JONAS, 'Transfer ownership…');
    const question = page.getByRole('alertdialog');
    const transfer = question.getByRole('button', { name: 'Transfer ownership' });
    await expect(transfer).toBeDisabled();
    await question.getByLabel('Type Acme to confirm').fill('acme');
    await expect(transfer).toBeDisabled();
    await question.getByLabel('Type Acme to confirm').fill('Acme');
    await page.keyboard.press('Enter');
    await expect(member(page, JONAS)).toContainText('Owner');
    await expect(member(page, 'Maya Lindqvist')).toContainText('Admin');
    await expect(page.getByRole('button', { name: /Actions for/ })).toHaveCount(0);
  });
});
