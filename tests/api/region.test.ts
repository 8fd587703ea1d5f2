import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { readRules, readRulesInForce } from '#features/charge-rules/store.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { findDetails, keepFirstCountry } from '#features/shop-details/store.ts';
import { defaultDetails } from '#features/shop-details/texts/defaults.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const germany = { country: 'DE', state: '', zone: 'Europe/Berlin', units: 'metric' };
const ohio = { country: 'US', state: 'US-OH', zone: 'America/New_York', units: 'imperial' };

beforeEach(async () => {
  await t.shop.db.updateTable('shop_details').set({ version: 1, own: '{}' }).execute();
  t.shop.cacheVersion.invalidate();
});

const change = (body: object, { token } = admin) =>
  t.call<ManagedDetails & ErrorReply>('PATCH', '/details', { token, body });
const settings = async () => (await t.call<ShopSettings>('GET', '/settings')).body;

test('a new shop is in the United States, of which pages need not be told', async () => {
  const { region } = (await t.call<ManagedDetails['details']>('GET', '/details')).body;
  expect(region).toEqual({ country: 'US', state: '', zone: 'UTC', units: 'imperial' });
  expect(region).toEqual(defaultDetails('', '').region);
  const shown = await settings();
  expect(shown).not.toHaveProperty('vatNumbers');
  expect(shown.shop).not.toHaveProperty('country');
  expect(shown.shop).not.toHaveProperty('units');
});

test('an admin sets it as a whole; every page follows, and an earlier client reads its time zone', async () => {
  const { status, body } = await change({ version: 1, region: germany });
  expect([status, body]).toMatchObject([200, { version: 2, own: ['region'], details: { region: germany } }]);
  expect(body.details.time).toEqual({ zone: 'Europe/Berlin' });
  const shown = await settings();
  expect(shown.vatNumbers).toBe(true);
  expect(shown.shop).toMatchObject({ country: 'DE', units: 'metric', timeZone: 'Europe/Berlin' });
  const back = await change({ version: 2, region: ohio });
  expect(back.body.details.region).toEqual(ohio);
  const zoned = await change({ version: 3, time: { zone: 'america/chicago' } });
  expect(zoned.body.details.region).toEqual({ ...ohio, zone: 'America/Chicago' });
  const confirmed = await change({ version: 4, region: { ...ohio, state: '', zone: 'UTC' } });
  expect(confirmed.body.own).toEqual(['region']);
  const reset = await change({ version: 5, region: null });
  expect(reset.body).toMatchObject({ own: [], details: { region: { country: 'US', zone: 'UTC' } } });
});

test('buyers may have VAT numbers where the shop, or a region that it names, has them', async () => {
  await setDelivery(t, admin, { regions: [regionOf('FR')] });
  expect((await settings()).vatNumbers).toBe(true);
  await setDelivery(t, admin, { regions: [regionOf('US')] });
  expect(await settings()).not.toHaveProperty('vatNumbers');
});

test.each([
  ['region.country', { ...germany, country: 'XX' }],
  ['region.country', { ...germany, country: 'Germany' }],
  ['region.country', { ...germany, country: 'de' }],
  ['region.state', { ...germany, state: 'US-OH' }],
  ['region.state', { ...ohio, state: 'OH' }],
  ['region.state', { ...ohio, state: 'US-ZZ' }],
  ['region.zone', { ...ohio, zone: 'Ohio' }],
  ['region.units', { ...ohio, units: 'stone' }],
  ['region.units', { country: 'US', state: '', zone: 'UTC' }],
  ['region', 'DE'],
])('%s is refused by name, and nothing changes: %j', async (field, region) => {
  const { status, body } = await change({ version: 1, region });
  expect([status, body.error.field]).toEqual([400, field]);
  expect((await findDetails(t.shop.db)).region.country).toBe('US');
});

test('nobody but an admin changes it', async () => {
  const staff = await t.makeUser({ role: 'staff' });
  expect((await change({ version: 1, region: germany }, staff)).status).toBe(403);
  const stranger = await t.call('PATCH', '/details', { body: { version: 1, region: germany } });
  expect(stranger.status).toBe(401);
  expect((await findDetails(t.shop.db)).region.country).toBe('US');
});

/** Returns a database as a release before left it, changed by `sql`; it is migrated up to `name`. */
async function shopOfBefore(name: string, sql: string) {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { db, close } = openDatabase(database.connection, {
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  await migrate(db, name);
  await database.asOwner(sql);
  await migrate(db);
  return { db, database };
}

test.each([
  ['usd', { country: 'US', units: 'imperial' }, 'US'],
  ['gbp', { country: 'GB', units: 'metric' }, 'GB'],
  ['eur', { country: 'ZZ', units: 'metric' }, null],
  ['xof', { country: 'ZZ', units: 'metric' }, null],
])('a shop of before that named no country and sells in %s is in %j', async (currency, region, taxed) => {
  const { db } = await shopOfBefore('0105-region-of-the-shop', `update shop_details set own = '{}'`);
  await keepFirstCountry(db, currency);
  expect((await findDetails(db)).region).toMatchObject(region);
  expect(await readRules(db)).toMatchObject({ shopCountry: region.country });
  expect((await readRulesInForce(db)).shopCountry).toBe(taxed);
  await keepFirstCountry(db, 'sek');
  expect((await findDetails(db)).region).toMatchObject(region);
});

test('a shop of before keeps the country that it named, whatever its currency', async () => {
  const own = JSON.stringify({ region: { country: 'US' } });
  const { db } = await shopOfBefore('0105-region-of-the-shop', `update shop_details set own = '${own}'`);
  await keepFirstCountry(db, 'eur');
  expect((await findDetails(db)).region).toMatchObject({ country: 'US', units: 'imperial' });
  expect(await readRules(db)).toMatchObject({ shopCountry: 'US' });
});

test('a shop whose country is not known takes rules back as they are, and charges no tax', async () => {
  await t.shop.db.updateTable('shop_details').set({ first_country: 'ZZ' }).execute();
  onTestFinished(async () => {
    await t.shop.db.updateTable('shop_details').set({ first_country: null }).execute();
  });
  const everywhere = { ...regionOf('US'), countries: [] };
  expect(await setDelivery(t, admin, { regions: [everywhere] })).toMatchObject({ shopCountry: 'ZZ' });
  const rate = { region: everywhere._id, category: null, rate: 10, exemptsBusinesses: false };
  await setTax(t, admin, { rates: [rate] });
  expect((await readRulesInForce(t.shop.db)).rates).toEqual([]);
  expect((await change({ version: 1, region: { ...germany, country: 'ZZ' } })).status).toBe(400);
  await change({ version: 1, region: germany });
  expect((await readRulesInForce(t.shop.db)).rates).toHaveLength(1);
  await setTax(t, admin, { rates: [] });
});

test.each([
  [`null`, '{}', { country: 'US', units: 'imperial' }, 'Sales tax'],
  [`'DE'`, '{"time": {"zone": "Europe/Berlin"}}', { ...germany }, 'VAT'],
  [`'US'`, '{"time": {"zone": "America/Chicago"}}', { country: 'US', zone: 'America/Chicago' }, 'Sales tax'],
])('a shop of before, in %s with %s, keeps its country and time zone', async (country, own, region, tax) => {
  const { db, database } = await shopOfBefore(
    '0104-parcels-of-purchases',
    `update shop_details set own = '${own}'; update charge_settings set shop_country = ${country}`,
  );
  expect((await findDetails(db)).region).toMatchObject(region);
  expect(await readRules(db)).toMatchObject({ shopCountry: region.country, taxName: tax });
  await expect(
    database.asOwner(`update shop_details set own = '{"region": {"country": "usa"}}'`),
  ).rejects.toThrow('shop_details_country_is_a_code');
});
