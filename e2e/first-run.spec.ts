import { checkScreen } from '#/e2e/look.ts';
import { mailServer } from '#/e2e/mail-server.ts';
import { expect, openSignedOutBrowser, test } from '#/e2e/support.ts';

const PASSWORD = 'four words are best';
const OTHER_PASSWORD = 'five words are even better';

test('the first person creates the owner’s account, signs out and in again; no one can be first after that', async ({
  page,
  browser,
}, info) => {
  test.slow();
  await page.goto('/');
  await expect(page).toHaveURL('/welcome');
  await expect(page.getByText('Server time, to the second')).toBeVisible();
  await checkScreen(page, info, 'welcome');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await expect(page.getByText('At least 8 characters;'), 'the error takes its place').toHaveCount(0);

  await page.getByLabel('Your name').fill('Maya Lindqvist');
  await page.getByLabel('Email').fill('Maya@Acme.dev');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Workspace').fill('Acme');
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  expect(await (await page.request.get('/api/v1/me')).json()).toMatchObject({
    user: { email: 'maya@acme.dev', name: 'Maya Lindqvist', time_zone: 'Pacific/Auckland' },
    workspace: { name: 'Acme' },
    role: 'owner',
  });

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByLabel('Email').fill('maya@acme.dev');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');

  const late = await openSignedOutBrowser(browser);
  for (const path of ['/', '/welcome', '/sign-up']) {
    await late.goto(path);
    await expect(late).toHaveURL('/sign-in');
  }

  const mails = await mailServer(Number(process.env.E2E_SMTP_PORT));
  try {
    await late.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(late.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await checkScreen(late, info, 'forgot-password');
    await late.getByLabel('Email').fill('maya@acme.dev');
    await late.keyboard.press('Enter');
    await expect(late.getByText(/^If this address has an account, a link is on its way\./)).toBeVisible();
    await expect(late.locator(':focus')).toContainText('a link is on its way');
    const [link = ''] = /http\S+\/reset-password\/\S+/.exec(await mails.next()) ?? [];
    await late.goto(new URL(link).pathname);
    await checkScreen(late, info, 'reset-password');
    await late.getByLabel('New password').fill('short');
    await late.keyboard.press('Enter');
    await expect(late.getByText('Use at least 8 characters.')).toBeVisible();
    await late.getByLabel('New password').fill(OTHER_PASSWORD);
    await late.keyboard.press('Enter');
    await expect(late.getByText('Your new password is set. Sign in with it.')).toBeVisible();
    await expect(page, 'the page that was signed in leaves by itself').toHaveURL(/\/sign-in/);
    await late.goto(new URL(link).pathname);
    await expect(late.getByText(/^This link has been used or is older than 30\smin\./)).toBeVisible();
  } finally {
    await mails.close();
  }
  await page.getByLabel('Email').fill('maya@acme.dev');
  await page.getByLabel('Password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
});
