import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { type Buyer, priceTable } from '#features/catalogue/prices.ts';
import { findToolDetailsById, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { serializePicture } from '#features/pictures/store.ts';
import { findSuccessorsOfNumbers } from '#features/related-tools/store.ts';
import { MAX_LIST_LINES } from '#features/saved-lists/contract.ts';
import {
  findMeantTools,
  findNearNames,
  findPartNumbers,
  knowNameWords,
} from '#features/search/find-meant-tools.ts';
import { listSynonyms } from '#features/search/synonyms.ts';
import {
  knowNumbers,
  lineWords,
  matchLine,
  type PastedLine,
  piecesToLookUp,
  readList,
  readSynonyms,
  singularsOf,
  toSearchedSizes,
  type UnderstoodLine,
  variantsOfWords,
  wordForms,
  wordsIn,
  wordsToLookUp,
} from '#pasted-lists';
import type { Database } from '#platform/database/database.ts';
import type { MeantTool, quickOrderReplySchema } from './contract.ts';
import { quickOrderErrorTexts } from './texts.ts';

type QuickOrderReply = z.infer<typeof quickOrderReplySchema>;

/** Parses a pasted list and matches each of its lines to tools; it orders nothing. Uses a fixed number of
 * statements, however long the list. @throws AppError invalid_input for too many lines */
export async function readQuickOrder(
  { db, config }: AppContext,
  text: string,
  buyer: Buyer,
): Promise<QuickOrderReply> {
  const known = knowNumbers(await findPartNumbers(db, piecesToLookUp(text)));
  const pasted = readList(text, known);
  if (pasted.length > MAX_LIST_LINES)
    throw new AppError('invalid_input', quickOrderErrorTexts.tooManyLines(MAX_LIST_LINES), { field: 'text' });
  const lines = await understandLines(db, pasted);
  const meant = await findMeantTools(
    db,
    lines.map((line) => ({
      name: line.text,
      words: wordsBesideNumbers(line).map(({ variants }) => variants),
      digits: [...new Set(toSearchedSizes(line.text).match(/(?<![\p{L}\d])\d+/gu) ?? [])],
      numbers: line.numbers,
    })),
    buyer,
  );
  const successorsOf = await findLineSuccessors(db, lines, buyer);
  const answers = await oneByOne(lines, (line, index) => {
    const { tools = [], isCut = false } = meant[index] ?? {};
    const match = matchLine(line, { items: tools, isCut });
    const successors = successorsOf(line);
    const isReplaced = successors.length > 0;
    return {
      line: line.line,
      text: line.raw,
      outcome: isReplaced ? 'asked' : match.outcome,
      reason: isReplaced ? 'replaced' : match.outcome === 'asked' ? match.reason : null,
      quantity: isReplaced ? line.quantity : match.quantity,
      corrected: match.corrected,
      tools: isReplaced ? successors : match.items,
    } as const;
  });
  const serialize = await serializerOf(
    db,
    answers.flatMap(({ tools }) => tools),
    buyer,
    config.currency,
  );
  return { lines: answers.map((answer) => ({ ...answer, tools: answer.tools.map(serialize) })) };
}

/** Returns a function that gives the successors of a line whose part numbers are all of tools that are no longer
 * sold. */
async function findLineSuccessors(db: Database, lines: UnderstoodLine[], buyer: Buyer) {
  const successors = await findSuccessorsOfNumbers(db, [...new Set(lines.flatMap(({ numbers }) => numbers))]);
  const ids = [...new Set([...successors.values()].map(({ id }) => id))];
  const tools =
    ids.length > 0 ? await findToolDetailsById(db, ids, buyer) : new Map<string, ToolDetailsRow>();
  return ({ numbers }: UnderstoodLine): ToolDetailsRow[] =>
    numbers.every((number) => successors.has(number))
      ? [...new Set(numbers.flatMap((number) => successors.get(number)?.id ?? []))].flatMap(
          (id) => tools.get(id) ?? [],
        )
      : [];
}

/** Processes line by line, yielding to the event loop in between. */
async function oneByOne<Line, Answer>(
  lines: Line[],
  work: (line: Line, index: number) => Answer,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [index, line] of lines.entries()) {
    await setImmediate();
    answers.push(work(line, index));
  }
  return answers;
}

/** Returns the tools with these ids that are in the shop, as lines show them to a buyer. */
export async function readTools(
  { db, config }: AppContext,
  ids: string[],
  buyer: Buyer,
): Promise<MeantTool[]> {
  const tools = [...(await findToolDetailsById(db, [...new Set(ids)], buyer)).values()];
  return tools.map(await serializerOf(db, tools, buyer, config.currency));
}

/** Finds the candidates for the words of all lines. */
async function understandLines(db: Database, pasted: PastedLine[]): Promise<UnderstoodLine[]> {
  const synonyms = readSynonyms(await listSynonyms(db));
  const lines = await oneByOne(pasted, (line) => {
    const words = lineWords(line.text);
    return { ...line, words, toLookUp: wordsToLookUp(wordsIn(words), synonyms) };
  });
  const known = await knowNameWords(
    db,
    lines.flatMap(({ toLookUp }) => toLookUp),
  );
  const isUnknown = (word: string) => !wordForms(word).some((form) => known.anywhere.has(form));
  const unknown = lines.flatMap(({ words }) => wordsIn(words).filter(isUnknown)).flatMap(singularsOf);
  const near = await findNearNames(db, unknown);
  return oneByOne(lines, (line) => ({
    ...line,
    variants: variantsOfWords(wordsIn(line.words), { ...known, near }, synonyms),
  }));
}

const LIKE_PART_NUMBER = /^(?=.*\d)[a-z\d][a-z\d ._/+#-]{2,39}$/;

/** Returns a line's words except those of possible part numbers, so that tools which match the other words
 * are found too. */
function wordsBesideNumbers({ text, variants, numbers: known }: UnderstoodLine) {
  const parts = text.toLowerCase().split(/[\s,;:()"]+/);
  const numbers = parts.filter((part) => LIKE_PART_NUMBER.test(part));
  const ofNumbers = new Set(wordsIn(lineWords([...numbers, ...known].join(' '))));
  return variants.filter((each) => !ofNumbers.has(each.text));
}

/** Returns what converts some of these tools to their form on the wire, by the names that lines have. */
async function serializerOf(db: Database, tools: readonly ToolDetailsRow[], buyer: Buyer, currency: string) {
  const names = await findLineNames(
    db,
    tools.flatMap(({ id, family }) => (family ? [id] : [])),
  );
  return (tool: ToolDetailsRow) =>
    serializeMeant({ ...tool, name: names.get(tool.id) ?? tool.name }, buyer, currency);
}

function serializeMeant(tool: ToolDetailsRow, buyer: Buyer, currency: string): MeantTool {
  const { price, price_breaks: priceBreaks } = priceTable({ tool, buyer }, currency);
  return {
    toolId: tool.id,
    name: tool.name,
    partNumber: tool.part_number,
    img: tool.img,
    picture: serializePicture(tool),
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity,
    packStep: tool.pack_step,
    price,
    priceBreaks,
  };
}
