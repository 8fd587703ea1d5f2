import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { e2eAdmin } from './admin.ts';
import { newPerson, type Person, signInByApi, signUpByApi } from './people.ts';
import { makeToolByApi, type ShopTool } from './tools.ts';

type Fixtures = {
  /** Console errors that the test provokes, such as a refusal. Any other error fails it. */
  expectedErrors: RegExp | undefined;
  /** A buyer with an account, signed in on `page`. */
  buyer: Person;
  /** The admin, signed in on `page`. */
  admin: typeof e2eAdmin;
  /** This test's own tool, already visible to visitors. */
  tool: ShopTool;
  /** A second buyer, signed in on a page of another browser context. */
  rival: { person: Person; page: Page };
};

export { expect };

/** Playwright's test with the shop's people and tools; an unexpected console error on any page fails it. */
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
    // A page rendered for another visitor meanwhile may be the previous version.
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

// The mailbox shows a mail in a frame without scripts, which occasionally blocks Playwright's own scripts
// too.
const refusedInMail = /^Blocked script execution in 'about:srcdoc'/;

/** Records every error that a context's pages log or throw, and everything that their content policy blocks:
 * a caught error, such as of an `eval`, is never logged. With `everything`, also records warnings and all
 * other log messages. */
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

/** Stores an access token where the browser would store it, before the first page loads; not again after a
 * sign-out. */
export async function keepSession(page: Page, token: string): Promise<void> {
  await page.addInitScript((kept) => {
    // A mail's sandboxed frame has no storage.
    if (window !== window.top) return;
    if (sessionStorage.getItem('e2e-session-given')) return;
    sessionStorage.setItem('e2e-session-given', 'yes');
    localStorage.setItem('accessToken', kept);
  }, token);
}

/** Holds every script request until the returned function is called. */
export function holdScriptsBack(page: Page): Promise<() => void> {
  return holdBack(page, '**/*.js');
}

/** Holds every matching request until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and waits until it has hydrated and the sign-in state is known, as a person would. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectResolved(page);
}

/** Asserts that the page has hydrated and that the bar knows who is signed in. */
export async function expectResolved(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in window);
  await expect(page.getByRole('banner').getByText('Checking your sign-in')).toHaveCount(0);
}
