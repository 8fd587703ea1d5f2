import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import { largeKinds } from './large-kinds.ts';
import { largeBrands, largeSentences } from './large-words.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** A generated tool. */
export type LargeTool = {
  name: string;
  description: string;
  plate: string;
  category: string;
  brand: string;
  priceCents: number;
  minOrderQuantity: number;
  onHand: number;
  specifications: NewSpecification[];
};

const SEED = 20_261_121;
const RARE_ONE_IN = 500;
const OUT_OF_STOCK_ONE_IN = 12;
const LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

/** Generates tools such as 'Halden DHP-486Z combi drill 18 V', deterministically. */
export function* largeTools(count: number): Generator<LargeTool> {
  const random = seededRandom(SEED);
  for (let made = 0; made < count; made += 1) yield largeTool(random);
}

function largeTool(random: SeededRandom): LargeTool {
  const kind = random.pickSkewed(largeKinds);
  const brand = random.pickSkewed(largeBrands);
  const noun = random.pick(kind.nouns);
  const spec = random.pick(kind.specs);
  const partNumber = `${kind.code}-${100 + random.below(9_900)}${random.pick(LETTERS)}`;
  const [from, to] = kind.cents;
  const minOrderQuantity = random.pick([1, 1, 1, 2, 4, 10]);
  const isThere = random.below(OUT_OF_STOCK_ONE_IN) > 0;
  return {
    name: `${brand} ${partNumber} ${noun} ${spec}`,
    description: describe(random, noun, spec),
    plate: kind.plate,
    category: kind.category,
    brand,
    priceCents: from + random.below(Math.ceil((to - from) / 5)) * 5,
    minOrderQuantity,
    onHand: isThere ? minOrderQuantity + random.below(400) : random.below(minOrderQuantity),
    specifications: specify(random, spec),
  };
}

const NAMES: Record<string, string> = {
  V: 'Voltage',
  W: 'Power',
  kW: 'Power',
  A: 'Current',
  mm: 'Size',
  m: 'Length',
};

/** A tool's specifications: its size if numeric, its weight and, for some, its noise. */
function specify(random: SeededRandom, spec: string): NewSpecification[] {
  const [, value = '', unit = ''] = /^([0-9.]+) (\w+)$/.exec(spec) ?? [];
  const size = value ? [{ name: NAMES[unit] ?? 'Capacity', value, unit }] : [];
  const weight = { name: 'Weight', value: (random.below(900) / 100 + 0.2).toFixed(2), unit: 'kg' };
  const noise = { name: 'Noise', value: String(60 + random.below(45)), unit: 'dB' };
  const made = { name: 'Housing', value: random.pick(['Cast iron', 'Plastic', 'Aluminium']) };
  return [...size, weight, ...(random.below(3) === 0 ? [noise] : []), made];
}

function describe(random: SeededRandom, noun: string, spec: string): string {
  const { opening, middle, closing, rare } = largeSentences;
  const sentences: string[] = [random.pick(opening), random.pick(middle), random.pick(closing)];
  if (random.below(RARE_ONE_IN) === 0) sentences.push(random.pick(rare));
  return sentences.join(' ').replaceAll('{noun}', noun).replaceAll('{spec}', spec);
}
