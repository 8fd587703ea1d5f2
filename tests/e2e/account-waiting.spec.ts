import type { Locator, Page } from '@playwright/test';
import { newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen, expectToast, openMenu } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { pageOf } from './support/tools.ts';

/** A larger layout shift is a visible jump (docs/design.md). */
const MOST_SHIFT = 0.02;

/** Sums the layout shifts of a page from now on, as browsers count them. */
async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Reflect.get(entry, 'value');
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => Reflect.get(Reflect.get(window, 'seen'), 'shift'));
}

/** Delays every script requested from now on, and the data of the home page's list. */
async function holdNextPage(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$|\/tool\/cards\?/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The session exists, and the previous page still shows with its button busy. */
async function expectWaiting(page: Page, button: Locator) {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
  await expect(button).toBeVisible();
  await expect(button).toHaveAttribute('aria-busy', 'true');
}

test('the login page stays, busy, until the next page is rendered, and nothing jumps', {
  tag: '@sweep',
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  for (const next of ['/dashboard/orders', '/']) {
    await opened(page, `/login?from=${encodeURIComponent(next)}`);
    const shift = await watchShift(page);
    const release = await holdNextPage(page);
    await logIn(page, person);
    await expectWaiting(page, page.getByRole('button', { name: 'Login' }));
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
    release();
    await expect(page).toHaveURL(next);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Total Orders: 0|Good tools)/);
    expect(await shift(), `layout shift on the way to ${next}`).toBeLessThanOrEqual(MOST_SHIFT);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => localStorage.clear());
  }
});

test('login and sign-up show the requested tool, and signing up leads to it', {
  tag: '@sweep',
}, async ({ page, tool, isMobile }) => {
  const person = newPerson('Nina Mason');
  await page.goto(`/tools/${tool.id}`);
  await expect(page).toHaveURL(`/login?from=%2Ftools%2F${tool.id}`);
  const asked = page.getByRole('region', { name: 'The tool you asked for' });
  const expectTool = async () => {
    await expect(asked.getByRole('heading', { name: tool.name })).toBeVisible();
    for (const fact of ['$12.50', '40', 'INSTOCK'])
      await expect(asked.getByText(fact, { exact: true })).toBeVisible();
    await expect(page.getByText('A try square for marking out joints')).toBeVisible();
  };
  await expectTool();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`/signup?from=%2Ftools%2F${tool.id}`);
  await expectTool();

  await opened(page, page.url());
  const shift = await watchShift(page);
  await expectTool();
  await expectSoundScreen(page);
  const release = await holdNextPage(page);
  await page.getByRole('textbox', { name: 'Name' }).fill(person.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expectWaiting(page, page.getByRole('button', { name: 'Sign up' }));
  release();
  await expect(page).toHaveURL('/tools');
  const goOn = page.getByRole('link', { name: `Continue to ${tool.name}` });
  await expect(goOn).toBeVisible();
  // On a desktop the filters come after the list.
  if (isMobile) expect(await shift()).toBeLessThanOrEqual(MOST_SHIFT);
  await goOn.click();
  await expect(page).toHaveURL(pageOf(tool));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
});

test('the server renders the tool with the login, and a login without it if the tool is gone', {
  tag: '@desk',
}, async ({ request, tool }) => {
  const sent = async (path: string) => (await request.get(path)).text();
  for (const page of ['/login', '/signup']) {
    expect(await sent(`${page}?from=%2Ftools%2F${tool.id}`)).toContain(tool.name);
    for (const gone of ['019a0000-0000-7000-8000-00000000dead', 'no-id']) {
      const reply = await request.get(`${page}?from=%2Ftools%2F${gone}`);
      expect(reply.status()).toBe(200);
      expect(await reply.text()).toContain('aria-label="With an account you can"');
    }
  }
});

test.describe('logging out', () => {
  // Pending requests are refused.
  test.use({ expectedErrors: /status of 401/ });

  test('Log Out goes home, and the page stays until then', async ({ page, buyer: _ }) => {
    await opened(page, '/dashboard');
    const release = await holdNextPage(page);
    const menu = await openMenu(page);
    const logOut = menu.getByRole('button', { name: 'Log Out' });
    await logOut.click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Edit Profile');
    await expect(logOut).toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL('/dashboard');
    release();
    await expect(page).toHaveURL('/');
    await expectToast(page, 'You’re logged out');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good tools/);
  });
});
