import { test as base, expect, type Page } from '@playwright/test';
import { e2eAdmin } from './admin.ts';
import { newPerson, type Person, signInByApi, signUpByApi } from './people.ts';
import { makeToolByApi, type ShopTool } from './tools.ts';

type Fixtures = {
  /** Fails the test when the page logs an error or throws. A test that expects refusals names them here. */
  expectedErrors: RegExp[];
  /** A buyer with an account, signed in on `page`. */
  buyer: Person;
  /** The admin, signed in on `page`. */
  admin: typeof e2eAdmin;
  /** A tool of this test's own. */
  tool: ShopTool;
};

export { expect };

/** Playwright's test with the shop's people and things; an unexpected error in the console fails it. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
  },
  buyer: async ({ page }, use) => {
    const person = newPerson();
    await keepSession(page, await signUpByApi(person));
    await use(person);
  },
  admin: async ({ page }, use) => {
    await keepSession(page, await signInByApi(e2eAdmin));
    await use(e2eAdmin);
  },
  // Playwright wants a pattern here, and the linter no empty one.
  tool: async ({ expectedErrors: _ }, use) => {
    await use(await makeToolByApi());
  },
});

/** Puts a session where the browser would keep it, before the first page loads; not again after a sign-out. */
async function keepSession(page: Page, session: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('e2e-session-given')) return;
    sessionStorage.setItem('e2e-session-given', 'yes');
    localStorage.setItem('identitySession', kept);
  }, session);
}

/** Opens a page and waits until its scripts have taken over and the sign-in has resolved, as a person would. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const login = page.getByRole('link', { name: 'Login' });
  const logOut = page.getByRole('button', { name: 'Log Out' });
  await expect(login.or(logOut).first()).toBeAttached();
}
