import type { Page } from '@playwright/test';
import { e2eAdmin } from './support/admin.ts';
import { newPerson, type Person, signUpByApi } from './support/people.ts';
import { expectNoProblem, expectProblem, openMenu, visibleText } from './support/screen.ts';
import { expect, keepSession, opened, test } from './support/test.ts';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

async function someone(): Promise<Person> {
  const person = newPerson();
  await signUpByApi(person);
  return person;
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('shows an error at each field, and removes it once it is corrected', async ({ page }) => {
  await opened(page, '/login');
  await expect(page).toHaveTitle('Login – Toolyard');
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByLabel('Password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expectProblem(email, 'Email is required');
  await expectProblem(password, 'Password is required');
  await email.fill('nobody');
  await password.fill('five5');
  await expectProblem(email, 'Provide a valid email');
  await expectProblem(password, 'Must be 6 characters or longer');
  await email.fill('boss@my-shop.de');
  await password.fill('sixsix');
  await expectNoProblem(email);
  await expectNoProblem(password);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('logging in and out', () => {
  // The cart's pending request is refused.
  test.use({ expectedErrors: /status of 401/ });

  test('logs in to the home page, and out again', { tag: '@main-job' }, async ({ page, isMobile }) => {
    const person = await someone();
    await opened(page, '/login');
    await logIn(page, person);
    await expect(page).toHaveURL('/');
    let menu = await openMenu(page);
    await expect(visibleText(menu, person.name)).toHaveCount(1);
    const links = menu.getByRole('navigation', { name: 'Main' }).getByRole('link');
    // On a desktop the cart is outside these links.
    await expect(links).toHaveText(['Home', 'Tools', 'Dashboard', ...(isMobile ? ['Cart'] : [])]);
    await expect(page.getByRole('link', { name: 'Login', includeHidden: true })).toHaveCount(0);
    expect(await kept(page)).toEqual(expect.any(String));

    await menu.getByRole('button', { name: 'Log Out' }).click();
    await expect.poll(() => kept(page)).toBeNull();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    menu = await openMenu(page);
    await expect(menu.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Home',
      'Tools',
    ]);
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await kept(page)).toBeNull();

    await opened(page, '/tools');
    menu = await openMenu(page);
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

test('returns to the page that the user came from', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const person = await someone();
  await page.goto('/dashboard/orders?sort=price');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/orders?sort=price')}`);
  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard/orders?sort=price');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 0');
});

test.describe('an admin who came from no page', () => {
  // The session that is forgotten in between ends calls under way.
  test.use({ expectedErrors: /status of 401/ });

  test('goes to the setup guide, until it is finished or hidden', {
    tag: '@desk',
  }, async ({ page }) => {
    const guide = {
      shown: true,
      isFinished: false,
      steps: [],
      tools: { forSale: 0, drafts: 0 },
      hasDemo: false,
    };
    const arriveAt = async (path: string, from = '') => {
      await opened(page, `/login${from}`);
      await logIn(page, e2eAdmin);
      await expect(page).toHaveURL(path);
      await page.evaluate(() => localStorage.clear());
    };
    const answer = (json: object) => page.route(/\/setup-guide$/, (route) => route.fulfill({ json }));
    await answer(guide);
    await arriveAt('/dashboard/overview');
    await arriveAt('/about', '?from=%2Fabout');
    await answer({ ...guide, shown: false });
    await arriveAt('/');
    await answer({ ...guide, isFinished: true });
    await arriveAt('/');
  });
});

test('every page for signed-in users asks a visitor to log in', { tag: ['@desk', '@sweep'] }, async ({
  page,
  tool,
}) => {
  const pages = [
    '',
    '/review',
    '/users',
    '/payment/1',
    '/orders',
    '/addtool',
    '/managetool',
    '/manageorders',
  ];
  for (const path of [`/tools/${tool.id}`, ...pages.map((rest) => `/dashboard${rest}`)]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
  }
});

test('never redirects to another site', { tag: ['@desk', '@sweep'] }, async ({ page, buyer }) => {
  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await opened(page, `/login?from=${encodeURIComponent(elsewhere)}`);
    await expect(page, `${buyer.email} from ${elsewhere}`).toHaveURL('/');
  }
  await opened(page, '/login?from=%2Fabout');
  await expect(page).toHaveURL('/about');
});

test.describe('when the provider refuses', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 401/ });

  test('shows the same inline error for a wrong password and an unknown address', { tag: '@sweep' }, async ({
    page,
  }) => {
    const person = await someone();
    await opened(page, '/login?from=%2Ftools');
    for (const email of [person.email, newPerson().email]) {
      await logIn(page, { email, password: 'not-the-password' });
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
      await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
      await expect(page.getByLabel('Password')).toBeFocused();
    }
    expect(await kept(page)).toBeNull();
    await logIn(page, person);
    await expect(page).toHaveURL('/tools');
  });

  test('treats a session that the provider has ended as signed out', { tag: '@sweep' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('accessToken', 'made-up'));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login?from=%2Fdashboard');
    expect(await kept(page)).toBeNull();
  });
});

test('a loader shows until the signed-in user is known', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
}) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('/account/session', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto('/dashboard');
  const waiting = page
    .getByRole('status', { name: 'Loading' })
    .or(page.getByText('Loading', { exact: true }));
  await expect(waiting.first()).toBeAttached();
  await expect(page.getByText('Checking your sign-in').first()).toBeAttached();
  await expect(page).toHaveURL('/dashboard');
  answer();
  await expect(visibleText(page, buyer.name)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
});

test('other tabs follow a sign-out and a sign-in', { tag: ['@desk', '@sweep'] }, async ({
  page,
  context,
  buyer,
}) => {
  await opened(page, '/tools');
  const other = await context.newPage();
  await opened(other, '/dashboard');
  await expect(visibleText(other, buyer.name)).toHaveCount(1);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(other).toHaveURL('/login?from=%2Fdashboard');
  await logIn(other, buyer);
  await expect(other).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
});

test('where local storage is blocked, the session storage keeps the sign-in', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('shut', 'SecurityError');
      },
    });
  });
  const person = await someone();
  await opened(page, '/login');
  await logIn(page, person);
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await opened(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  expect(await page.evaluate(() => sessionStorage.getItem('accessToken'))).toEqual(expect.any(String));
});

test.describe('between a tablet and a desktop', () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test('the bar has a name of 18 letters whole', {
    tag: ['@desk', '@sweep'],
  }, async ({ page }) => {
    await keepSession(page, await signUpByApi(newPerson('Christopher Joiner')));
    await opened(page, '/');
    const name = page.getByRole('banner').getByText('Christopher Joiner').first();
    await expect(name).toBeVisible();
    const { isCut, brokenWords } = await name.evaluate((element) => {
      const text = element.firstChild as Text;
      const linesOf = (start: number, end: number) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      };
      const words = [...text.data.matchAll(/\S+/g)];
      return {
        isCut: element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth,
        brokenWords: words.filter(({ index, 0: word }) => linesOf(index, index + word.length) > 1).length,
      };
    });
    expect([isCut, brokenWords]).toEqual([false, 0]);
  });
});
