import type { Page } from '@playwright/test';
import { appCode } from '#tests/support/app-code.ts';
import type { Person } from './people.ts';
import { expect, opened } from './test.ts';

/** Logs in by the form, to go on to the page about one's login. */
export async function logIn(page: Page, { email, password }: Person) {
  await opened(page, '/login?from=/dashboard/security');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Sets up an authenticator app, and saves the recovery codes; returns its secret and these. */
export async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill('12');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('The app shows a code of 6 digits')).toBeVisible();
  await page.getByLabel('Code from the app').fill(appCode(secret, new Date()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  return { secret, codes };
}

/** Gives the browser a passkey authenticator like a phone's, which answers at once. After `press(false)` what
 * asks it waits for good. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    press: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
