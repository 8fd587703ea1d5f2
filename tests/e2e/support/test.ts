import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { e2eAdmin } from './admin.ts';
import { newPerson, type Person, signInByApi, signUpByApi } from './people.ts';
import { makeToolByApi, type ShopTool } from './tools.ts';

type Fixtures = {
  /** Errors in the console that the test provokes, a refusal say. Any other fails it. */
  expectedErrors: RegExp | undefined;
  /** A buyer with an account, signed in on `page`. */
  buyer: Person;
  /** The admin, signed in on `page`. */
  admin: typeof e2eAdmin;
  /** A tool of this test's own, which visitors see already. */
  tool: ShopTool;
  /** A second buyer, signed in on a page of a browser of their own. */
  rival: { person: Person; page: Page };
};

export { expect };

/** Playwright's test with the shop's people and things; an unexpected error
 * in any page's console fails it. */
export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const errors = await watchPages(context, []);
    await use(context);
    expect(unexpected(errors, expectedErrors)).toEqual([]);
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
  tool: async ({ request }, use) => {
    const tool = await makeToolByApi();
    // A page that was being made for somebody else meanwhile may be the one before it.
    await expect.poll(async () => (await request.get('/tools')).text()).toContain(tool.name);
    await use(tool);
  },
  rival: async ({ browser, expectedErrors }, use) => {
    const context = await browser.newContext();
    const errors = await watchPages(context, []);
    const page = await context.newPage();
    const person = newPerson('Rob Rival');
    await keepSession(page, await signUpByApi(person));
    await use({ person, page });
    await context.close();
    expect(unexpected(errors, expectedErrors)).toEqual([]);
  },
});

// The mailbox shows a mail in a frame that runs no scripts; Playwright's own are
// refused there too, now and then.
const refusedInMail = /^Blocked script execution in 'about:srcdoc'/;

/** Notes every error that the pages of a context log or throw, and everything that their content
 * policy refuses: what a script catches, an `eval` say, is never logged. With `everything`, warnings
 * and whatever else is logged too. */
export async function watchPages(
  context: BrowserContext,
  errors: string[],
  { everything = false }: { everything?: boolean } = {},
): Promise<string[]> {
  context.on('console', (message) => {
    const text = message.text();
    if ((everything || message.type() === 'error') && !refusedInMail.test(text)) errors.push(text);
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  await context.exposeFunction('noteRefusal', (refusal: string) => void errors.push(refusal));
  await context.addInitScript(() => {
    document.addEventListener('hydrated', () => Object.assign(window, { hydrated: true }));
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const note: (refusal: string) => void = Reflect.get(window, 'noteRefusal');
      note(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} to ${sourceFile}`);
    });
  });
  return errors;
}

function unexpected(errors: string[], expected: RegExp | undefined): string[] {
  return errors.filter((error) => !expected?.test(error));
}

/** Puts a session where the browser would keep it, before the first page
 * loads; not again after a sign-out. */
async function keepSession(page: Page, session: string): Promise<void> {
  await page.addInitScript((kept) => {
    // A mail's sandboxed frame has no storage.
    if (window !== window.top) return;
    if (sessionStorage.getItem('e2e-session-given')) return;
    sessionStorage.setItem('e2e-session-given', 'yes');
    localStorage.setItem('identitySession', kept);
  }, session);
}

/** Holds every request for a script back until told to let go. */
export function holdScriptsBack(page: Page): Promise<() => void> {
  return holdBack(page, '**/*.js');
}

/** Holds every request that matches back until told to let go. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and waits until its scripts have taken over and the sign-in
 * has resolved, as a person would. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectResolved(page);
}

/** Sees that the page's scripts have taken over, and that the bar has found out who is signed in. */
export async function expectResolved(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in window);
  await expect(page.getByRole('banner').getByText('Checking your sign-in')).toHaveCount(0);
}
