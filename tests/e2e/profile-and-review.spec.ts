import type { Page } from '@playwright/test';
import { callAs } from './support/people.ts';
import { expectNoProblem, expectProblem, expectToast, openMenu, visibleText } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const labels = ['Name', 'Education', 'Linkedin', 'Phone', 'City', 'District'] as const;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test.describe('the profile', () => {
  const filled = {
    Name: 'Ada Joiner-Smith',
    Education: 'City & Guilds, Carpentry',
    Linkedin: 'https://www.linkedin.com/in/ada-joiner',
    Phone: '+1 555 010 0123',
    City: 'Portside',
    District: 'Old Docks',
  };
  const required = {
    Name: 'Please provide your name! its required',
    Education: 'Please provide your education ! its required',
    Linkedin: 'Please provide your linkedin ! its required',
    Phone: 'Please provide your phone number ! its required',
    City: 'Please provide your city ! its required',
    District: 'Please provide your district ! its required',
  };

  test('requires every field, and a valid link', { tag: ['@desk', '@sweep'] }, async ({ page, buyer }) => {
    await opened(page, '/dashboard');
    await expect(page).toHaveTitle('Edit Profile – Toolyard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
    await expect(field(page, 'Name')).toHaveValue(buyer.name);
    await expect(field(page, 'Email')).toHaveValue(buyer.email);
    await expect(field(page, 'Email')).not.toBeEditable();
    await field(page, 'Name').fill('');
    await page.getByRole('button', { name: 'Update' }).click();
    for (const label of labels) await expectProblem(field(page, label), required[label]);

    await field(page, 'Linkedin').fill('ada on linkedin');
    await expectProblem(field(page, 'Linkedin'), 'A LinkedIn link starts with http:// or https://');
    for (const label of labels) {
      await field(page, label).fill(filled[label]);
      await expectNoProblem(field(page, label));
    }
    expect(await callAs(buyer, 'GET', `/user/${buyer.email}`)).toMatchObject({
      displayName: buyer.name,
      city: '',
    });
  });

  test('is updated, and stays after a reload', async ({ page, buyer }) => {
    await opened(page, '/dashboard');
    for (const label of labels) await field(page, label).fill(filled[label]);
    await page.getByRole('button', { name: 'Update' }).click();
    await expectToast(page, 'Updated your information');
    await opened(page, '/dashboard');
    for (const label of labels) await expect(field(page, label)).toHaveValue(filled[label]);
    await expect(field(page, 'Email')).toHaveValue(buyer.email);
    await expect(visibleText(await openMenu(page), filled.Name)).toHaveCount(1);
  });

  test.describe('when the shop is unreachable', { tag: ['@desk', '@sweep'] }, () => {
    test.use({ expectedErrors: /ERR_FAILED/ });

    test('shows an error, and keeps what was typed', async ({ page, buyer }) => {
      await opened(page, '/dashboard');
      await page.route(`/user/${encodeURIComponent(buyer.email)}`, (route) => route.abort(), { times: 1 });
      for (const label of labels) await field(page, label).fill(filled[label]);
      await page.getByRole('button', { name: 'Update' }).click();
      await expectToast(page, 'Sorry,failed to update');
      for (const label of labels) await expect(field(page, label)).toHaveValue(filled[label]);
      await page.reload();
      await expect(page.getByText('We restored what you typed.')).toBeVisible();
      for (const label of labels) await expect(field(page, label)).toHaveValue(filled[label]);
      await page.getByRole('button', { name: 'Update' }).click();
      await expectToast(page, 'Updated your information');
      await expect(page.getByText('We restored what you typed.')).toHaveCount(0);
    });
  });
});

test.describe('a review', () => {
  const rating = (page: Page) => page.getByRole('combobox', { name: 'Rating' });
  const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  const rate = (page: Page) => page.getByRole('button', { name: 'Rate now' });

  test('requires a rating from 1 to 5 and a message', { tag: ['@sweep', '@desk'] }, async ({
    page,
    buyer,
  }) => {
    await opened(page, '/dashboard/review');
    await expect(page).toHaveTitle('Add A Review – Toolyard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add A Review');
    await expect(rating(page).getByRole('option')).toHaveText(['1', '2', '3', '4', '5']);
    await rate(page).click();
    await expect(rating(page)).toBeFocused();
    const problems = page.getByRole('alert').filter({ hasText: 'Please check' });
    await expect(problems).toHaveText('Please check 2 fields: Rating and Message.');
    await expectProblem(rating(page), 'Rate is required');
    await expectProblem(message(page), 'Adding review is required');
    await rating(page).selectOption('2');
    await expectNoProblem(rating(page));
    await message(page).fill(`Not from ${buyer.name} yet`);
    await expectNoProblem(message(page));
    await page.getByRole('link', { name: 'Maybe later' }).click();
    await expect(page).toHaveURL('/');
  });

  test('shows thanks, and appears on the home page without an email', async ({ page, buyer }) => {
    const words = `The squares are square. ${buyer.email.split('@')[0]}`;
    await opened(page, '/dashboard/review');
    await rating(page).selectOption('4');
    await message(page).fill(words);
    await rate(page).click();
    await expectToast(page, `Thank you ${buyer.name} for your review`);
    await expect(message(page)).toHaveValue('');

    await opened(page, '/');
    const card = page
      .getByRole('region', { name: 'Reviews' })
      .getByRole('article')
      .filter({ hasText: words });
    await expect(card.getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible();
    await expect(card.getByText(`Given By ${buyer.name}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(buyer.email);
  });

  test.describe('whose answer was lost', { tag: ['@desk', '@sweep'] }, () => {
    test.use({ expectedErrors: /ERR_FAILED/ });

    test('can be sent again, and is stored once', async ({ page, buyer }) => {
      const words = `Sent twice. ${buyer.email.split('@')[0]}`;
      await opened(page, '/dashboard/review');
      await page.route(
        '/review',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await rating(page).selectOption('5');
      await message(page).fill(words);
      await rate(page).click();
      await expectToast(page, 'Sorry,failed to add your review');
      await expect(message(page)).toHaveValue(words);
      await rate(page).click();
      await expectToast(page, `Thank you ${buyer.name} for your review`);
      const all = await callAs<{ reviews: string }[]>(buyer, 'GET', '/review');
      expect(all.filter(({ reviews }) => reviews === words)).toHaveLength(1);
    });
  });
});
