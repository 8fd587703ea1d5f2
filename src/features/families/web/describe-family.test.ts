import { expect, it } from 'vitest';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import type { FamilyDetails } from '../contract.ts';
import { describeFamily } from './describe-family.ts';

const shop = { origin: 'https://shop.example', currency: 'usd', taxAdded: false };

const member: FamilyDetails['members'][number] = {
  ...{ _id: '8', name: 'Hex key, 4 mm', part_number: 'FW-4', category: null, brand: 'Fenwright', version: 1 },
  ...{ img: '/pictures/key.webp', picture: null, rating: null, rating_count: 0 },
  ...{ min_order_quantity: 2, available_quantity: 9, pack_step: 1, price: 1.25, unit_price: 1.25 },
  ...{ measure_price: null, lowestPrice30Days: null, reduced_until: null, price_breaks: [] },
  specifications: [{ name: 'Width', value: '4', unit: 'mm' }],
};
const family: FamilyDetails = {
  ...{ _id: '7', name: 'Hex keys', description: 'ISO 2936.', category: null, version: 1, memberCount: 1 },
  ...{ img: '/pictures/key.webp', picture: null, pictures: [], shared: [], members: [member] },
  ...{ rating: 4.3, rating_count: 6, matching: null },
  columns: [
    {
      ...{ label: 'Width, mm', name: 'Width', unit: 'mm', isNumeric: true, min: 4, max: 5 },
      ...{ values: ['4', '5'], valueCount: 2 },
    },
  ],
};

it('describes a family as a group of products, each with its offer', () => {
  const said = describeFamily(family, shop);
  expect(schemaProblems(said, shop.origin)).toEqual([]);
  expect(said).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: '7',
    url: 'https://shop.example/family/7/hex-keys',
    image: ['https://shop.example/pictures/key.webp'],
    brand: { name: 'Fenwright' },
    aggregateRating: { ratingValue: 4.3, reviewCount: 6 },
    variesBy: ['Width'],
    hasVariant: [
      {
        '@type': 'Product',
        sku: 'FW-4',
        description: 'ISO 2936.',
        additionalProperty: [{ name: 'Width', value: '4', unitText: 'mm' }],
        offers: { price: 2.5, availability: 'https://schema.org/InStock' },
      },
    ],
  });
});

it('has no rating without reviews', () => {
  const said = describeFamily({ ...family, rating: null, rating_count: 0 }, shop);
  expect(said).not.toHaveProperty('aggregateRating');
});

it('describes members by their names while the family has no text', () => {
  const { hasVariant, ...said } = describeFamily({ ...family, description: '' }, shop);
  expect(said).not.toHaveProperty('description');
  expect(hasVariant[0]).toMatchObject({ description: 'Hex key, 4 mm' });
});
