import { newPerson, signUpByApi, tokenOf } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('staff order for a caller without an account, who later gets one by email', { tag: '@sweep' }, async ({
  page,
  tool,
}) => {
  const { email } = newPerson();
  await opened(page, '/dashboard/users');
  await page.getByRole('button', { name: 'New customer' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'New customer' });
  await expect(adding.getByText(/Nothing is emailed/)).toBeVisible();
  await adding.getByRole('button', { name: 'New customer' }).press('Enter');
  await expectProblem(adding.getByRole('textbox', { name: 'Name' }), 'Name is required');
  await adding.getByRole('textbox', { name: 'Name' }).fill('Nora Caller');
  await adding.getByRole('textbox', { name: 'Phone number' }).fill('+1 330 555 0142');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Caller' })).toBeVisible();

  const card = page.getByRole('region', { name: 'Customer' });
  await expect(card.getByRole('link', { name: '+1 330 555 0142' })).toBeVisible();
  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  await expect(counter.getByText(/nothing is emailed to this customer/)).toBeVisible();
  await counter.getByRole('button', { name: 'Place an order' }).press('Enter');
  const placing = page.getByRole('dialog', { name: 'Place an order' });
  await placing.getByRole('textbox', { name: 'Tool or part number' }).fill(tool.name);
  await page.keyboard.press('Enter');
  await placing.getByRole('button', { name: tool.name }).press('Enter');
  await expect(placing.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 330 555 0142');
  await placing.getByRole('textbox', { name: 'Address' }).fill('3 Saw Pit Road, Portside, OH 44101');
  await placing.getByRole('button', { name: 'Place an order' }).press('Enter');
  await expect(placing).toBeHidden();
  await expect(counter.getByRole('button', { name: 'Email a link to pay' })).toHaveCount(0);
  await counter.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await counter.getByRole('button', { name: 'Mark as paid' }).press('Enter');
  const paying = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(paying.getByText(/customer gets no receipt/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByText('3 Saw Pit Road, Portside, OH 44101')).toBeVisible();
  await expectSoundScreen(page);

  await counter.getByRole('button', { name: 'Add email' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
  await page.keyboard.press('Enter');
  await expectToast(page, `Link emailed to ${email}`);
  await expect(page).toHaveURL(`/dashboard/users/${encodeURIComponent(email)}`);
  await expect(counter.getByText(/isn’t verified yet/)).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Place an order' })).toBeVisible();
});

test('says before an order that an email isn’t verified, and sends the link again', {
  tag: '@sweep',
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  await tokenOf(person);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  await expect(counter.getByText(/could be someone else’s/)).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Place an order' })).toHaveCount(0);
  await expect(counter.getByRole('button', { name: 'New customer' })).toBeVisible();
  await counter.getByRole('button', { name: 'Resend verification link' }).press('Enter');
  await expectToast(page, `Link emailed to ${person.email}`);
});
