import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { newSpecificationsSchema } from '#features/catalogue/specification-contract.ts';
import { demoFamilies, demoTools } from './demo-tools.ts';
import families from './families.json' with { type: 'json' };
import links from './links.json' with { type: 'json' };
import { renderPlate } from './render-plate.ts';
import reviews from './reviews.json' with { type: 'json' };
import tools from './tools.json' with { type: 'json' };

const PLATES_FOLDER = new URL('./plates/', import.meta.url);
const FRAME = 'plate-frame.svg';

function readPlateFile(name: string): string {
  return readFileSync(new URL(name, PLATES_FOLDER), 'utf8');
}

function classesUsedBy(svg: string): string[] {
  return [...svg.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
}

const styleClasses = new Set([
  'lying',
  ...[...readPlateFile('plate-style.css').matchAll(/\.([a-z-]+) \{/g)].map((match) => match[1]),
]);

const ofFamilies = [...new Set(demoFamilies.flatMap(({ tools: all }) => all.map(({ slug }) => slug)))]
  .filter((slug) => tools.every((tool) => tool.slug !== slug))
  .map((slug) => ({ slug, plate: `${slug}.svg` }));

const marks = [...new Set(tools.map(({ brand }) => brand))]
  .map((brand) => `brand-${brand.toLowerCase()}`)
  .map((slug) => ({ slug, plate: `${slug}.svg` }));

describe('links.json', () => {
  it('names tools of the catalogue, and former ones by numbers of their own', () => {
    const numbers = new Set(demoTools.map(({ partNumber }) => partNumber));
    const named = links.linked.flatMap(({ tool, accessories, spareParts = [] }) => [
      tool,
      ...accessories,
      ...spareParts,
    ]);
    const successors = links.discontinued.map(({ successor }) => successor);
    expect([...named, ...successors].filter((number) => !numbers.has(number))).toEqual([]);
    expect(links.discontinued.filter(({ partNumber }) => numbers.has(partNumber))).toEqual([]);
  });
});

describe('tools.json', () => {
  it('has at least 40 tools in the three categories', () => {
    expect(tools.length).toBeGreaterThanOrEqual(40);
    expect(new Set(tools.map((tool) => tool.category))).toEqual(
      new Set(['Hand tools', 'Power tools', 'Machines']),
    );
  });

  it('gives every tool a unique slug, name and part number', () => {
    expect(new Set(tools.map((tool) => tool.partNumber)).size).toBe(tools.length);
    expect(new Set(tools.map((tool) => tool.slug)).size).toBe(tools.length);
    expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length);
  });

  it('has exactly one sold-out tool, and one with less stock than its minimum', () => {
    const short = tools.filter((tool) => tool.availableQuantity < tool.minOrderQuantity);
    expect(short.filter((tool) => tool.availableQuantity === 0)).toHaveLength(1);
    expect(short).toHaveLength(2);
  });

  it('begins with six tools that can be ordered', () => {
    for (const tool of tools.slice(0, 6)) {
      expect(tool.availableQuantity, tool.slug).toBeGreaterThanOrEqual(tool.minOrderQuantity);
    }
  });

  it.each(tools)('$slug has a price in whole cents, whole quantities and texts of lawful length', (tool) => {
    expect(tool.price).toBeGreaterThan(0);
    expect(String(tool.price)).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(tool.minOrderQuantity).toBeGreaterThan(0);
    expect(Number.isInteger(tool.minOrderQuantity)).toBe(true);
    expect(tool.availableQuantity).toBeGreaterThanOrEqual(0);
    expect(Number.isInteger(tool.availableQuantity)).toBe(true);
    expect(tool.name.length).toBeLessThanOrEqual(200);
    expect(tool.description.length).toBeLessThanOrEqual(5000);
    expect(tool.brand).not.toBe('');
    expect(tool.specifications.length).toBeGreaterThan(2);
    expect(tool.specifications).toEqual(newSpecificationsSchema.parse(tool.specifications));
    expect([tool.weightGrams, ...tool.sizeMm].every((each) => Number.isInteger(each) && each > 0)).toBe(true);
    expect(tool.sizeMm).toHaveLength(3);
    expect(tool.minOrderQuantity % tool.packStep, tool.slug).toBe(0);
    const prices = [tool.price, ...tool.priceBreaks.map(({ price }) => price)];
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    for (const { quantity } of tool.priceBreaks) expect(quantity % tool.packStep, tool.slug).toBe(0);
  });
});

describe('families.json', () => {
  it('has eight families of 8 to 24 members, each named and numbered once', () => {
    expect(demoFamilies).toHaveLength(8);
    for (const { name, tools: members } of demoFamilies)
      expect([name, members.length >= 8 && members.length <= 24]).toEqual([name, true]);
    for (const unique of ['name', 'partNumber'] as const)
      expect(new Set(demoTools.map((tool) => tool[unique])).size).toBe(demoTools.length);
  });

  it.each(families)(
    '$slug says where its measures are from, and letters those that its plate shows',
    (family) => {
      expect(family.sources.join(' ')).toMatch(/https:|No (?:source|standard)/);
      const plate = readPlateFile(`${family.slug}.svg`);
      const drawn = plate.split('class="letter"').length - 1;
      const letters = family.columns.flatMap(({ name }) => / ([A-Z])$/.exec(name)?.[1] ?? []);
      expect(drawn).toBeGreaterThan(0);
      expect(letters).toEqual([...'ABCD'].slice(0, drawn));
    },
  );

  const members = demoFamilies.flatMap(({ tools: all }) => all);
  it.each(members)('$name has prices, quantities, and specifications as the shop takes them', (tool) => {
    expect(tool.name + tool.partNumber).not.toMatch(/[{}]/);
    expect(tool.specifications).toEqual(newSpecificationsSchema.parse(tool.specifications));
    expect([tool.weightGrams, ...tool.sizeMm].every((each) => Number.isInteger(each) && each > 0)).toBe(true);
    const prices = [tool.price, ...tool.priceBreaks.map(({ price }) => price)];
    for (const price of prices) expect(String(price)).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    for (const quantity of [tool.minOrderQuantity, ...tool.priceBreaks.map((each) => each.quantity)])
      expect(quantity % tool.packStep).toBe(0);
  });
});

describe('reviews.json', () => {
  it('has at least a dozen reviews, each with a rate of 1 to 5, a text and a name', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(12);
    for (const review of reviews) {
      expect([1, 2, 3, 4, 5]).toContain(review.rate);
      expect(review.name).not.toBe('');
      expect(review.reviews.length).toBeGreaterThanOrEqual(60);
      expect(review.reviews.length).toBeLessThanOrEqual(2000);
      expect(review.daysAgo).toBeGreaterThanOrEqual(0);
    }
  });

  it('is mostly about tools of the catalogue, including nearly all of the first six', () => {
    const about = reviews.flatMap(({ tool }) => tool ?? []);
    const slugs = tools.map(({ slug }) => slug);
    expect(about.filter((slug) => !slugs.includes(slug))).toEqual([]);
    expect(about.length).toBeGreaterThan(reviews.length / 2);
    expect(new Set(about).size).toBeGreaterThanOrEqual(15);
    expect(slugs.slice(0, 6).filter((slug) => about.includes(slug)).length).toBeGreaterThanOrEqual(5);
  });
});

/** The number of pixels in ink or rubber, and of those within 4 pixels of the ground. */
function outlineOf(pixels: Buffer): { inked: number; bare: number } {
  const [right, down] = [4 * 4, 4 * 4 * 1600];
  let [inked, bare] = [0, 0];
  for (let at = down; at < pixels.length - down; at += 4) {
    if (pixels[at + 3] !== 255 || (pixels[at] ?? 0) > 0x3a) continue;
    inked += 1;
    const around = [at - right, at + right, at - down, at + down];
    if (around.some((there) => (pixels[there + 3] ?? 0) < 200)) bare += 1;
  }
  return { inked, bare };
}

describe('the catalogue’s texts', () => {
  const texts = [
    ...tools.flatMap(({ name, description }) => [name, description]),
    ...reviews.map(({ reviews }) => reviews),
  ];

  it('use American names, inches and pounds, without metric sizes or British words', () => {
    const foreign =
      /\d\s?(mm|cm|m|kg|g|l|Nm|°C|bar)\b|spanner|mitre|\bvices?\b|pillar drill|G-clamp|aluminium|petrol|skirting|worktop|metre|centre\b|mould|colour|towards/i;
    expect(texts.filter((text) => foreign.test(text))).toEqual([]);
  });
});

async function expectPlate(slug: string): Promise<void> {
  const png = await renderPlate(slug);
  const { format, width, height } = await sharp(png).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1600, height: 1200 });
  const pixels = await sharp(png).raw().toBuffer();
  expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  const { inked, bare } = outlineOf(pixels);
  expect(inked).toBeGreaterThan(10_000);
  // The tip of a point may extend beyond the keyline.
  expect(bare).toBeLessThan(5);
}

describe('plates', () => {
  it('exist for each tool, family, and brand, and for nothing else', () => {
    const plates = readdirSync(PLATES_FOLDER).filter((name) => name.endsWith('.svg') && name !== FRAME);
    expect(plates.sort()).toEqual([...tools, ...ofFamilies, ...marks].map(({ plate }) => plate).sort());
    for (const tool of tools) expect(tool.plate).toBe(`${tool.slug}.svg`);
  });

  it.each([...tools, ...ofFamilies, ...marks])('$slug is drawn with the shared style alone', ({ plate }) => {
    const svg = readPlateFile(plate);
    expect(svg).toContain('viewBox="0 0 1200 900"');
    expect(classesUsedBy(svg).filter((name) => !styleClasses.has(name))).toEqual([]);
    expect(svg).not.toMatch(/<(text|image|style|script|linearGradient|radialGradient)\b/);
    expect(svg).not.toMatch(/\b(style|fill|stroke|font-family)="/);
  });

  const rendering = '$slug renders to a cut-out of 1600 × 1200, its outline in a pale line';
  it.each(tools.slice(0, 3))(rendering, ({ slug }) => expectPlate(slug));
  it.each([...tools.slice(3), ...ofFamilies, ...marks])(rendering, { tags: ['sweep'] }, ({ slug }) =>
    expectPlate(slug),
  );

  it('show some tools a second time, with a detail cut out by a lens', async () => {
    const detailed = tools.filter(({ detail }) => detail);
    expect(detailed.length).toBeGreaterThanOrEqual(10);
    for (const { detail } of detailed) {
      const { x = 0, y = 0, radius = 0 } = detail ?? {};
      expect(
        [x - radius, y - radius].every((edge) => edge >= 0),
        JSON.stringify(detail),
      ).toBe(true);
      expect(x + radius <= 1200 && y + radius <= 900, JSON.stringify(detail)).toBe(true);
    }
    const [{ slug = '', detail } = {}] = detailed;
    const pixels = await sharp(await renderPlate(slug, detail))
      .raw()
      .toBuffer();
    const alphaAt = (x: number, y: number) => pixels[(y * 1600 + x) * 4 + 3];
    // The whole plate is drawn there, outside the lens; the head of the hammer is at its centre.
    expect([alphaAt(264, 900), alphaAt(800, 600)]).toEqual([0, 255]);
  });

  it('cannot be read from outside their folder', async () => {
    await expect(renderPlate('../tools')).rejects.toThrow("Not a plate's slug: ../tools");
  });

  it('fail with a clear error if the plate does not exist', async () => {
    await expect(renderPlate('left-handed-hammer')).rejects.toThrow('ENOENT');
  });
});
