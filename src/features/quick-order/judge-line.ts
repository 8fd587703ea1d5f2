import { toPlainNumber } from '#features/search/find-meant-tools.ts';
import { type WordWays, wordsIn } from './line-ways.ts';
import { isSameWord, type LineWord, lineWords, singularsOf } from './line-words.ts';
import type { PastedLine } from './read-list.ts';
import { countOf } from './read-quantity.ts';
import type { AskReason } from './rules.ts';

/** A tool as far as a line can tell it from others. */
export type NamedTool = {
  name: string;
  brand: string | null;
  part_number: string | null;
  category: string | null;
  specifications: readonly { value: string; unit: string | null }[];
};

/** What a line comes to. `asked`: the buyer has to say which tool, or how many. `several` tools fit; those shown are but
 * `similar`; `number_and_name` contradict each other; the `quantity` cannot be read, or may be a `size`. `quantity` is null
 * where any of the tools makes it doubtful. */
export type Verdict<Tool> =
  | { outcome: 'matched'; tools: [Tool]; quantity: number | null; corrected: string | null }
  | { outcome: 'asked'; reason: AskReason; tools: Tool[]; quantity: number | null; corrected: string | null }
  | { outcome: 'not_found'; tools: []; quantity: number | null; corrected: null };

/** A line with what its words may stand for. */
export type UnderstoodLine = PastedLine & { words: LineWord[]; ways: WordWays[] };

/** Words of a part of a tool's name, and the forms of each and of neighbours that are written as one. */
type Place = { words: LineWord[]; forms: Set<string> };

const MOST_CANDIDATES = 6;

/** Says which of the tools that a line may mean it does mean. One is taken without asking only where it has every word and size
 * of the line, and no other has: by its part number, or by the noun that its name is of. `isCut`: there may be further tools
 * like these, so that only a part number or a whole name is taken. */
export function judgeLine<Tool extends NamedTool>(
  line: UnderstoodLine,
  { tools, isCut }: { tools: Tool[]; isCut: boolean },
): Verdict<Tool> {
  const judged = tools.map((tool) => ({ tool, ...compare(line, tool) }));
  judged.sort((one, other) => other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1));
  const ask = (reason: AskReason, which: typeof judged): Verdict<Tool> => {
    const shown = which.slice(0, MOST_CANDIDATES).map(({ tool }) => tool);
    const isDoubtful = shown.some((tool) => doubtOfQuantity(line, tool) !== undefined);
    return {
      outcome: 'asked',
      reason,
      tools: shown,
      quantity: isDoubtful ? null : line.quantity,
      corrected: corrected(line, which[0]),
    };
  };
  const numbered = judged.filter(({ isNumbered }) => isNumbered);
  const chosen = numbered.length > 0 ? numbered : fitting(judged);
  const [best, another] = chosen;
  if (best && another) return ask('several', chosen);
  if (!best) {
    const similar = judged.filter(({ named, words }) => named > 0 && named * 2 >= words);
    return similar.length > 0
      ? ask('similar', similar)
      : { outcome: 'not_found', tools: [], quantity: line.quantity, corrected: null };
  }
  const isContradicted =
    best.words > 0 && (best.named === 0 || judged.some(({ named }) => named > best.named));
  if (best.isNumbered && isContradicted)
    return ask('number_and_name', [
      best,
      ...judged.filter(({ tool, named }) => tool !== best.tool && named > best.named),
    ]);
  if (isCut && !best.isNumbered && !best.isWholeName)
    return ask('several', [best, ...judged.filter((each) => each !== best && each.hasAll)]);
  const reason = doubtOfQuantity(line, best.tool);
  if (reason) return ask(reason, [best]);
  return {
    outcome: 'matched',
    tools: [best.tool],
    quantity: line.quantity,
    corrected: corrected(line, best),
  };
}

type Comparison = ReturnType<typeof compare>;

/** Those that have all of a line's words: one that is wholly of that name comes before those that merely have the words. */
function fitting<Each extends Comparison>(judged: Each[]): Each[] {
  const all = judged.filter(({ hasAll }) => hasAll);
  const exact = all.filter(({ isWholeName }) => isWholeName);
  if (exact.length === 1) return exact;
  const nouns = all.filter(({ hasNoun }) => hasNoun);
  const isOne = nouns.length === 1 && nouns[0]?.isWholeHead;
  const rivals = all.filter(({ hasNoun, isInHead }) => !hasNoun && isInHead);
  if (nouns.length === 0) return [];
  return isOne ? nouns : [...nouns, ...rivals];
}

/** How a line's words and sizes are met by a tool: in the head of its name ('Claw hammer'), in what follows it (', 16 oz,
 * hickory'), in its brand, or in the value of a specification. */
function compare(line: UnderstoodLine, tool: NamedTool) {
  const { head, rest, phrases, brand } = wordsOf(tool);
  const isNumbered = tool.part_number !== null && line.numbers.includes(tool.part_number.toLowerCase());
  const own = isNumbered ? wordsIn(lineWords(tool.part_number ?? '')) : [];
  const asked = line.ways.filter(({ text }) => !own.includes(text));
  const sizes = line.words.flatMap((word) => (word.value === undefined ? [] : [word]));
  const isMetBy = (place: Place) => (each: WordWays) => each.ways.some((way) => has(place, way));
  const isLed = ({ words: [first] }: Place) => {
    if (first === undefined) return false;
    return first.value === undefined
      ? asked.some(isMetBy(placeOf([first])))
      : sizes.some((size) => isSameSize(size, first));
  };
  const led = phrases.filter(isLed);
  const inHead = asked.filter(isMetBy(head));
  const isInHead = new Set(inHead);
  const inOne = (places: Place[]) => (each: WordWays) =>
    isInHead.has(each) || places.some((place) => isMetBy(place)(each));
  const met = asked.filter(inOne([...led, brand]));
  const named = asked.filter(inOne([...rest, brand]));
  const known = [head, ...phrases].flatMap(({ words }) => words);
  const fits = sizes.every((size) => known.some((other) => isSameSize(size, other)));
  const heads = wordsIn(head.words);
  const covers = (word: string) =>
    inHead.some(({ ways }) => ways.some((way) => coversWord(heads, way, word)));
  const name = [head, ...rest].flatMap(({ words }) => words);
  const askedForms = new Set(asked.flatMap(({ text }) => singularsOf(text)));
  return {
    isNumbered,
    words: asked.length,
    named: named.length,
    hasAll: asked.length > 0 && met.length === asked.length && fits && !line.isCut,
    hasNoun: covers(heads.at(-1) ?? ''),
    isInHead: inHead.length === asked.length,
    isWholeHead: heads.every(covers),
    isWholeName:
      fits &&
      sizesOf(name).length <= sizes.length &&
      wordsIn(name).every((word) => singularsOf(word).some((form) => askedForms.has(form))),
    score: 4 * inHead.length + 2 * met.length + named.length + (fits ? 1 : 0) + (isNumbered ? 100 : 0),
  };
}

type ToolWords = Record<'head' | 'brand', Place> & Record<'rest' | 'phrases', Place[]>;

/** Read once for all lines of a list, which are compared with many of the same tools. */
const readTools = new WeakMap<NamedTool, ToolWords>();

function wordsOf(tool: NamedTool): ToolWords {
  const known = readTools.get(tool);
  if (known) return known;
  const [head = placeOf([]), ...rest] = tool.name
    .split(/,(?!\d{3}\b)/)
    .map((part) => placeOf(lineWords(part)));
  const phrases = [
    ...rest,
    ...tool.specifications.map(({ value, unit }) => placeOf(lineWords(`${value} ${unit ?? ''}`))),
  ];
  const brand = placeOf([...lineWords(tool.brand ?? ''), ...lineWords(tool.category ?? '')]);
  const words = { head, rest, phrases, brand };
  readTools.set(tool, words);
  return words;
}

const sizesOf = (words: LineWord[]) => words.filter(({ value }) => value !== undefined);

function placeOf(words: LineWord[]): Place {
  const names = wordsIn(words);
  const all = names.flatMap((name, at) => [name, joinedAt(names, at)]);
  return { words, forms: new Set(all.flatMap(singularsOf)) };
}

/** Whether a place has all words of a way: as words, or as neighbours that are written as one. */
const has = ({ forms }: Place, way: string[]) =>
  way.every((word) => singularsOf(word).some((form) => forms.has(form)));

const joinedAt = (words: string[], at: number) => words.slice(at, at + 2).join('');

/** Whether a way that a name has meets this word of it. */
const coversWord = (names: string[], way: string[], word: string) =>
  way.some(
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

/** Why how many a line asks for has to be asked, where it has to. */
function doubtOfQuantity(line: UnderstoodLine, { name, part_number }: NamedTool): AskReason | undefined {
  const { quantity, kind } = line;
  if (quantity === null || toPlainNumber(part_number ?? '') === String(quantity)) return 'quantity';
  // A part number of digits may be how many of another tool.
  const mayCount = line.numbers.some((each) => countOf(each) !== null && each !== part_number?.toLowerCase());
  if (kind === 'unsaid' && mayCount) return 'quantity';
  if (kind === 'sure' || quantity === 1) return undefined;
  const names = lineWords(name);
  const isOf = (words: LineWord[]) => words.some(({ value }) => value === quantity);
  if (!isOf(names)) return undefined;
  if (kind === 'measure') return 'size';
  const isPlural = wordsIn(line.words).some((word) =>
    wordsIn(names).some((each) => each !== word && isSameWord(each, word) && word.length > each.length),
  );
  return isOf(line.words) || isPlural ? undefined : 'size';
}

/** What a line was taken to say, where words of it have been corrected. */
function corrected(line: UnderstoodLine, best: { tool: NamedTool } | undefined): string | null {
  if (!best || !line.ways.some(({ isNear }) => isNear)) return null;
  const names = placeOf(lineWords(`${best.tool.name} ${best.tool.brand ?? ''}`));
  return line.ways
    .map(({ text, ways, isNear }) =>
      isNear ? (ways.find((way) => has(names, way))?.join(' ') ?? text) : text,
    )
    .join(' ');
}
