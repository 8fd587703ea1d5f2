import { openMail } from './support/mails.ts';
import { callAsAdmin, newPerson, verifyByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const busy = {
  error: { code: 'unavailable', message: 'The shop is busy. Please try again in a moment.' },
};

test.use({ expectedErrors: /status of 503/ });

test('staff turn off email notices through the link in the email', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
  request,
}) => {
  await verifyByApi(buyer);
  await callAsAdmin('PUT', `/user/staff/${buyer.email}`);
  const { name, email } = newPerson(`Nora ${Date.now()}`);
  await request.post('/contact', { data: { name, email, phone: '+1 555 010 0142' } });
  const mail = await openMail(page, buyer.email, `${name} wants to get in touch`);
  await mail.getByRole('button', { name: 'Text' }).click();
  const leads = mail.getByRole('link', { name: '/dashboard#notices' });

  await opened(page, (await leads.getAttribute('href')) ?? '');
  const notices = page.getByRole('region', { name: 'Email notifications' });
  await expect(notices.getByRole('heading')).toBeFocused();
  await expect(notices.getByRole('heading')).toBeInViewport();
  const switches = notices.getByRole('checkbox');
  await expect(switches).toHaveCount(8);
  await expect(notices.getByRole('checkbox', { checked: true })).toHaveCount(8);
  const messages = notices.getByRole('checkbox', { name: 'A new contact message', exact: true });
  await expect(messages).toHaveAccessibleDescription('Sent through the Get In Touch form.');
  await expectSoundScreen(page);

  await page.route('**/notices/*', (route) => route.fulfill({ status: 503, json: busy }));
  await messages.press('Space');
  await expectToast(page, `We couldn’t save that. ${busy.error.message}`);
  await expect(messages).toBeChecked();
  await page.unroute('**/notices/*');
  const isSaved = page.waitForResponse('**/notices/contact_message');
  await messages.press('Space');
  await isSaved;
  await expect(messages).toBeFocused();
  await opened(page, '/dashboard#notices');
  await expect(messages).not.toBeChecked();
  await expect(notices.getByRole('checkbox', { checked: true })).toHaveCount(7);
});
