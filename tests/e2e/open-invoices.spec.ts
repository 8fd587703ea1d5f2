import type { OpenInvoice } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, newPerson, signUpByApi, verifyByApi } from './support/people.ts';
import { openListFilters, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** Bank details apply to the whole shop: no other test may see them. */
const test = inOwnShop();
// The withdrawal of an invoice that has been paid is refused.
test.use({ expectedErrors: /status of 409/ });

test('bank details are set, an order invoiced, its buyer sees where to pay; it is paid or withdrawn', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, browser, ownShop }) => {
  await opened(page, '/dashboard/details/billing#bank');
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Foundry Street Tools LLC');
  await page.getByRole('form', { name: 'Bank details' }).getByText('Advanced').click();
  await page.getByRole('textbox', { name: 'IBAN' }).fill('de02 1203 0000 0000 2020 51');
  await page.getByRole('textbox', { name: 'Days to pay' }).fill('30');
  await page.getByRole('form', { name: 'Bank details' }).getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Bank details saved');
  const { details } = await callAsAdmin<ManagedDetails>('GET', '/managedetails');
  expect(details.bank).toMatchObject({ iban: 'DE02120300000000202051', paymentDays: 30 });

  const person = newPerson();
  const token = await signUpByApi(person);
  await verifyByApi(person);
  const tool = await makeToolByApi({ price: 50, min_order_quantity: 1, available_quantity: 9 });
  const order = await placeOrderByApi(person, tool, 2, { purchaseOrderNumber: 'PO-77' });
  const other = await placeOrderByApi(person, tool, 1);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  const issue = counter.getByRole('button', { name: 'Invoice, pay by transfer' });
  await expect(issue).toBeDisabled();
  for (const [at, { number }] of [order, other].entries()) {
    await counter.getByRole('checkbox', { name: `Select order ${number}` }).check();
    await issue.click();
    const form = page.getByRole('dialog', { name: 'Invoice before payment' });
    await expect(form.getByLabel('Due date')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(form).toContainText(number === order.number ? 'PO-77' : number);
    await expectSoundScreen(page);
    const sending = page.waitForRequest((request) => request.url().endsWith('/invoices'));
    await form.getByRole('button', { name: 'Send the invoice' }).click();
    expect((await sending).postDataJSON()).not.toHaveProperty('dueOn');
    await expectToast(page, `Invoice INV-00000${at + 1} emailed to ${person.email}`);
  }
  await expect(counter.getByText('Invoice INV-000001, due')).toBeVisible();

  const buyer = await browser.newPage({ baseURL: ownShop });
  await buyer.addInitScript((kept) => localStorage.setItem('accessToken', kept), token);
  await buyer.goto(`/dashboard/payment/${order._id}`);
  const panel = buyer.getByRole('region', { name: 'Pay invoice INV-000001 by bank transfer' });
  for (const words of ['DE02 1203 0000 0000 2020 51', 'Foundry Street Tools LLC', '$100.00', order.number])
    await expect(panel).toContainText(words);
  await expect(buyer.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
  await buyer.goto('/dashboard/orders');
  await expect(buyer.getByRole('main').getByText('Invoice INV-000001, due').first()).toBeVisible();
  await buyer.close();

  const late = await page.context().newPage();
  await opened(late, '/dashboard/invoices');
  await rowsWith(late, 'INV-000001').getByRole('button', { name: 'Withdraw invoice INV-000001' }).click();
  const tooLate = late.getByRole('dialog', { name: 'Withdraw invoice INV-000001?' });
  await tooLate.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice');

  await counter.getByRole('checkbox', { name: `Select order ${other.number}` }).uncheck();
  await counter.getByRole('button', { name: 'Mark as paid' }).click();
  const paying = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(paying).toContainText('Invoice INV-000001');
  await expect(paying.getByRole('combobox', { name: 'Paid by' })).toHaveValue('transfer');
  await paying.getByRole('button', { name: 'Mark as paid' }).click();
  await expectToast(page, `Order ${order.number} is paid`);

  await tooLate.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(tooLate).toContainText('Invoice INV-000001 has been paid. Refund its orders instead.');
  await expect(tooLate.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled();
  await late.close();

  await opened(page, '/dashboard/invoices');
  await expect(rowsWith(page, 'INV-000001')).toContainText('Paid');
  await openListFilters(page);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Awaiting payment');
  await page.keyboard.press('Escape');
  await expect(rowsWith(page, 'INV-000001')).toHaveCount(0);
  await rowsWith(page, 'INV-000002').getByRole('button', { name: 'Withdraw invoice INV-000002' }).click();
  const asking = page.getByRole('dialog', { name: 'Withdraw invoice INV-000002?' });
  await asking.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice');
  await expectSoundScreen(page);
  await asking.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expectToast(page, 'Invoice INV-000002 withdrawn; CN-000001 issued');
  await expect(rowsWith(page, 'INV-000002')).toHaveCount(0);

  // Wherever an open invoice is seen, two presses mark it as paid.
  const places = [
    () => '/dashboard/invoices',
    (of: string) => `/dashboard/manageorders/${of}`,
    () => '/dashboard/overview',
  ];
  for (const [at, place] of places.entries()) {
    const invoiced = await placeOrderByApi(person, tool, 1);
    const { number } = await callAsAdmin<OpenInvoice>(
      'POST',
      `/customers/${encodeURIComponent(person.email)}/invoices`,
      { orderIds: [invoiced._id] },
    );
    await opened(page, place(invoiced.number));
    await page.getByRole('button', { name: `Mark invoice ${number} as paid` }).click();
    const form = page.getByRole('dialog', { name: `Mark invoice ${number} as paid` });
    await expect(form).toContainText(invoiced.number);
    if (at === 0) await expectSoundScreen(page);
    await form.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await expectToast(page, `Order ${invoiced.number} is paid`);
    await expect(page.getByRole('button', { name: `Mark invoice ${number} as paid` })).toHaveCount(0);
  }
});
