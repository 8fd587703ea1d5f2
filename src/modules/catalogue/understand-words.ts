import { sql } from 'kysely';
import type { NewSynonym } from '#contracts/synonym.ts';
import type { Database } from '#platform/database/database.ts';
import { type Alternative, alternativesTo } from './alternatives.ts';
import { type SearchWord, searchWords, splitUnit, wordsOneSlipAway } from './search-words.ts';
import { listSynonyms } from './synonym-store.ts';

/** A word of the catalogue, and how many tools have it anywhere, in name, brand or category, and in the name. */
export type KnownWord = { term: string; tools: number; heads: number; names: number };

/** One of the ways in which a word may be met: by these words together. */
export type WordWay = { words: string[]; tools: number; heads: number; names: number };

/** What stands for one word of the question: any of the ways. `exact` are those that need no guess at how it goes on. */
export type UnderstoodWord = { text: string; ways: WordWay[]; exact: WordWay[] };

/** A question as the catalogue understands it. `met`: its words, and those that were met in their stead. */
export type UnderstoodWords = { words: UnderstoodWord[]; met: string[]; corrected: string | null };

const MAX_COMMON = 16;
const MAX_RARE = 24;
/** Shorter words are not guessed at. */
const SHORTEST_PREFIX = 2;
const SHORTEST_CORRECTED = 4;
/** Each is tried on every tool that the index meets. */
const MAX_ALTERNATIVE_WAYS = 8;
/** Of a word that so many tools have, the seldom ways are left out: each costs every search for it time. */
const COMMON_TOOLS = 50_000;
const SELDOM = 1 / 200;
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Looks up what the words of a question are in the catalogue: words as they are, in singular and plural; the beginning of
 * words, for the last one and those that are not known; neighbours as one word, one as two, and synonyms; words close by
 * for those that nothing begins with.
 */
export async function understandWords(db: Database, q: string): Promise<UnderstoodWords> {
  const asked = searchWords(q);
  if (asked.length === 0) return { words: [], met: [], corrected: null };
  const synonyms = await listSynonyms(db);
  const { words, met } = await readWords(db, asked, synonyms);
  if (words.every(({ ways }) => ways.length > 0)) return { words, met, corrected: null };
  const near = await Promise.all(
    words.map(async ({ text, ways }) => (ways.length > 0 ? text : ((await findNear(db, text)) ?? text))),
  );
  const corrected = near.join(' ');
  if (near.every((text, index) => text === words[index]?.text)) return { words, met, corrected: null };
  return { ...(await readWords(db, searchWords(corrected), synonyms)), corrected };
}

async function readWords(
  db: Database,
  asked: SearchWord[],
  synonyms: NewSynonym[],
): Promise<Omit<UnderstoodWords, 'corrected'>> {
  const alternatives = alternativesTo(asked, synonyms);
  const known = await lookUp(db, asked, alternatives);
  const words = asked.map((word, index) => waysOf(word, known, index === asked.length - 1));
  const met = new Set(asked.map(({ text }) => text));
  for (const alternative of alternatives) {
    const { exact, ways } = waysOfAlternative(alternative, known);
    for (const word of words.slice(alternative.at, alternative.at + alternative.length)) {
      // The words `a b` or `c` in their stead are `(a or c) and (b or c)`.
      word.ways.push(...ways);
      word.exact.push(...exact);
    }
    if (ways.length > 0) for (const { text } of alternative.words) met.add(text);
  }
  return { words, met: [...met] };
}

/** Each word of the alternative by any of its ways, all together. */
function waysOfAlternative(
  { words, isBeginning = false, isGuess, inNames }: Alternative,
  known: Map<string, KnownWord>,
): Omit<UnderstoodWord, 'text'> {
  const understood = words.map((word) => waysOf(word, known, isBeginning));
  const named = (way: WordWay) => !inNames || way.names > 0;
  const together = (options: WordWay[][]) =>
    options
      .reduce<WordWay[]>(
        (all, next) => all.flatMap((one) => next.filter(named).map((other) => joinWays(one, other))),
        [ANY_WAY],
      )
      .slice(0, MAX_ALTERNATIVE_WAYS);
  const ways = together(understood.map((word) => (isBeginning ? word.ways : word.exact)));
  return { ways, exact: isGuess || inNames ? [] : together(understood.map(({ exact }) => exact)) };
}

/** What is joined to nothing yet. */
const ANY_WAY: WordWay = { words: [], tools: Infinity, heads: Infinity, names: Infinity };

/** Words that are met together are met at most as often as the rarest of them. */
function joinWays(one: WordWay, other: WordWay): WordWay {
  return {
    words: [...one.words, ...other.words],
    tools: Math.min(one.tools, other.tools),
    heads: Math.min(one.heads, other.heads),
    names: Math.min(one.names, other.names),
  };
}

/** Everything that the words might stand for: themselves, their parts, and what begins with them. */
async function lookUp(
  db: Database,
  asked: SearchWord[],
  alternatives: Alternative[],
): Promise<Map<string, KnownWord>> {
  const others = alternatives.flatMap(({ words }) => words);
  const exact = [...asked, ...others].flatMap(({ text, parts }) => [
    ...[text, `${text}s`, text.replace(/s$/, '')],
    ...parts,
    ...(splitUnit(text) ?? []),
  ]);
  const goingOn = alternatives.flatMap(({ words, isBeginning }) => (isBeginning ? words : []));
  const beginnings = [...asked, ...goingOn]
    .map(({ text }) => text)
    .filter((text) => text.length >= SHORTEST_PREFIX);
  const { rows } = await sql<KnownWord>`
    select term, tools, heads, names from tool_terms where term = any (${exact}::text[]) and tools > 0
    union
    select found.* from unnest(${beginnings}::text[]) beginning, lateral (
      (select term, tools, heads, names from tool_terms
       where term >= beginning collate "C" and term < beginning || ${LAST_CHARACTER} collate "C" and tools >= 16
       order by tools desc limit ${MAX_COMMON})
      union all
      (select term, tools, heads, names from tool_terms
       where term >= beginning collate "C" and term < beginning || ${LAST_CHARACTER} collate "C" and tools > 0
       order by term limit ${MAX_RARE})) found`.execute(db);
  return new Map(rows.map((row) => [row.term, row]));
}

function waysOf({ text, parts }: SearchWord, known: Map<string, KnownWord>, isLast: boolean): UnderstoodWord {
  const together = (words: string[]): WordWay[] => {
    const all = words.map((word) => known.get(word)).filter((word) => word !== undefined);
    return words.length > 0 && all.length === words.length ? [wayOf(all)] : [];
  };
  const exact = [
    ...[text, `${text}s`, ...(text.length > 3 && text.endsWith('s') ? [text.slice(0, -1)] : [])].flatMap(
      (form) => together([form]),
    ),
    ...together(splitUnit(text) ?? []),
  ];
  if (exact.length === 0) exact.push(...together(parts));
  if (!isLast && exact.length > 0) return { text, ways: exact, exact };
  const isMet = new Set(exact.flatMap(({ words }) => (words.length === 1 ? words : [])));
  const longer = [...known.values()].filter(
    ({ term }) => text.length >= SHORTEST_PREFIX && term.startsWith(text) && !isMet.has(term),
  );
  const ways = [...exact, ...longer.map((word) => wayOf([word]))];
  return { text, ways: ways.filter((way) => exact.includes(way) || way.tools >= seldomOf(ways)), exact };
}

function seldomOf(ways: WordWay[]): number {
  const all = ways.reduce((sum, { tools }) => sum + tools, 0);
  return all > COMMON_TOOLS ? all * SELDOM : 0;
}

function wayOf(words: KnownWord[]): WordWay {
  return words.map(({ term, ...counts }) => ({ words: [term], ...counts })).reduce(joinWays, ANY_WAY);
}

/** The word that somebody most likely meant: one slip away, the commonest first; else the most alike. Numbers are left alone. */
async function findNear(db: Database, word: string): Promise<string | undefined> {
  if (word.length < SHORTEST_CORRECTED || !/^\p{L}+$/u.test(word)) return undefined;
  const { rows } = await sql<{ term: string }>`
    select term from tool_terms where term = any (${wordsOneSlipAway(word)}::text[]) and tools > 0
    order by tools desc, term limit 1`.execute(db);
  if (rows[0]) return rows[0].term;
  const alike = await sql<{ term: string }>`
    select term from tool_terms where term ~ '^[^0-9=]+$' and term % ${word} and tools > 0
    order by similarity(term, ${word}) desc, tools desc, term limit 1`.execute(db);
  return alike.rows[0]?.term;
}
