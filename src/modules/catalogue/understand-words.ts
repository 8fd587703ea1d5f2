import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type SearchWord, searchWords, splitUnit, wordsOneSlipAway } from './search-words.ts';

/** A word of the catalogue, and how many tools have it anywhere, in name, brand or category, and in the name. */
export type KnownWord = { term: string; tools: number; heads: number; names: number };

/** One of the ways in which a word may be met: by these words together. */
export type WordWay = { words: string[]; tools: number; heads: number; names: number };

/** What stands for one word of the question: any of the ways. `exact` are those that need no guess at how it goes on. */
export type UnderstoodWord = { text: string; ways: WordWay[]; exact: WordWay[] };

/** A question as the catalogue understands it. */
export type UnderstoodWords = { words: UnderstoodWord[]; corrected: string | null };

const MAX_COMMON = 16;
const MAX_RARE = 24;
/** Shorter words are not guessed at. */
const SHORTEST_PREFIX = 2;
const SHORTEST_CORRECTED = 4;
/** Of a word that so many tools have, the seldom ways are left out: each costs every search for it time. */
const COMMON_TOOLS = 50_000;
const SELDOM = 1 / 200;
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Looks up what the words of a question are in the catalogue: words as they are, in singular and plural; the beginning of
 * words, for the last one and those that are not known; words close by for those that nothing begins with.
 */
export async function understandWords(db: Database, q: string): Promise<UnderstoodWords> {
  const asked = searchWords(q);
  if (asked.length === 0) return { words: [], corrected: null };
  const understood = await readWords(db, asked);
  if (understood.every(({ ways }) => ways.length > 0)) return { words: understood, corrected: null };
  const near = await Promise.all(
    understood.map(async ({ text, ways }) => (ways.length > 0 ? text : ((await findNear(db, text)) ?? text))),
  );
  const corrected = near.join(' ');
  if (near.every((text, index) => text === understood[index]?.text))
    return { words: understood, corrected: null };
  return { words: await readWords(db, searchWords(corrected)), corrected };
}

async function readWords(db: Database, asked: SearchWord[]): Promise<UnderstoodWord[]> {
  const known = await lookUp(db, asked);
  return asked.map((word, index) => waysOf(word, known, index === asked.length - 1));
}

/** Everything that the words might stand for: themselves, their parts, and what begins with them. */
async function lookUp(db: Database, asked: SearchWord[]): Promise<Map<string, KnownWord>> {
  const exact = asked.flatMap(({ text, parts }) => [
    ...[text, `${text}s`, text.replace(/s$/, '')],
    ...parts,
    ...(splitUnit(text) ?? []),
  ]);
  const beginnings = asked.map(({ text }) => text).filter((text) => text.length >= SHORTEST_PREFIX);
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

/** Words that are met together are met at most as often as the rarest of them. */
function wayOf(words: KnownWord[]): WordWay {
  const rarest = (count: (word: KnownWord) => number) => Math.min(...words.map(count));
  return {
    words: words.map(({ term }) => term),
    tools: rarest(({ tools }) => tools),
    heads: rarest(({ heads }) => heads),
    names: rarest(({ names }) => names),
  };
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
