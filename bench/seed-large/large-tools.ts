import { largeKinds } from './large-kinds.ts';
import { largeBrands, largeSentences } from './large-words.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** A made-up tool. */
export type LargeTool = {
  name: string;
  description: string;
  plate: string;
  category: string;
  brand: string;
  priceCents: number;
  minOrderQuantity: number;
  onHand: number;
};

const SEED = 20_261_121;
const RARE_ONE_IN = 500;
const OUT_OF_STOCK_ONE_IN = 12;
const LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

/** Makes tools such as 'Halden DHP-486Z combi drill 18 V', always the same ones. */
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
  };
}

function describe(random: SeededRandom, noun: string, spec: string): string {
  const { opening, middle, closing, rare } = largeSentences;
  const sentences: string[] = [random.pick(opening), random.pick(middle), random.pick(closing)];
  if (random.below(RARE_ONE_IN) === 0) sentences.push(random.pick(rare));
  return sentences.join(' ').replaceAll('{noun}', noun).replaceAll('{spec}', spec);
}
