import families from './families.json' with { type: 'json' };
import ownTools from './tools.json' with { type: 'json' };

type Family = (typeof families)[number];
type Size = Family['sizes'][number] & { priceBreaks?: PriceBreak[]; description?: string };
type Specification = { name: string; value: string; unit?: string };
type PriceBreak = { quantity: number; price: number };

/** A tool of the demo catalogue. `slug` names its plate, which the members of a family share. */
export type DemoTool = {
  slug: string;
  name: string;
  partNumber: string;
  brand: string;
  category: string;
  subcategory?: string;
  description: string;
  price: number;
  minOrderQuantity: number;
  availableQuantity: number;
  specifications: Specification[];
  weightGrams: number;
  sizeMm: number[];
  packStep: number;
  priceBreaks: PriceBreak[];
  detail?: { x: number; y: number; radius: number };
};

/** The families of the demo catalogue, each with its members in order. In the file, `sources` says where their
 * measures are from, and which no source was found for; a column named with a letter is that of the plate. */
export const demoFamilies = families.map((family) => ({
  name: family.name,
  description: family.description,
  category: family.subcategory,
  tools: family.sizes.map((size, nth) => toTool(family, size, nth)),
}));

/** All tools of the demo catalogue, in the order of its lists. */
export const demoTools: DemoTool[] = [...ownTools, ...demoFamilies.flatMap(({ tools }) => tools)];

/** A member of a family: what it has alike with the others, and its values in the family's columns. */
function toTool(family: Family, size: Size, nth: number): DemoTool {
  const { slug, brand, category, subcategory, description, minOrderQuantity, packStep } = family;
  const { values, price, stock: availableQuantity, weightGrams, sizeMm, priceBreaks = [] } = size;
  const fill = (pattern: string) =>
    pattern.replace('{n}', String(nth + 1)).replaceAll(/\{(\d)\}/g, (_, at) => values[Number(at)] ?? '');
  const measured = family.columns.flatMap((column, at) => {
    const value = values[at];
    return value === undefined ? [] : [{ ...column, value }];
  });
  return {
    ...{ slug, brand, category, subcategory, minOrderQuantity, packStep },
    ...{ price, availableQuantity, weightGrams, sizeMm, priceBreaks },
    name: fill(family.memberName),
    partNumber: fill(family.partNumber),
    description: size.description ?? description,
    specifications: [...measured, ...family.shared],
  };
}
