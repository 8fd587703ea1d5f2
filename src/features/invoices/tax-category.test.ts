import { describe, expect, it } from 'vitest';
import { categoriesOf, deliveryCategory } from './tax-category.ts';

const german = { country: 'DE', vatNumber: 'DE136695976', taxNumber: '' };
const taxed = { taxRatePpm: 190_000, exempt: false };
const untaxed = { taxRatePpm: 0, exempt: false };
const exempt = { taxRatePpm: 0, exempt: true };

type Given = {
  seller?: Partial<typeof german>;
  vatNumber?: string;
  goodsTo?: string;
  postcode?: string;
  parts?: (typeof taxed)[];
};

const categories = ({
  seller,
  vatNumber = 'ATU12345675',
  goodsTo = 'AT',
  postcode,
  parts = [exempt],
}: Given) => {
  const place = { country: goodsTo, postcode: postcode ?? null };
  const sale = { seller: { ...german, ...seller }, vatNumber, goodsTo: place };
  return parts.map(categoriesOf(sale, parts)).join(' ');
};

describe('the tax category of a sale', () => {
  it('follows from its rates, if there are any', () => {
    expect(categories({ parts: [taxed, untaxed] })).toBe('S Z');
    expect(categories({ parts: [taxed, exempt, untaxed] })).toBe('S K Z');
  });

  it('is outside the scope of tax in a shop without tax numbers', () => {
    const nobody = { vatNumber: '' };
    expect(categories({ seller: nobody, parts: [untaxed, exempt] })).toBe('O O');
    expect(categories({ seller: nobody, parts: [untaxed, taxed] })).toBe('E S');
    expect(categories({ seller: { ...nobody, taxNumber: '12/345' }, parts: [untaxed] })).toBe('E');
  });

  it('is exempt in a small business, and zero-rated only beside taxed lines', () => {
    const home = { goodsTo: 'DE', vatNumber: '', parts: [untaxed] };
    expect(categories({ ...home, seller: { vatNumber: '', taxNumber: '12/345' } })).toBe('E');
    expect(categories(home)).toBe('E');
    expect(categories({ ...home, parts: [untaxed, taxed] })).toBe('Z S');
    expect(categories({ ...home, goodsTo: 'US', seller: { country: 'US' } })).toBe('Z');
  });

  it('is an intra-community supply where an exemption for a business in another state applied', () => {
    expect(categories({})).toBe('K');
    expect(categories({ goodsTo: 'GR', vatNumber: 'EL123456789' })).toBe('K');
    // No exemption applied: the destination has no rates, whatever numbers there are.
    expect(categories({ parts: [untaxed] })).toBe('Z');
    for (const other of [
      { seller: { vatNumber: '', taxNumber: '12/345' } },
      { vatNumber: 'CHE123456788' },
      { vatNumber: '' },
      // Collected, so the goods change hands at home.
      { goodsTo: 'DE' },
    ])
      expect(categories(other)).toBe('E');
  });

  it('is an export when the goods leave the Union, for any buyer', () => {
    expect(categories({ goodsTo: 'US', vatNumber: '', parts: [untaxed] })).toBe('G');
    expect(categories({ goodsTo: 'GB', parts: [exempt, untaxed, taxed] })).toBe('G G S');
    expect(categories({ goodsTo: 'US', seller: { vatNumber: '', taxNumber: '12/345' } })).toBe('E');
    // A seller elsewhere exports too.
    for (const country of ['US', 'GB', 'CH', 'NO'])
      expect(categories({ goodsTo: 'DE', seller: { country }, parts: [untaxed, exempt] })).toBe('G G');
    const nobody = { country: 'US', vatNumber: '', taxNumber: '12-3456789' };
    expect(categories({ goodsTo: 'DE', seller: nobody, parts: [untaxed] })).toBe('E');
  });

  it.each([
    ['ES', '35001', 'the Canary Islands'],
    ['ES', '38001', 'the Canary Islands'],
    ['ES', '51001', 'Ceuta'],
    ['ES', '52001', 'Melilla'],
    ['DE', '78266', 'Büsingen'],
    ['DE', '27498', 'Helgoland'],
    ['FI', '22100', 'Åland'],
    ['AX', '22100', 'Åland'],
    ['IT', '23041', 'Livigno'],
    ['IT', '22061', 'Campione d’Italia'],
    ['GR', '63086', 'Mount Athos'],
    ['GR', '630 87', 'Mount Athos'],
    ['FR', '97110', 'Guadeloupe'],
    ['FR', '97400', 'Réunion'],
    ['GP', '97110', 'Guadeloupe'],
    ['RE', '97400', 'Réunion'],
    ['YT', '97600', 'Mayotte'],
    ['GL', '3900', 'Greenland'],
    ['FO', '100', 'the Faroes'],
    ['IM', 'IM1 1AA', 'the Isle of Man'],
    ['JE', 'JE2 3AB', 'Jersey'],
    ['GB', 'SW1A 1AA', 'Great Britain'],
    ['SM', '47890', 'San Marino'],
    ['VA', '00120', 'the Vatican'],
    ['LI', '9490', 'Liechtenstein'],
  ])('is an export to %s %s, since %s is outside the EU’s VAT area', (goodsTo, postcode) => {
    for (const country of ['DE', 'ES', 'FR', 'AT'])
      expect(categories({ goodsTo, postcode, vatNumber: '', seller: { country }, parts: [untaxed] })).toBe(
        'G',
      );
  });

  it('treats Monaco as France, the Isle of Man as the UK, and Northern Ireland as both', () => {
    const to = (goodsTo: string, postcode: string, country: string, vatNumber = '') =>
      categories({ goodsTo, postcode, vatNumber, seller: { country }, parts: [exempt] });
    expect(to('MC', '98000', 'DE', 'FR40303265045')).toBe('K');
    expect(to('MC', '98000', 'FR')).toBe('E');
    expect(to('GB', 'BT1 5GS', 'DE', 'XI123456789')).toBe('K');
    expect(to('GB', 'BT1 5GS', 'DE')).toBe('E');
    const uk = { seller: { country: 'GB' }, vatNumber: '', parts: [untaxed] };
    expect(categories({ ...uk, goodsTo: 'IM', postcode: 'IM1 1AA' })).toBe('Z');
    expect(categories({ ...uk, goodsTo: 'GB', postcode: 'BT1 5GS' })).toBe('Z');
    expect(categories({ ...uk, goodsTo: 'IE', postcode: 'D02 X285' })).toBe('G');
  });
});

it.each([
  ['Z', ['K', 'K'], 'K'],
  ['Z', ['G', 'S'], 'G'],
  ['Z', ['K', 'E'], 'Z'],
  ['S', ['K'], 'S'],
  ['Z', ['S'], 'Z'],
] as const)(
  'taxes delivery, %s by its own rule, like the goods %j if they are all taxed one way',
  (own, goods, category) => {
    expect(deliveryCategory(own, goods)).toBe(category);
  },
);
