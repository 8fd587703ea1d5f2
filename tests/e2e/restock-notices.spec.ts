import { openMail } from './support/mails.ts';
import { callAs, callAsAdmin, verifyByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test.use({ expectedErrors: /status of 4(03|09)/ });

const restock = (toolId: string) =>
  callAsAdmin('POST', `/tool/${toolId}/stock`, { kind: 'received', quantity: 40 });

test.describe('on the page of an out-of-stock tool', () => {
  test.use({ expectedErrors: /status of 40[03]/ });

  test('a buyer is emailed when it is back, and stops such emails with one press', { tag: '@sweep' }, async ({
    page,
    buyer,
  }) => {
    const tool = await makeToolByApi({ available_quantity: 1 });
    await opened(page, `/tools/${tool.id}`);
    const form = page.getByRole('form', { name: 'Order this tool' });
    const ask = form.getByRole('button', { name: 'Notify me when it’s back' });
    await ask.press('Enter');
    await expect(form.getByRole('alert')).toHaveText(
      'Verify your email address first. Your profile has the button for it.',
    );
    await verifyByApi(buyer);
    await ask.press('Enter');
    await expect(form.getByRole('status')).toHaveText('We’ll email you once when it’s back in stock.');
    await expect(form.getByRole('alert')).toHaveCount(0);
    const drop = form.getByRole('button', { name: 'Don’t notify me' });
    await expect(drop).toBeFocused();
    await expectSoundScreen(page);
    await drop.press('Enter');
    await expect(ask).toBeFocused();
    await ask.press('Enter');
    await expect(drop).toBeVisible();
    await opened(page, `/tools/${tool.id}`);
    await expect(drop).toBeVisible();

    await restock(tool.id);
    const mail = await openMail(page, buyer.email, `Back in stock: ${tool.name}`);
    await mail.getByRole('button', { name: 'Text' }).click();
    const address = await mail.getByRole('link', { name: '/stop-emails?token=' }).getAttribute('href');
    await opened(page, address ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe');
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Stop these emails' }).press('Enter');
    await expect(
      page.getByText('We’ll no longer email you about tools that are back in stock.'),
    ).toBeVisible();
    const another = await makeToolByApi({ available_quantity: 1 });
    await callAs(buyer, 'PUT', `/tool/${another.id}/restock-notice`);
    await opened(page, `${address}x`);
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This link is incomplete. Open it from the email again.',
    );
  });
});

test('mail programs can unsubscribe in either form, and the page works without scripts', {
  tag: ['@desk', '@sweep'],
}, async ({ buyer, request, browser }) => {
  await verifyByApi(buyer);
  const tool = await makeToolByApi({ available_quantity: 1 });
  await callAs(buyer, 'PUT', `/tool/${tool.id}/restock-notice`);
  await restock(tool.id);
  let address = '';
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await request.get('/mailbox/messages')).json();
    const found = mails
      .filter(({ to }) => to === buyer.email)
      .map(({ text }) => /\S+\/stop-emails\S+/.exec(text));
    address = found.find(Boolean)?.[0] ?? '';
    expect(address).not.toBe('');
  }).toPass();
  const oneClick = { 'List-Unsubscribe': 'One-Click' };
  expect((await request.post(address, { form: oneClick })).status()).toBe(200);
  expect((await request.post(address, { multipart: oneClick })).status()).toBe(200);
  expect((await request.post(`${address}x`, { form: oneClick })).status()).toBe(400);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByText('We’ll no longer email you about tools that are back in stock.')).toBeVisible();
  await context.close();
});

test('a tool restocked meanwhile can be ordered at once', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
}) => {
  await verifyByApi(buyer);
  const tool = await makeToolByApi({ available_quantity: 1 });
  await opened(page, `/tools/${tool.id}`);
  const ask = page.getByRole('button', { name: 'Notify me when it’s back' });
  await expect(ask).toBeVisible();
  await restock(tool.id);
  await ask.click();
  await expect(ask).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toBeEnabled();
});
