import { describe, expect, it } from 'vitest';
import { type SafetyField, safetyFields } from '#contracts/product-safety.ts';
import type { Card } from '#features/catalogue/contract.ts';
import { type DetailField, detailFields } from '#features/catalogue/tool-fields-contract.ts';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import { toSafeJson } from '#ui/structured-data.tsx';
import { describeToolPage, describeTools } from './describe-tools.ts';

const tool: Card = {
  _id: '019a0000-0000-7000-8000-000000000001',
  name: 'Claw hammer',
  description: 'Drives nails',
  img: '/pictures/hammer-800.webp',
  picture: null,
  min_order_quantity: 4,
  available_quantity: 4,
  price: 24.5,
  unit_price: 24.5,
  measure_price: null,
  lowestPrice30Days: null,
  reduced_until: null,
  category: null,
  brand: null,
  rating: null,
  part_number: null,
  family: null,
  rating_count: 0,
  version: 1,
  sizes: null,
};
const settings = { origin: 'https://shop.example', currency: 'usd' };

/** The structured data of one tool. */
const itemOf = (one: Card) => describeTools([one], settings).itemListElement[0]?.item;

describe('describeTools', () => {
  it('gives a family its own page, which has the offers', () => {
    const family = { _id: '019a0000-0000-7000-8000-000000000002', name: 'Claw hammers' };
    const figures = { count: 2, matching: 2, min_price: 9, max_price: 12, orderable: 1 };
    const list = describeTools(
      [{ ...tool, family, sizes: { ...figures, img: null, picture: null } }],
      settings,
    );
    expect(schemaProblems(list, settings.origin)).toEqual([]);
    expect(list.itemListElement[0]?.item).toEqual({
      '@type': 'ProductGroup',
      name: 'Claw hammers',
      productGroupID: family._id,
      url: `https://shop.example/family/${family._id}/claw-hammers`,
      image: 'https://shop.example/pictures/hammer-800.webp',
    });
  });

  it('gives each tool its position, URL and offer', () => {
    const list = describeTools([tool, { ...tool, available_quantity: 3 }], settings);
    expect(schemaProblems(list, settings.origin)).toEqual([]);
    expect(list).toMatchObject({
      numberOfItems: 2,
      itemListElement: [
        { position: 1, item: { offers: { availability: 'https://schema.org/InStock' } } },
        { position: 2, item: { offers: { availability: 'https://schema.org/OutOfStock' } } },
      ],
    });
    expect(itemOf(tool)).toEqual({
      '@type': 'Product',
      name: 'Claw hammer',
      description: 'Drives nails',
      sku: tool._id,
      image: 'https://shop.example/pictures/hammer-800.webp',
      url: `https://shop.example/tools/${tool._id}/claw-hammer`,
      offers: {
        '@type': 'Offer',
        url: `https://shop.example/tools/${tool._id}/claw-hammer`,
        price: 98,
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: 98,
          priceCurrency: 'USD',
          valueAddedTaxIncluded: true,
          referenceQuantity: {
            '@type': 'QuantitativeValue',
            value: 4,
            unitCode: 'C62',
            valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: 'C62' },
          },
        },
        itemCondition: 'https://schema.org/NewCondition',
        availability: 'https://schema.org/InStock',
        inventoryLevel: { '@type': 'QuantitativeValue', value: 4, unitCode: 'C62' },
      },
    });
  });

  it('states the rating that buyers gave, and invents none', () => {
    expect(itemOf({ ...tool, rating: 4.3, rating_count: 12 })).toMatchObject({
      aggregateRating: { ratingValue: 4.3, reviewCount: 12, bestRating: 5, worstRating: 1 },
    });
    expect(itemOf(tool)).not.toHaveProperty('aggregateRating');
  });

  it('identifies a tool by its part number, if it has one', () => {
    expect(itemOf({ ...tool, part_number: 'BW-105' })).toMatchObject({ sku: 'BW-105' });
  });

  it('states on the tool’s own page only what is known of it', () => {
    const specifications = [
      { name: 'Head weight', value: '16', unit: 'oz' },
      { name: 'Handle', value: 'Hickory', unit: null },
    ];
    const safety = Object.fromEntries(safetyFields.map((name) => [name, null])) as Record<SafetyField, null>;
    const unknown = Object.fromEntries(detailFields.map((name) => [name, null])) as Record<DetailField, null>;
    const none = {
      pictures: [],
      documents: [],
      brand_picture: null,
      specifications: [],
      price_breaks: [],
      overtaken_breaks: [],
      ...unknown,
      pack_step: 1,
      ...safety,
      manufacturer: null,
      own_safety: safety,
      has_own_text: true,
      former_price: null,
    };
    const look = { width: 800, height: 600, colour: '#eeeeee', avif: null };
    const side = '/pictures/side-800.webp';
    const pictures = [{ img: side, picture: { ...look, webp: `${side} 800w` } }];
    const size = { length_mm: 330, width_mm: 130, height_mm: 35 };
    const part_number = 'BW-105';
    const full = describeToolPage(
      { ...tool, ...none, part_number, pictures, specifications, weight_grams: 640, ...size },
      settings,
    );
    expect(schemaProblems(full, settings.origin)).toEqual([]);
    expect(full).toMatchObject({
      sku: 'BW-105',
      mpn: 'BW-105',
      image: ['https://shop.example/pictures/hammer-800.webp', 'https://shop.example/pictures/side-800.webp'],
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Head weight', value: '16', unitText: 'oz' },
        { '@type': 'PropertyValue', name: 'Handle', value: 'Hickory' },
      ],
      weight: { '@type': 'QuantitativeValue', value: 640, unitCode: 'GRM' },
      depth: { value: 330, unitCode: 'MMT' },
      width: { value: 130 },
      height: { value: 35 },
    });
    const packed = { ...tool, ...none, min_order_quantity: 6, unit_price: 19.99 };
    const { offers } = describeToolPage(packed, { ...settings, taxAdded: true });
    expect(schemaProblems(offers, settings.origin)).toEqual([]);
    expect(offers).toMatchObject({
      price: 119.94,
      priceSpecification: { price: 119.94, valueAddedTaxIncluded: false, referenceQuantity: { value: 6 } },
    });
    const single = describeToolPage({ ...tool, ...none, min_order_quantity: 1 }, settings);
    expect(single.offers).toMatchObject({ price: 24.5 });
    expect(single.offers.priceSpecification).toHaveProperty('referenceQuantity', {
      '@type': 'QuantitativeValue',
      value: 1,
      unitCode: 'C62',
    });
    const sold = { ...tool, ...none, lowestPrice30Days: 30, reduced_until: '2026-12-24' };
    const reduced = describeToolPage({ ...sold, min_order_quantity: 2, unit_price: 24 }, settings);
    expect(schemaProblems(reduced, settings.origin)).toEqual([]);
    expect(reduced.offers).toMatchObject({
      price: 48,
      priceValidUntil: '2026-12-24',
      priceSpecification: [{ price: 48 }, { price: 60, priceType: 'https://schema.org/StrikethroughPrice' }],
    });
    expect(describeToolPage({ ...sold, unit_price: 30 }, settings).offers).not.toHaveProperty(
      'priceValidUntil',
    );
    expect(describeToolPage({ ...tool, ...none, gtin: '4006381333931' }, settings)).toMatchObject({
      gtin: '4006381333931',
    });
    const plain = describeToolPage({ ...tool, ...none }, settings);
    for (const name of ['mpn', 'gtin', 'additionalProperty', 'weight', 'depth'])
      expect(plain).not.toHaveProperty(name);
  });

  it('keeps the address of a picture hosted elsewhere', () => {
    const img = 'https://i.ibb.example/hammer.webp';
    expect(itemOf({ ...tool, img })).toMatchObject({ image: img });
  });
});

it('keeps the data from closing its script element', () => {
  const data = { name: `</script><!--<script>"'&` };
  expect(toSafeJson(data)).not.toContain('<');
  expect(JSON.parse(toSafeJson(data))).toEqual(data);
});
