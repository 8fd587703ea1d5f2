import { sql } from 'kysely';
import { isForSale } from '#features/catalogue/for-sale.ts';
import type { Buyer } from '#features/catalogue/prices.ts';
import { findToolDetailsById, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { type KnownNameWords, toPlainNumber } from '#pasted-lists';
import type { Database } from '#platform/database/database.ts';
import { wordsOneSlipAway } from './search-words.ts';

/** A text that means a tool: for each of its words all alternatives, each of one or several words together;
 * and its part numbers, in lower case. */
export type MeantTool = { name: string; words: string[][][]; digits: string[]; numbers: string[] };

/** Candidate tools for a text. `isCut`: more tools than these match all of its words. */
export type MeantTools = { tools: ToolDetailsRow[]; isCut: boolean };

/** Maximum number of unknown words to correct. */
const MAX_CORRECTED = 100;
const MAX_NEAR = 8;
const SHORTEST_CORRECTED = 3;
const LONGEST_SLIPS = 12;
/** Number of candidates per kind of match from which those with the shortest names are chosen, as these are
 * the most likely. */
const LOOKED_AT = 100;
const CANDIDATES = 12;

/** Looks up which words occur in names of tools or elsewhere, in one statement, however many there are. */
export async function knowNameWords(db: Database, words: string[]): Promise<KnownNameWords> {
  const asked = [...new Set(words)];
  // One text instead of an array: the driver encodes arrays element by element, and there may be tens of
  // thousands.
  const { rows } = await sql<{ word: string }>`
    select word from search_vocabulary where word = any (
      select sign || asked from string_to_table(${asked.join(' ')}, ' ') asked, (values (''), ('@')) signs (sign))`.execute(
    db,
  );
  const known = new Set(rows.map(({ word }) => word));
  return {
    inNames: new Set(asked.filter((word) => known.has(`@${word}`))),
    anywhere: new Set(asked.filter((word) => known.has(word))),
    near: new Map(),
  };
}

/** For each word that no tool has, finds similar words in names: one typo away, or with high similarity. */
export async function findNearNames(db: Database, unknown: string[]): Promise<Map<string, string[]>> {
  const asked = [...new Set(unknown)]
    .filter((word) => word.length >= SHORTEST_CORRECTED && /^[a-z]+$/.test(word))
    .slice(0, MAX_CORRECTED);
  if (asked.length === 0) return new Map();
  const slips = asked.flatMap((word) =>
    word.length > LONGEST_SLIPS ? [] : wordsOneSlipAway(word).map((slip) => [word, slip] as const),
  );
  const { rows } = await sql<{ asked: string; near: string[] }>`
    with slips as (
      select asked, word from rows from (
        string_to_table(${slips.map(([word]) => word).join(' ')}, ' '),
        string_to_table(${slips.map(([, slip]) => slip).join(' ')}, ' ')) slip (asked, word)
      where word in (select word from search_vocabulary)),
    alike as (
      select asked, alike.word from unnest(${asked}::text[]) asked, lateral (
        select word from search_vocabulary where word ~ '^[^0-9!@]+$' and word % asked
        order by similarity(word, asked) desc, word limit ${MAX_NEAR}) alike)
    select asked, array_agg(word order by word) as near from (select * from slips union select * from alike) near
    where exists (select from search_vocabulary named where named.word = '@' || near.word)
    group by asked`.execute(db);
  return new Map(rows.map((row) => [row.asked, row.near]));
}

/** Finds the candidate tools for each text, with everything that distinguishes them: those with its part
 * numbers or exactly its name, and those whose name, brand and category have all of its words and whose sizes
 * fit; if no name has them all, some that match some of its words. Their prices are the buyer's. */
export async function findMeantTools(db: Database, meant: MeantTool[], buyer: Buyer): Promise<MeantTools[]> {
  if (meant.length === 0) return [];
  const questions = meant.map((each, index) => ({
    index,
    name: each.name.toLowerCase(),
    number: anyWord(each.numbers.map((number) => `'!@${number}'`)),
    ...questionsOf(each),
  }));
  const { rows } = await sql<{ index: number; way: string; id: string }>`
    select asked.index, found.way, found.id from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
      as asked (index integer, name text, number text, sized text, anywhere text, named text, loose text), lateral (
      (select 'name' as way, id from tools where ${isForSale} and lower(tools.name) = asked.name limit 2)
      union all ${hits('number')} union all ${hits('sized')} union all ${hits('anywhere')} union all ${hits('named')}
      union all (select 'loose', id from (
          select id, words from tools where ${isForSale} and words @@ asked.loose::tsquery
            and not exists (select from tools named where ${isForSale} and named.words @@ asked.named::tsquery)
          limit ${LOOKED_AT}) few
        order by (select count(*) from unnest(string_to_array(asked.loose, ' | ')) part where words @@ part::tsquery) desc, id
        limit ${CANDIDATES})) found`.execute(db);
  const tools = await findToolDetailsById(db, [...new Set(rows.map(({ id }) => id))], buyer);
  const byIndex = Map.groupBy(rows, ({ index }) => index);
  return meant.map((_, index) => {
    const found = byIndex.get(index) ?? [];
    const isFull = (way: string) => found.filter((each) => each.way === way).length >= CANDIDATES;
    return {
      tools: [...new Set(found.map(({ id }) => id))].flatMap((id) => tools.get(id) ?? []),
      isCut: ['sized', 'anywhere', 'named'].some(isFull),
    };
  });
}

/** Finds the shop's part numbers, in lower case, also former ones of tools that others replace, and GTINs as they
 * are typed, among lower-case text pieces,
 * also ignoring signs between letters and digits. One statement. */
export async function findPartNumbers(db: Database, pieces: string[]): Promise<string[]> {
  const plain = new Set(pieces.map(toPlainNumber).filter((each) => MAY_LACK_SIGNS.test(each)));
  const digits = [...new Set(pieces)].filter((each) => /^\d{8,14}$/.test(each));
  const { rows } = await sql<{ number: string }>`
    select lower(part_number) as number from tools where ${isForSale} and part_number is not null
      and lower(part_number) = any (select string_to_table(${pieces.join('\n')}, chr(10)))
    union
    select lower(found.part_number) from string_to_table(${[...plain].join(' ')}, ' ') plain
      join search_vocabulary on word = '@' || plain, lateral (
        select part_number from tools where ${isForSale} and part_number is not null
          and words @@ ('''@' || plain || '''')::tsquery offset 0) found
    where regexp_replace(lower(found.part_number), '[^a-z0-9]', '', 'g') = plain
    union
    select lower(part_number) from tools where deleted_at is not null and part_number is not null
      and lower(part_number) = any (select string_to_table(${pieces.join('\n')}, chr(10)))
      and exists (select from tool_links where tool_id = tools.id and kind = 'replacement')
    union
    select digits from string_to_table(${digits.join(' ')}, ' ') digits
    where exists (select from tools where ${isForSale} and gtin is not null and words @@ ('''!@' || digits || '''')::tsquery)`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Letters with digits, or many digits: shorter ones are sizes in the names of many tools. */
const MAY_LACK_SIGNS = /^(?:(?=.*[a-z])(?=.*\d)[a-z\d]{3,40}|\d{5,40})$/;

const hits = (way: 'number' | 'sized' | 'anywhere' | 'named') => sql`
  (select ${sql.lit(way)}, id from (
      select id, name from tools where ${isForSale} and words @@ ${sql.ref(`asked.${way}`)}::tsquery
      limit ${LOOKED_AT}) looked_at
    order by char_length(name), id limit ${CANDIDATES})`;

/** Matches no tool. */
const NOTHING = "'='";

const anyWord = (parts: string[]) => (parts.length === 0 ? NOTHING : parts.join(' | '));

function questionsOf({ words, digits }: MeantTool) {
  const met = words.filter((ways) => ways.length > 0);
  const all = (sign: string) =>
    met.map(
      (ways) =>
        `(${ways.map((way) => `(${way.map((word) => `'${sign}${word}'`).join(' & ')})`).join(' | ')})`,
    );
  const isMet = words.length > 0 && met.length === words.length;
  const join = (parts: string[]) => (isMet ? parts.join(' & ') : NOTHING);
  const sizes = digits.map((digit) => `('${digit}' | 'ø${digit}')`);
  const loose = [...new Set(met.flat(2))].map((word) => `'@${word}'`);
  return {
    named: join(all('@')),
    anywhere: join([...all(''), ...sizes]),
    sized: join([...all('@'), ...sizes]),
    loose: anyWord(loose),
  };
}
