import type { BrowserContext, Page } from '@playwright/test';

/** What Google knows about a user, and what follows the consent. */
export type GooglePerson = {
  sub: string;
  email: string;
  name: string;
  verified?: boolean;
  aftermath?: 'works' | 'down' | 'nonsense';
};

let made = 0;

/** Returns a new user with a Google account, unique per call. */
export function newGooglePerson(): GooglePerson {
  made += 1;
  const unique = `${process.pid}x${made}x${Date.now()}`;
  return { sub: unique, email: `gus${unique}@joiner.com`, name: 'Gus Turner' };
}

/** Routes the browser to the stand-in for every request to Google. */
export async function reachGoogleStandIn(context: BrowserContext): Promise<void> {
  await context.route('https://accounts.google.com/**', (route) => {
    const { pathname, search } = new URL(route.request().url());
    const location = `${process.env.E2E_GOOGLE}${pathname}${search}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
}

/** Presses 'Continue with google' and returns the popup, once it shows Google's page. */
export async function openGoogleWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with google' }).click(),
  ]);
  await popup.getByRole('heading', { name: 'Sign in' }).waitFor();
  return popup;
}

/** Signs in to Google in its popup. */
export async function continueAs(popup: Page, person: GooglePerson): Promise<void> {
  await popup.getByLabel('Account').fill(person.sub);
  await popup.getByLabel('Email').fill(person.email);
  await popup.getByLabel('Name').fill(person.name);
  await popup.getByLabel('Verified').setChecked(person.verified ?? true);
  await popup.getByLabel('Aftermath').selectOption(person.aftermath ?? 'works');
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
}
