import { expect, it } from 'vitest';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { assertOwnContact, madeUpContacts } from '#server/shop/start-shop.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

it('prevents a live shop from starting until address, email and phone are its own', async () => {
  const live = { ...t.shop, config: { ...t.shop.config, mode: 'live' as const } };
  await expect(assertOwnContact(live)).rejects.toThrow(
    /address, email, and phone are still made up.*Shop settings/,
  );
  await expect(assertOwnContact(t.shop)).resolves.toBeUndefined();

  const { token } = await t.makeUser({ role: 'admin' });
  const change = async (own: Partial<ManagedDetails['details']['contact']>) => {
    const { version, details } = (await t.call<ManagedDetails>('GET', '/managedetails', { token })).body;
    const body = { version, contact: { ...details.contact, ...own } };
    expect((await t.call('PATCH', '/details', { token, body })).status).toBe(200);
  };
  await change({ email: 'shop@hammers.example' });
  expect(await madeUpContacts(live)).toMatch(/^the shop’s address and phone are still made up/);
  await change({ phone: '+1 614 555 0123' });
  expect(await madeUpContacts(live)).toMatch(/^the shop’s address is still made up/);
  await change({ address: '1 Workshop Lane' });
  await expect(assertOwnContact(live)).resolves.toBeUndefined();
});
