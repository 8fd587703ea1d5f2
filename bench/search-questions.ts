import { largeKinds } from './seed-large/large-kinds.ts';
import { largeBrands } from './seed-large/large-words.ts';
import { type SeededRandom, seededRandom } from './seed-large/seeded-random.ts';

/** Addresses to request, by kind; almost all differ, so that no cache answers them. */
export type Questions = Record<string, (nth: number) => string>;

const SEED = 4;
const sorts = ['relevance', 'newest', 'price', '-price', 'rating'];
const rareWords = [
  'aerospace',
  'tritium',
  'anniversary',
  'reconditioned',
  'titanium',
  'teal',
  'bluetooth',
  'left-handed',
];
const described = [
  'brushless',
  'guarantee',
  'vanadium',
  'insulated',
  'certificate',
  'overhead',
  'stacking',
  'depth stop',
];

/** Requests for a shop filled by `seed:large`; `partNumbers` are some of the shop's. */
export function largeQuestions(partNumbers: string[]): Questions {
  const random = seededRandom(SEED);
  const nouns = largeKinds.flatMap((kind) => kind.nouns);
  const word = () => random.pick(random.pick(nouns).split(/[ -]/));
  const category = () => random.pick(largeKinds).category;
  const sort = () => random.pick(sorts);
  const ask = (query: Record<string, string>) => `/tool?${new URLSearchParams({ limit: '24', ...query })}`;
  const price = () => String(5 + random.below(400));
  return {
    'rare words': () => ask({ q: `${random.pick(rareWords)} ${random.pick([...nouns, ''])}`, sort: sort() }),
    'frequent words': (nth) => ask({ q: word(), sort: sort(), min_price: String((nth % 90) / 100) }),
    'several words': () => ask({ q: `${random.pick(largeBrands)} ${random.pick(nouns)}`, sort: sort() }),
    'prefixes, as typed': () =>
      ask({ q: word().slice(0, 2 + random.below(3)), min_price: `0.${10 + random.below(90)}` }),
    'a slip of a letter': () =>
      ask({ q: `${slip(random, random.pick(largeBrands))} ${slip(random, word())}` }),
    'part numbers': () => ask({ q: random.pick(partNumbers) }),
    'part numbers without hyphen': () => ask({ q: random.pick(partNumbers).replace('-', '') }),
    'words of the description': () => ask({ q: `${random.pick(described)} ${word()}`, sort: sort() }),
    'filters and sorts': () =>
      ask({ category: category(), brand: random.pick(largeBrands), min_price: price(), sort: sort() }),
    'one filter, any sort': () =>
      random.below(2) === 0
        ? ask({ category: category(), sort: sort(), min_price: `0.${10 + random.below(90)}` })
        : ask({ rating: String(1 + random.below(4)), min_price: price(), sort: sort() }),
    'words, filters and sorts': () =>
      ask({ q: word(), category: category(), min_price: price(), orderable: '1', sort: sort() }),
    'words, rating, range': () => {
      const from = random.below(300);
      return ask({
        q: word(),
        rating: '3',
        min_price: String(from),
        max_price: String(from + 150),
        sort: sort(),
      });
    },
  };
}

/** Requests for facet counts. */
export function largeFacetQuestions(): Questions {
  const random = seededRandom(SEED);
  const word = () => random.pick(random.pick(random.pick(largeKinds).nouns).split(/[ -]/));
  const ask = (query: Record<string, string>) => `/tool/facets?${new URLSearchParams(query)}`;
  return {
    'facets, no filter': (nth) => ask({ q: '', sort: `none ${nth}` }),
    'facets of a frequent word': (nth) => ask({ q: word(), min_price: `0.${10 + (nth % 90)}` }),
    'facets of several words': () => ask({ q: `${random.pick(largeBrands)} ${word()}` }),
    'facets of a rare word': () => ask({ q: `${random.pick(rareWords)} ${word()}` }),
    'facets of a category': () =>
      ask({ category: random.pick(largeKinds).category, min_price: `0.${10 + random.below(90)}` }),
    'facets, all filters': () =>
      ask({
        ...{ q: word(), category: random.pick(largeKinds).category, brand: random.pick(largeBrands) },
        ...{ min_price: String(random.below(100)), orderable: '1', rating: '2' },
      }),
  };
}

/** A word with one letter wrong, not the first. */
function slip(random: SeededRandom, word: string): string {
  if (word.length < 5) return word;
  const at = 1 + random.below(word.length - 2);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const ways = [before + after.slice(1), before + after.charAt(0) + after, `${before}x${after.slice(1)}`];
  return random.pick([...ways, before + after.charAt(1) + after.charAt(0) + after.slice(2)]);
}
