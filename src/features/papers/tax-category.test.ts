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
  parts?: (typeof taxed)[];
};

const categories = ({ seller, vatNumber = 'ATU12345675', goodsTo = 'AT', parts = [exempt] }: Given) => {
  const sale = { seller: { ...german, ...seller }, vatNumber, goodsTo };
  return parts.map(categoriesOf(sale, parts)).join(' ');
};

describe('how a sale is taxed', () => {
  it('is as its rates say, where there are any', () => {
    expect(categories({ parts: [taxed, untaxed] })).toBe('S Z');
    expect(categories({ parts: [taxed, exempt, untaxed] })).toBe('S K Z');
  });

  it('is not at all in a shop without tax numbers', () => {
    const nobody = { vatNumber: '' };
    expect(categories({ seller: nobody, parts: [untaxed, exempt] })).toBe('O O');
    expect(categories({ seller: nobody, parts: [untaxed, taxed] })).toBe('E S');
    expect(categories({ seller: { ...nobody, taxNumber: '12/345' }, parts: [untaxed] })).toBe('Z');
  });

  it('is a supply within the Union where the exemption was applied to a business in another member state', () => {
    expect(categories({})).toBe('K');
    expect(categories({ goodsTo: 'GR', vatNumber: 'EL123456789' })).toBe('K');
    // Nothing was applied: the destination has no rates, whatever numbers there are.
    expect(categories({ parts: [untaxed] })).toBe('Z');
    for (const other of [
      { seller: { vatNumber: '', taxNumber: '12/345' } },
      { vatNumber: 'CHE123456788' },
      { vatNumber: '' },
      // Collected, so that they change hands at home.
      { goodsTo: 'DE' },
      { seller: { country: 'US' } },
    ])
      expect(categories(other)).toBe('E');
  });

  it('is an export where the goods leave the Union, for whomever', () => {
    expect(categories({ goodsTo: 'US', vatNumber: '', parts: [untaxed] })).toBe('G');
    expect(categories({ goodsTo: 'GB', parts: [exempt, untaxed, taxed] })).toBe('G G S');
    expect(categories({ goodsTo: 'US', seller: { vatNumber: '', taxNumber: '12/345' } })).toBe('E');
    expect(categories({ goodsTo: 'DE', seller: { country: 'US' }, parts: [untaxed] })).toBe('Z');
  });
});

it.each([
  ['Z', ['K', 'K'], 'K'],
  ['Z', ['G', 'S'], 'G'],
  ['Z', ['K', 'E'], 'Z'],
  ['S', ['K'], 'S'],
  ['Z', ['S'], 'Z'],
] as const)(
  'taxes delivery, %s by its own rule, as the goods %j are where that is one way',
  (own, goods, category) => {
    expect(deliveryCategory(own, goods)).toBe(category);
  },
);
