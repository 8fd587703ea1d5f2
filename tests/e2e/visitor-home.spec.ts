import type { ContactMessage } from '#features/contact/contract.ts';
import { callAsAdmin, newPerson } from './support/people.ts';
import { expectNoProblem, expectProblem, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test('shows its six sections', { tag: '@main-job' }, async ({ page, isMobile }) => {
  await opened(page, '/');

  const banner = page.getByRole('region', { name: 'Good tools, ready when the job starts' });
  await expect(banner).toContainText('Everything for your construction needs');
  await expect(banner.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/tools');
  expect((await banner.boundingBox())?.height).toBe(750);
  const scene = banner.getByRole('img', { name: /^A workshop wall/ });
  await expect(scene).toHaveCount(1);
  await expect(scene).toHaveJSProperty('complete', true);
  await expect(scene).not.toHaveJSProperty('naturalWidth', 0);
  const key = banner.getByRole('list', { name: 'In the picture' });
  await expect(key.getByRole('listitem')).toHaveCount(isMobile ? 0 : 7);

  const tools = page.getByRole('region', { name: 'Tools', exact: true });
  await expect(tools.getByRole('heading', { level: 2 })).toHaveText('Tools');
  const cards = tools.getByRole('article');
  await expect(cards).toHaveCount(6);
  const edges = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
  expect(new Set(edges).size).toBe(isMobile ? 1 : 3);
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\w/);
    await expect(card.getByText('INSTOCK', { exact: true })).toBeVisible();
    await expect(card).toContainText(/\$[\d,]+\.\d\d/);
    await expect(card.getByText('Order Quantity', { exact: true })).toBeVisible();
    await expect(card.getByText('Available Quantity', { exact: true })).toBeVisible();
    await expect(card.getByRole('img', { includeHidden: true }).first()).toBeAttached();
  }

  const statistics = page.getByRole('region', { name: 'Statistics' });
  await expect(statistics.getByRole('term')).toHaveText([
    'Sell Rate',
    'Country Shipment',
    'Feedback',
    'Happy Clients',
  ]);
  await expect(statistics.getByRole('definition')).toHaveText(['55%', '25+', '440+', '1000+']);

  const support = page.getByRole('region', { name: 'Support' }).getByRole('listitem');
  await expect(support).toHaveCount(2);
  for (const [index, words] of [
    ['Mechanic Support', '88 Workers', '8AM-10PM'],
    ['Tools Repair', '60 Workers', '8AM-10PM'],
  ].entries()) {
    for (const word of words) await expect(support.nth(index).getByText(word, { exact: true })).toBeVisible();
    await expect(support.nth(index).getByRole('link', { name: 'Shop Now' })).toHaveAttribute(
      'href',
      '/tools',
    );
  }

  const contact = page.getByRole('region', { name: 'Get In Touch' });
  await expect(contact.getByRole('term')).toHaveText(['Address', 'Email', 'Phone']);
  await expect(contact.getByRole('textbox', { name: 'Full Name' })).toHaveAttribute('type', 'text');
  await expect(contact.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email');
  await expect(contact.getByRole('textbox', { name: 'Phone Number' })).toHaveAttribute('type', 'tel');

  const review = page.getByRole('region', { name: 'Reviews' }).getByRole('article').first();
  await expect(review.getByRole('img', { name: /^Rated [1-5] out of 5$/ })).toBeVisible();
  await expect(review.getByText(/^Given By \S/)).toBeVisible();
});

test('Shop Now leads to the tools', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/');
  await page.getByRole('link', { name: 'Shop Now' }).first().click();
  await expect(page).toHaveURL('/tools');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Add Cart asks a visitor to log in, and remembers the tool', async ({ page }) => {
  await opened(page, '/');
  const addCart = page.getByRole('link', { name: 'Add Cart' }).first();
  const path = String(await addCart.getAttribute('href'));
  await addCart.click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
});

test('more reviews load on request', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/');
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByRole('article')).toHaveCount(9);
  await reviews.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => reviews.getByRole('article').count()).toBeGreaterThan(9);
});

test.describe('the contact form', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows what is missing, and removes the error once it is corrected', async ({ page }) => {
    await opened(page, '/');
    const form = page.getByRole('region', { name: 'Get In Touch' });
    const name = form.getByRole('textbox', { name: 'Full Name' });
    const email = form.getByRole('textbox', { name: 'Email' });
    const phone = form.getByRole('textbox', { name: 'Phone Number' });
    await email.fill('not an address');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expectProblem(name, 'Please provide your name!');
    await expectProblem(email, 'Provide a valid email');
    await expectProblem(phone, 'Please provide your phone number!');
    await expect(name).toBeFocused();
    await name.fill('Ada');
    await expectNoProblem(name);
    await expectProblem(email, 'Provide a valid email');
    await expect(email).toHaveValue('not an address');
  });

  test('keeps what was typed when sending fails, and stores it when it succeeds', { tag: '@sweep' }, async ({
    page,
  }) => {
    const sender = newPerson();
    await opened(page, '/');
    const form = page.getByRole('region', { name: 'Get In Touch' });
    const name = form.getByRole('textbox', { name: 'Full Name' });
    await name.fill(sender.name);
    await form.getByRole('textbox', { name: 'Email' }).fill(sender.email);
    await form.getByRole('textbox', { name: 'Phone Number' }).fill('+1 555 010 0111');
    const message = form.getByRole('textbox', { name: 'Message (optional)' });
    await message.fill('Do you rent out saws?');

    await page.route('/contact', (route) => route.abort(), { times: 1 });
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Your message wasn’t sent. We couldn’t reach the shop. Check your connection and try again.',
    );
    await expect(name).toHaveValue(sender.name);
    await expect(message).toHaveValue('Do you rent out saws?');

    await form.getByRole('button', { name: 'Submit' }).click();
    await expectToast(page, 'Thanks, we’ll call you');
    await expect(name).toHaveValue('');
    const messages = await callAsAdmin<ContactMessage[]>('GET', '/contact');
    expect(messages.filter(({ email }) => email === sender.email)).toMatchObject([
      { name: sender.name, phone: '+1 555 010 0111', message: 'Do you rent out saws?' },
    ]);
  });
});

test.describe('when the tools cannot be loaded', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  const words =
    'The tools couldn’t be loaded. We couldn’t reach the shop. Check your connection and try again.';

  test('shows an error beside the rest of the page, and retries', async ({ page }) => {
    await opened(page, '/about');
    await page.route('/tool/cards?*', (route) => route.abort(), { times: 1 });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    const tools = page.getByRole('region', { name: 'Tools', exact: true });
    await expect(tools.getByRole('alert')).toContainText(words);
    await expect(tools.getByRole('article')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Reviews' }).getByRole('article').first()).toBeVisible();
    await tools.getByRole('button', { name: 'Try again' }).click();
    await expect(tools.getByRole('article')).toHaveCount(6);
    await expect(tools.getByRole('alert')).toHaveCount(0);
  });

  test('keeps what was shown when a refresh fails', async ({ page }) => {
    await page.clock.install();
    await opened(page, '/');
    const tools = page.getByRole('region', { name: 'Tools', exact: true });
    const names = await tools.getByRole('heading', { level: 3 }).allTextContents();
    await page.route('/tool/cards?*', (route) => route.abort(), { times: 1 });
    await page.clock.fastForward('00:11');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(tools.getByRole('alert')).toContainText(words);
    await expect(tools.getByRole('heading', { level: 3 })).toHaveText(names);
    await tools.getByRole('button', { name: 'Try again' }).click();
    await expect(tools.getByRole('alert')).toHaveCount(0);
    await expect(tools.getByRole('article')).toHaveCount(6);
  });

  test('confirms that it was sent, in a toast that can be closed', async ({ page }) => {
    await opened(page, '/');
    const form = page.getByRole('region', { name: 'Get In Touch' });
    const sender = newPerson();
    await form.getByRole('textbox', { name: 'Full Name' }).fill(sender.name);
    await form.getByRole('textbox', { name: 'Email' }).fill(sender.email);
    await form.getByRole('textbox', { name: 'Phone Number' }).fill('+1 555 010 0111');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expectToast(page, 'Thanks, we’ll call you');
    await expect(form).toBeVisible();
    const notifications = page.getByRole('region', { name: 'Notifications' });
    await expect(notifications).toHaveAttribute('aria-live', 'polite');
    await notifications.getByRole('button', { name: 'Close this message' }).click();
    await expect(notifications).toHaveText('');
  });
});
