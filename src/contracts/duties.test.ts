import { expect, test } from 'vitest';
import { customerGroups, type DutyKey, dutiesOf, hasDuty, legalPages, type ShopPlace } from './duties.ts';

const keysOf = (country: string, customers: ShopPlace['customers'] = 'both') =>
  dutiesOf({ country, customers }).map(({ key }) => key);

const ofUnion: DutyKey[] = [
  'withdrawal',
  'page-guarantee',
  'durability-label',
  'product-safety',
  'lowest-price',
];
const ofStates: DutyKey[] = ['proposition-65', 'ship-in-time', 'exempt-buyers'];

test.each(['DE', 'FR', 'IE', 'PL'])(
  'asks a shop in %s what the Union asks, and nothing of the United States',
  (country) => {
    expect(keysOf(country)).toEqual(
      expect.arrayContaining([...ofUnion, ...legalPages.map((page) => `page-${page}`)]),
    );
    expect(keysOf(country).filter((key) => ofStates.includes(key))).toEqual([]);
  },
);

test('asks a shop in the United States nothing of the Union', () => {
  expect(keysOf('US')).toEqual([
    'page-notice',
    'page-privacy',
    'page-returns',
    ...['ship-in-time', 'proposition-65', 'exempt-buyers'],
  ]);
});

test('asks a shop in the United Kingdom neither', () => {
  expect(keysOf('GB').filter((key) => [...ofUnion, ...ofStates].includes(key))).toEqual([]);
  expect(keysOf('GB')).toContain('terms-with-order');
});

test('asks a shop that sells to businesses only nothing that protects consumers', () => {
  for (const country of ['DE', 'GB', 'US', 'JP'])
    expect(dutiesOf({ country, customers: 'businesses' })).toEqual(
      dutiesOf({ country, customers: 'both' }).filter(({ forAll }) => forAll),
    );
  expect(keysOf('DE', 'businesses')).toEqual([
    ...['page-notice', 'page-terms', 'page-privacy', 'page-registers', 'batteries', 'electrical-waste'],
  ]);
  expect(keysOf('US', 'businesses')).toEqual(['ship-in-time', 'exempt-buyers']);
});

test('names Germany’s own laws, and the Union’s elsewhere', () => {
  const sourceOf = (country: string, wanted: DutyKey) =>
    dutiesOf({ country, customers: 'both' }).find(({ key }) => key === wanted)?.source;
  expect(sourceOf('DE', 'page-notice')).toContain('§ 5 DDG');
  expect(sourceOf('DE', 'page-registers')).toContain('LUCID');
  expect(sourceOf('AT', 'page-notice')).toContain('2000/31/EC');
});

test.each(['ZZ', 'JP', ''])('knows no law of %s, and suggests the usual pages', (country) => {
  expect(dutiesOf({ country, customers: 'both' }).map(({ key, source }) => [key, source])).toEqual(
    ['notice', 'terms', 'privacy', 'returns', 'shipping'].map((page) => [`page-${page}`, '']),
  );
});

test('gives each duty once, and its date as a day or not at all', () => {
  for (const country of ['DE', 'FR', 'GB', 'US', 'ZZ'])
    for (const customers of customerGroups) {
      const duties = dutiesOf({ country, customers });
      expect(new Set(duties.map(({ key }) => key)).size).toBe(duties.length);
      for (const { since } of duties) expect(since ?? '2000-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
    }
});

test('tells whether a shop has one duty', () => {
  expect(hasDuty({ country: 'DE', customers: 'both' }, 'withdrawal')).toBe(true);
  expect(hasDuty({ country: 'DE', customers: 'businesses' }, 'withdrawal')).toBe(false);
  expect(hasDuty({ country: 'US', customers: 'both' }, 'withdrawal')).toBe(false);
});
