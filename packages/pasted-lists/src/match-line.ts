import { type LineWord, lineWords } from './line-words.ts';
import { toPlainNumber } from './notation.ts';
import type { PastedLine } from './read-list.ts';
import { countOf } from './read-quantity.ts';
import { isSameWord, singularsOf } from './word-forms.ts';
import { type WordVariants, wordsIn } from './word-variants.ts';

/** Why the buyer must choose a line's item or quantity: `several` items match; those shown are only
 * `similar`; `number_and_name` contradict each other; the `quantity` cannot be read, or may be a `size`. */
export type AskReason = 'several' | 'similar' | 'number_and_name' | 'quantity' | 'size';

/** The fields of a catalogue item that a line is matched against. */
export type CatalogueItem = {
  name: string;
  brand: string | null;
  part_number: string | null;
  gtin?: string | null;
  category: string | null;
  specifications: readonly { value: string; unit: string | null }[];
};

/** The result for a line. `asked`: the buyer has to choose the item or the quantity. `quantity` is null if
 * any of the items makes it doubtful. */
export type LineMatch<Item> =
  | { outcome: 'matched'; items: [Item]; quantity: number | null; corrected: string | null }
  | { outcome: 'asked'; reason: AskReason; items: Item[]; quantity: number | null; corrected: string | null }
  | { outcome: 'not_found'; items: []; quantity: number | null; corrected: null };

/** A line with the possible readings of its words. */
export type UnderstoodLine = PastedLine & { words: LineWord[]; variants: WordVariants[] };

/** The words of one part of an item's name, and their forms, including neighbours written as one word. */
type Place = { words: LineWord[]; forms: Set<string> };

const MOST_CANDIDATES = 6;

/** Decides which of the candidate items a line means. An item is taken without asking only if it has every
 * word and size of the line, and no other item has: by its part number, or by the main noun of its name.
 * `isCut`: there may be further similar items, so only a part number or a whole name is taken. */
export function matchLine<Item extends CatalogueItem>(
  line: UnderstoodLine,
  { items, isCut }: { items: Item[]; isCut: boolean },
): LineMatch<Item> {
  const compared = items.map((item) => ({ item, ...compare(line, item) }));
  compared.sort((one, other) => other.score - one.score || (one.item.name < other.item.name ? -1 : 1));
  const ask = (reason: AskReason, which: typeof compared): LineMatch<Item> => {
    const shown = which.slice(0, MOST_CANDIDATES).map(({ item }) => item);
    const isDoubtful = shown.some((item) => quantityDoubt(line, item) !== undefined);
    return {
      outcome: 'asked',
      reason,
      items: shown,
      quantity: isDoubtful ? null : line.quantity,
      corrected: corrected(line, which[0]),
    };
  };
  const numbered = compared.filter(({ isNumbered }) => isNumbered);
  const chosen = numbered.length > 0 ? numbered : fitting(compared);
  const [best, another] = chosen;
  if (best && another) return ask('several', chosen);
  if (!best) {
    const similar = compared.filter(({ named, words }) => named > 0 && named * 2 >= words);
    return similar.length > 0
      ? ask('similar', similar)
      : { outcome: 'not_found', items: [], quantity: line.quantity, corrected: null };
  }
  const isContradicted =
    best.words > 0 && (best.named === 0 || compared.some(({ named }) => named > best.named));
  if (best.isNumbered && isContradicted)
    return ask('number_and_name', [
      best,
      ...compared.filter(({ item, named }) => item !== best.item && named > best.named),
    ]);
  if (isCut && !best.isNumbered && !best.isWholeName)
    return ask('several', [best, ...compared.filter((each) => each !== best && each.hasAll)]);
  const reason = quantityDoubt(line, best.item);
  if (reason) return ask(reason, [best]);
  return {
    outcome: 'matched',
    items: [best.item],
    quantity: line.quantity,
    corrected: corrected(line, best),
  };
}

type Comparison = ReturnType<typeof compare>;

/** The items that have all of a line's words; those whose whole name matches come before those that merely
 * contain the words. */
function fitting<Each extends Comparison>(compared: Each[]): Each[] {
  const all = compared.filter(({ hasAll }) => hasAll);
  const exact = all.filter(({ isWholeName }) => isWholeName);
  if (exact.length === 1) return exact;
  const nouns = all.filter(({ hasNoun }) => hasNoun);
  const isOne = nouns.length === 1 && nouns[0]?.isWholeHead;
  const rivals = all.filter(({ hasNoun, isInHead }) => !hasNoun && isInHead);
  if (nouns.length === 0) return [];
  return isOne ? nouns : [...nouns, ...rivals];
}

/** How an item matches a line's words and sizes: in the head of its name ('Claw hammer'), in what follows it
 * (', 16 oz, hickory'), in its brand, or in the value of a specification. */
function compare(line: UnderstoodLine, item: CatalogueItem) {
  const { head, rest, phrases, brand } = wordsOf(item);
  const number = line.numbers.find((each) => isNumberOf(item, each));
  const isNumbered = number !== undefined;
  const own = isNumbered ? wordsIn(lineWords(number)) : [];
  const asked = line.variants.filter(({ text }) => !own.includes(text));
  const sizes = line.words.flatMap((word) => (word.value === undefined ? [] : [word]));
  const isMatchedBy = (place: Place) => (each: WordVariants) =>
    each.variants.some((variant) => has(place, variant));
  const beginsAsAsked = ({ words: [first] }: Place) => {
    if (first === undefined) return false;
    return first.value === undefined
      ? asked.some(isMatchedBy(placeOf([first])))
      : sizes.some((size) => isSameSize(size, first));
  };
  const begun = phrases.filter(beginsAsAsked);
  const inHead = asked.filter(isMatchedBy(head));
  const isInHead = new Set(inHead);
  const inOne = (places: Place[]) => (each: WordVariants) =>
    isInHead.has(each) || places.some((place) => isMatchedBy(place)(each));
  const matched = asked.filter(inOne([...begun, brand]));
  const named = asked.filter(inOne([...rest, brand]));
  const known = [head, ...phrases].flatMap(({ words }) => words);
  const fits = sizes.every((size) => known.some((other) => isSameSize(size, other)));
  const heads = wordsIn(head.words);
  const covers = (word: string) =>
    inHead.some(({ variants }) => variants.some((variant) => coversWord(heads, variant, word)));
  const name = [head, ...rest].flatMap(({ words }) => words);
  const askedForms = new Set(asked.flatMap(({ text }) => singularsOf(text)));
  return {
    isNumbered,
    words: asked.length,
    named: named.length,
    hasAll: asked.length > 0 && matched.length === asked.length && fits && !line.isCut,
    hasNoun: covers(heads.at(-1) ?? ''),
    isInHead: inHead.length === asked.length,
    isWholeHead: heads.every(covers),
    isWholeName:
      fits &&
      sizesOf(name).length <= sizes.length &&
      wordsIn(name).every((word) => singularsOf(word).some((form) => askedForms.has(form))),
    score: 4 * inHead.length + 2 * matched.length + named.length + (fits ? 1 : 0) + (isNumbered ? 100 : 0),
  };
}

type ItemWords = Record<'head' | 'brand', Place> & Record<'rest' | 'phrases', Place[]>;

/** Parsed once for all lines of a list, because many lines are compared with the same items. */
const readItems = new WeakMap<CatalogueItem, ItemWords>();

function wordsOf(item: CatalogueItem): ItemWords {
  const known = readItems.get(item);
  if (known) return known;
  const [head = placeOf([]), ...rest] = item.name
    .split(/,(?!\d{3}\b)/)
    .map((part) => placeOf(lineWords(part)));
  const phrases = [
    ...rest,
    ...item.specifications.map(({ value, unit }) => placeOf(lineWords(`${value} ${unit ?? ''}`))),
  ];
  const brand = placeOf([...lineWords(item.brand ?? ''), ...lineWords(item.category ?? '')]);
  const words = { head, rest, phrases, brand };
  readItems.set(item, words);
  return words;
}

const sizesOf = (words: LineWord[]) => words.filter(({ value }) => value !== undefined);

function placeOf(words: LineWord[]): Place {
  const names = wordsIn(words);
  const all = names.flatMap((name, at) => [name, joinedAt(names, at)]);
  return { words, forms: new Set(all.flatMap(singularsOf)) };
}

/** Whether a place has all words of a variant: as words, or as neighbours written as one word. */
const has = ({ forms }: Place, variant: string[]) =>
  variant.every((word) => singularsOf(word).some((form) => forms.has(form)));

const joinedAt = (words: string[], at: number) => words.slice(at, at + 2).join('');

/** Whether a variant contained in a name covers this word of it. */
const coversWord = (names: string[], variant: string[], word: string) =>
  variant.some(
    (each) =>
      isSameWord(each, word) ||
      names.some(
        (name, at) => isSameWord(each, joinedAt(names, at)) && (name === word || names[at + 1] === word),
      ),
  );

const isSameSize = (one: LineWord, other: LineWord) =>
  one.value !== undefined &&
  other.value !== undefined &&
  Math.abs(one.value - other.value) < 1e-6 &&
  (one.unit === other.unit || one.unit === '' || other.unit === '');

/** Whether a number of a line, in lower case, is the item's part number or GTIN. The zeros at the start of a
 * GTIN depend on the scanner. */
const isNumberOf = ({ part_number, gtin }: CatalogueItem, number: string) =>
  number === part_number?.toLowerCase() || (gtin != null && withoutZeros(number) === withoutZeros(gtin));

const withoutZeros = (number: string) => number.replace(/^0+/, '');

/** Why the buyer must state the quantity, if so. */
function quantityDoubt(line: UnderstoodLine, item: CatalogueItem): AskReason | undefined {
  const { name, part_number } = item;
  const { quantity, kind } = line;
  if (quantity === null || toPlainNumber(part_number ?? '') === String(quantity)) return 'quantity';
  // A numeric part number may be the quantity of another item.
  const mayCount = line.numbers.some((each) => countOf(each) !== null && !isNumberOf(item, each));
  if (kind === 'unsaid' && mayCount) return 'quantity';
  if (kind === 'sure' || quantity === 1) return undefined;
  const names = lineWords(name);
  const isOf = (words: LineWord[]) => words.some(({ value }) => value === quantity);
  if (!isOf(names)) return undefined;
  if (kind === 'measure') return 'size';
  const isPlural = wordsIn(line.words).some((word) =>
    wordsIn(names).some((each) => each !== word && singularsOf(word).includes(each)),
  );
  return isOf(line.words) || isPlural ? undefined : 'size';
}

/** The line as understood, if words of it were corrected. */
function corrected(line: UnderstoodLine, best: { item: CatalogueItem } | undefined): string | null {
  if (!best || !line.variants.some(({ isNear }) => isNear)) return null;
  const names = placeOf(lineWords(`${best.item.name} ${best.item.brand ?? ''}`));
  return line.variants
    .map(({ text, variants, isNear }) =>
      isNear ? (variants.find((variant) => has(names, variant))?.join(' ') ?? text) : text,
    )
    .join(' ');
}
