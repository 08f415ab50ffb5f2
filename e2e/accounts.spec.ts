import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, newPerson, openDialog, openSignedOutBrowser, runSql, test } from '#/e2e/support.ts';

const PASSWORD = 'four words are best';

test.describe('a person is not signed in', () => {
  test('without signing in, with a wrong password, or from another site', async ({ page }) => {
    const { email } = await newPerson();

    await test.step('without signing in: a page leads to the form, and the form leads back to the page', async () => {
      await page.goto('/settings');
      await expect(page).toHaveURL('/sign-in?callbackUrl=%2Fsettings');
      await signIn(page, email, PASSWORD);
      await expect(page).toHaveURL('/settings');
      await signOut(page);
    });

    await test.step('with a wrong password; what was typed stays, and the password has the focus', async () => {
      await signIn(page, 'nobody@example.com', 'wrong password');
      await expect(page.locator('form [role=alert]')).toHaveText(/Email or password is wrong/);
      await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
      await expect(page.getByLabel('Password')).toHaveValue('wrong password');
      await expect(page.getByLabel('Password')).toBeFocused();
    });

    await test.step('after signing in by a link that leads to another site', async () => {
      await page.goto('/sign-in?callbackUrl=https://example.com/settings');
      await signIn(page, email, PASSWORD);
      await expect(page).toHaveURL('/');
    });
  });

  test('by guessing: after ten attempts the form says how long to wait', async ({ page, request }) => {
    const email = `${randomUUID()}@example.com`;
    try {
      for (let i = 0; i < 10; i++) expect((await tryPassword(request, email, 'wrong')).status()).toBe(401);
      await page.goto('/sign-in');
      await signIn(page, email, 'wrong');
      await expect(page.locator('form [role=alert]')).toHaveText(
        /Too many failed sign-in attempts\. Try again in \d+\smin\./,
      );
    } finally {
      await returnAttempts();
    }
  });

  test('with a copy of the cookie, once its owner has signed out', async ({ page, person, browser }) => {
    expect(person.email).toContain('@');
    const stolen = await page.context().storageState();
    const thief = await openSignedOutBrowser(browser, { storageState: stolen });
    await thief.goto('/settings');
    await expect(thief.getByRole('heading', { name: 'API keys' })).toBeVisible();

    await signOut(page);
    await expect(thief, 'the open page leaves by itself').toHaveURL(/\/sign-in/);
    await thief.goto('/settings');
    await expect(thief).toHaveURL(/\/sign-in/);
    expect((await thief.request.get('/api/v1/me')).status()).toBe(401);
    expect(await (await thief.request.get('/api/auth/session')).json()).toEqual({});
  });
});

test('signing up with an email that has an account shows the error at its field and keeps the typed text', {
  tag: '@prove',
}, async ({ page, browser }) => {
  const email = await signUp(page);
  const other = await openSignedOutBrowser(browser);
  await fillSignUp(other, email);
  await other.getByRole('button', { name: 'Create account' }).click();
  await expect(other.getByLabel('Email')).toBeFocused();
  await expect(other.getByText('An account with this email already exists')).toBeVisible();
  await expect(other.getByLabel('Password')).toHaveValue(PASSWORD);
});

test('a new account has the time zone of the browser, and each change of its profile is saved', async ({ page }) => {
  await signUp(page);
  await page.goto('/settings');

  await test.step('a new account has the time zone of the browser', async () => {
    await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  });

  await test.step('the profile is saved as it is changed', async () => {
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Maya L');
    await name.blur();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await name.fill('  ');
    await name.blur();
    await expect(page.getByText('Enter your name.')).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Maya L');
  });
});

test('a person signs out their other devices and stays, also by changing the password', async ({
  page,
  person,
  browser,
}) => {
  const { email } = person;
  const changed = 'five words are even better';
  const other = await openSignedOutBrowser(browser);
  await other.goto('/sign-in');
  await signIn(other, email, PASSWORD);
  await expect(other).toHaveURL('/');

  await page.goto('/settings');
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill(changed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This isn’t your current password.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveValue(changed);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed. Your other device was signed out.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(other, 'the open page leaves by itself').toHaveURL(/\/sign-in/);
  await expect(other.getByRole('link', { name: 'Forgot your password?' }), 'without a mail server').toHaveCount(0);
  await signIn(other, email, changed);
  await expect(other).toHaveURL('/');

  await page.reload();
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await expect(page.getByText('Signed out 1 other device')).toBeVisible();
  await expect(other, 'the open page leaves by itself').toHaveURL(/\/sign-in/);
  await other.goto('/settings');
  await expect(other).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page).toHaveURL('/settings');
});

test('an API key is shown once, is edited, and works until it is revoked', async ({ page, person, request }) => {
  expect(person.email).toContain('@');
  await page.goto('/settings');
  const dialog = await openDialog(page, 'New key');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('billing-prod');
  await dialog.getByLabel('See your own timers').check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('You won’t see it again')).toBeVisible();
  const secret = (await page.getByRole('dialog').locator('code').first().innerText()).trim();
  expect(secret).toMatch(/^tsk_[\w-]{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  expect(await page.content()).not.toContain(secret);

  const ask = (path: string) => request.get(path, { headers: { authorization: `Bearer ${secret}`, cookie: '' } });
  const me = await ask('/api/v1/me');
  expect(await me.json()).toMatchObject({ scopes: ['timers:read'] });
  expect((await ask('/api/v1/tickets')).status()).toBe(403);

  await page.reload();
  const edit = await openDialog(page, 'Edit billing-prod');
  await expect(edit.getByLabel('See your own timers')).toBeChecked();
  await edit.getByLabel('See tickets').check();
  await edit.getByLabel('Expires').selectOption({ label: 'After 30 days' });
  await edit.getByLabel('Name').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Enter a name.')).toBeVisible();
  await edit.getByLabel('Name').fill('billing');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit billing' })).toBeFocused();
  expect(await (await ask('/api/v1/me')).json()).toMatchObject({ scopes: ['timers:read', 'tickets:read'] });
  expect((await ask('/api/v1/tickets')).status()).toBe(200);
  await page.reload();
  const again = await openDialog(page, 'Edit billing');
  await expect(again.getByLabel('Expires')).toHaveValue('as_it_is');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toBeHidden();

  const question = await openDialog(page, 'Revoke billing', 'alertdialog');
  await expect(question).toContainText(/It was last used \d+\ss ago/);
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  expect((await ask('/api/v1/me')).status()).toBe(401);
});

/** A new account with its own workspace, signed in on this page. */
async function signUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  return email;
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Maya Lindqvist');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Workspace').fill('Acme');
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page).toHaveURL('/sign-in');
}

/**
 * All journeys sign in from one address, which may fail 50 times in 15 minutes: these failures must not affect the
 * others.
 */
const returnAttempts = () => runSql("delete from throttles where key like 'sign_in:address:%'", []);

/** One attempt as a program sends it: next-auth's token, then the password. */
async function tryPassword(request: APIRequestContext, email: string, password: string) {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
  return request.post('/api/auth/callback/credentials', { form: { email, password, csrfToken, json: 'true' } });
}
