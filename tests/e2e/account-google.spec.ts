import type { Page } from '@playwright/test';
import { e2eAdmin } from './support/admin.ts';
import { continueAs, newGooglePerson, openGoogleWindow, reachGoogleStandIn } from './support/google.ts';
import { googleClient } from './support/google-stand-in.ts';
import { newPerson, signUpByApi } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectSoundScreen, openMenu, visibleText } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ context }) => reachGoogleStandIn(context));

/** The page shows the refusal, the user is signed out, and the button can be pressed again. */
async function expectSaid(page: Page, words: string) {
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with google' })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
}

test('a new user returns from /login to the requested page, and is the same user the next time', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const person = newGooglePerson();
  for (const path of ['/dashboard/orders', '/dashboard/review']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
    await opened(page, page.url());
    const popup = await openGoogleWindow(page);
    await expect(page.getByText('Continue in the Google window.')).toBeVisible();
    await continueAs(popup, person);
    await expect(page).toHaveURL(path);
    const menu = await openMenu(page);
    await expect(visibleText(menu, person.name)).toHaveCount(1);
    await menu.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('from /signup it leads to the tools, with the address verified', { tag: ['@sweep', '@desk'] }, async ({
  page,
}) => {
  const person = newGooglePerson();
  await opened(page, '/signup');
  await continueAs(await openGoogleWindow(page), person);
  await expect(page).toHaveURL('/tools');
  await opened(page, '/dashboard');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByText(/not verified/)).toHaveCount(0);
});

test('a user with a verified account gets into that account', { tag: ['@desk', '@sweep'] }, async ({
  page,
}) => {
  await opened(page, '/login?from=%2Fdashboard%2Fusers');
  const popup = await openGoogleWindow(page);
  await continueAs(popup, { ...newGooglePerson(), sub: 'the-owner', email: e2eAdmin.email });
  await expect(page).toHaveURL('/dashboard/users');
  await expect(rowsWith(page, e2eAdmin.email)).toBeVisible();
});

test('an unverified account is not linked, and the page says what to do next', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  await opened(page, '/login');
  await continueAs(await openGoogleWindow(page), { ...newGooglePerson(), email: person.email });
  await expectSaid(page, 'There’s already an account with this email, and it isn’t verified yet.');
  await expectSoundScreen(page);
});

test.describe('failures shown in words', { tag: '@desk' }, () => {
  test('an address that Google has not verified', { tag: '@sweep' }, async ({ page }) => {
    await opened(page, '/signup');
    await continueAs(await openGoogleWindow(page), { ...newGooglePerson(), verified: false });
    await expectSaid(page, 'Google hasn’t verified this email address.');
  });

  test('cancelled at Google', { tag: '@sweep' }, async ({ page }) => {
    await opened(page, '/login');
    const popup = await openGoogleWindow(page);
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expectSaid(page, 'Google sign-in was canceled.');
    await continueAs(await openGoogleWindow(page), newGooglePerson());
    await expect(page).toHaveURL('/');
  });

  test('the window is closed', { tag: '@sweep' }, async ({ page }) => {
    await opened(page, '/login');
    await (await openGoogleWindow(page)).close();
    await expectSaid(page, 'The Google window was closed before you were logged in. Try again.');
  });

  test('the window is blocked', { tag: '@sweep' }, async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await opened(page, '/login');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await expectSaid(page, 'Your browser blocked the Google window.');
  });

  test('Google fails, or answers nonsense', { tag: '@sweep' }, async ({ page }) => {
    await opened(page, '/login');
    await continueAs(await openGoogleWindow(page), { ...newGooglePerson(), aftermath: 'down' });
    await expectSaid(page, 'We couldn’t reach Google.');
    await page.context().clearCookies();
    await continueAs(await openGoogleWindow(page), { ...newGooglePerson(), aftermath: 'nonsense' });
    await expectSaid(page, 'Google’s reply couldn’t be verified');
  });

  test('a stale callback is reported in its own window', { tag: '@sweep' }, async ({ page }) => {
    await page.goto('/api/auth/callback/google?code=stale&state=stale');
    await expect(page).toHaveURL('/login/google-done?error=state_mismatch');
    await expect(page.getByRole('alert')).toHaveText(/^Signing in took too long/);
  });
});

test.describe('when the shop cannot start the sign-in', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 503/ });

  test('the empty window closes, and the page shows why', async ({ page }) => {
    await page.route('/api/auth/sign-in/social', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'unavailable', message: 'The shop is busy. Please try again in a moment.' } },
      }),
    );
    await opened(page, '/login');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with google' }).click(),
    ]);
    await expectSaid(page, 'The shop is busy. Please try again in a moment.');
    expect(popup.isClosed()).toBe(true);
  });
});

test.describe('in a shop without Google', { tag: '@desk' }, () => {
  // The settings are inline, and the policy allows them by their hash.
  test.use({ bypassCSP: true });

  test('the button says that it isn’t set up', { tag: '@sweep' }, async ({ page }) => {
    for (const path of ['/signup', '/login']) {
      await page.route(path, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(googleClient.clientId, '');
        await route.fulfill({ response, body });
      });
      await opened(page, path);
      await page.getByRole('button', { name: 'Continue with google' }).click();
      await expect(page.getByText(/^Google sign-in isn’t set up in this shop\./)).toBeVisible();
    }
  });
});
