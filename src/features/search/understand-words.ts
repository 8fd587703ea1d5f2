import { sql } from 'kysely';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { findSuccessorsOfNumbers, type Successor } from '#features/related-tools/store.ts';
import { wordForms } from '#pasted-lists';
import type { Database } from '#platform/database/database.ts';
import { alternativesTo, type Reading } from './alternatives.ts';
import { formsOf, type SearchWord, searchWords, wordsOneSlipAway } from './search-words.ts';
import type { NewSynonym } from './synonym-contract.ts';
import { listSynonyms } from './synonyms.ts';

/** A query as `tsquery` texts. `tiers` widen: the query as a part number, if one matches; all words in the
 * name exactly, in the name, in name, brand or category, anywhere. `anywhere`: the widest, '' without words.
 * Names include the part number. `met`: the query's words, and the alternatives that matched. `successor`: the
 * tool that replaces the one that had the query as its part number; it is searched for instead. */
type UnderstoodWords = {
  tiers: string[];
  anywhere: string;
  met: string[];
  corrected: string | null;
  successor?: Successor;
};

/** Builds a part of a `tsquery`, for the name (`!` in the index), for name, brand or category (`@`), or for
 * any field; never quoted. */
type Part = (field: '!' | '@' | '') => string;

/** Alternatives for one word of the query. `exact` has those without prefix matching. */
type Ways = { ways: Part[]; exact: Part[] };

/** Words that occur in the catalogue, by lookup key. */
type KnownWords = Map<string, string[]>;

/** Matches no tool. */
const NOTHING = "'='";
/** Shorter words are not completed. */
const SHORTEST_BEGINNING = 2;
const SHORTEST_CORRECTED = 4;
/** Maximum number of completions searched one by one instead of by prefix. */
const MAX_BEGUN = 20;
/** A possible part number; none of its characters has a meaning in a `tsquery`. */
const LIKE_PART_NUMBER = /^[a-z\d][a-z\d ._/+#-]{0,39}$/;
const LAST_CHARACTER = '\u{10ffff}';

/** Looks up the words of a query: as they are, in singular and plural; as prefixes, for the last and for
 * unknown words; neighbours joined, words split, and synonyms; and similar words for those that match no
 * prefix, if the corrected query then `finds` something. */
export async function understandWords(
  db: Database,
  q: string | undefined,
  finds: (words: string) => Promise<boolean>,
): Promise<UnderstoodWords> {
  const asked = searchWords(q);
  if (asked.length === 0) return { tiers: [], anywhere: '', met: [], corrected: null };
  const synonyms = await listSynonyms(db);
  const text = q?.trim().toLowerCase() ?? '';
  const number = LIKE_PART_NUMBER.test(text) ? `!@${text}` : undefined;
  const [{ words, met, known }, successor] = await Promise.all([
    readWords(db, asked, synonyms, number),
    number !== undefined && /\d/.test(text) ? findSuccessor(db, text) : undefined,
  ]);
  if (successor) return understandSuccessor(db, successor, synonyms);
  if (number !== undefined && known.has(number)) return { ...toTiers(words, number), met, corrected: null };
  const near = await Promise.all(
    asked.map(async ({ text }, nth) => (words[nth]?.ways.length ? text : await findNear(db, text))),
  );
  if (near.every((text, nth) => text === asked[nth]?.text))
    return { ...toTiers(words), met, corrected: null };
  const corrected = near.join(' ');
  const again = await readWords(db, searchWords(corrected), synonyms);
  const found = await finds(toTiers(again.words).anywhere);
  if (!found) return { ...toTiers(words), met, corrected: null };
  return { ...toTiers(again.words), met: again.met, corrected };
}

const findSuccessor = async (db: Database, number: string) =>
  (await findSuccessorsOfNumbers(db, [number])).get(number);

/** Reads a query as that for a tool's part number, or its name if it has none. */
async function understandSuccessor(
  db: Database,
  successor: Successor,
  synonyms: NewSynonym[],
): Promise<UnderstoodWords> {
  const corrected = successor.part_number ?? successor.name;
  const { words, met } = await readWords(db, searchWords(corrected), synonyms);
  const number = successor.part_number === null ? undefined : `!@${successor.part_number.toLowerCase()}`;
  return { ...toTiers(words, number), met, corrected, successor };
}

function toTiers(words: Ways[], number?: string): Pick<UnderstoodWords, 'tiers' | 'anywhere'> {
  if (number !== undefined) {
    const { tiers, anywhere } = toTiers(words);
    const orNumber = (tier: string) => `('${number}' | ${tier})`;
    return { tiers: [`'${number}'`, ...tiers.map(orNumber)], anywhere: orNumber(anywhere) };
  }
  if (words.some(({ ways }) => ways.length === 0)) return { tiers: [NOTHING], anywhere: NOTHING };
  const ways = allOf(words.map((each) => anyOf(each.ways)));
  const hasExact = words.every(({ exact }) => exact.length > 0);
  const exact = hasExact ? allOf(words.map((each) => anyOf(each.exact))) : ways;
  return { tiers: [...new Set([exact('!'), ways('!'), ways('@'), ways('')])], anywhere: ways('') };
}

const joined = (parts: Part[], sign: string): Part => {
  return (field) => `(${parts.map((part) => part(field)).join(sign)})`;
};
const anyOf = (parts: Part[]) => joined(parts, ' | ');
const allOf = (parts: Part[]) => joined(parts, ' & ');

async function readWords(
  db: Database,
  asked: SearchWord[],
  synonyms: NewSynonym[],
  number?: string,
): Promise<{ words: Ways[]; met: string[]; known: KnownWords }> {
  const itself = asked.map((word, at) => {
    return { at, length: 1, words: [word], isAsked: true, mayGoOn: at === asked.length - 1 };
  });
  const readings = [...itself, ...alternativesTo(asked, synonyms)];
  const known = await lookUp(db, readings, number);
  const understood = readings.map((reading) => ({ ...reading, ...understand(reading, known) }));
  const words = asked.map((_, nth) => {
    // With the alternative `c` for the words `a b`, the query is `(a or c) and (b or c)`.
    const all = understood.filter(({ at, length }) => at <= nth && nth < at + length);
    return { ways: all.flatMap(({ ways }) => ways), exact: all.flatMap(({ exact }) => exact) };
  });
  const met = understood.filter(({ isAsked, ways }) => isAsked || ways.length > 0);
  return { words, known, met: [...new Set(met.flatMap(({ texts }) => texts))] };
}

/** Combines all words of an alternative, each in any of its forms. `texts` are these words, and the forms
 * that begin otherwise. */
function understand(reading: Reading, known: KnownWords): Ways & { texts: string[] } {
  const { isAsked, mayGoOn, isGuess, isInNames } = reading;
  const sign = isInNames ? '!' : '';
  const areKnown = (all: string[]) => all.length > 0 && all.every((each) => known.has(sign + each));
  const part =
    (text: string, end = ''): Part =>
    (field) =>
      `'${sign || field}${text}'${end}`;
  const understood = formsIn(reading).map(({ text, ...written }) => {
    const whole = written.whole.filter(areKnown);
    // The parts of a part number are in many names.
    const isNumber = /\d/.test(text);
    const forms = isNumber && whole.length > 0 ? whole : [...whole, ...written.parts.filter(areKnown)];
    const exact = forms.map((form) => allOf(form.map((each) => part(each))));
    const begun = mayGoOn || (isAsked && forms.length === 0) ? (known.get(`${text}*`) ?? []) : [];
    const texts = [
      text,
      ...whole.flatMap(([form = '', ...more]) => (more.length > 0 || form.startsWith(text) ? [] : form)),
    ];
    if (begun.length === 0) return { texts, exact, ways: exact };
    // Few words are faster to search one by one than by prefix.
    const longer = begun.length > MAX_BEGUN ? [part(text, ':*')] : begun.map((each) => part(each));
    // A word listed twice would inflate the estimated number of tools.
    const others = exact.filter((_, nth) => !forms[nth]?.[0]?.startsWith(text));
    return { texts, exact, ways: [...others, ...longer] };
  });
  const together = (all: Part[][]) =>
    all.every((ways) => ways.length > 0) ? [allOf(all.map((ways) => anyOf(ways)))] : [];
  return {
    texts: understood.flatMap(({ texts }) => texts),
    ways: together(understood.map(({ ways }) => ways)),
    exact: isGuess || isInNames ? [] : together(understood.map(({ exact }) => exact)),
  };
}

/** Returns the forms of each word of an alternative. Of a word split in two, only the end has another number.
 * A hyphenated word may be written as its parts: `g-clamps` as `g clamp`. */
function formsIn({ words, isInNames }: Reading): { text: string; whole: string[][]; parts: string[][] }[] {
  return words.map(({ text, parts }, nth) => ({
    text,
    whole: isInNames && nth < words.length - 1 ? [[text]] : formsOf(text),
    parts: parts.length > 0 ? wordForms(parts.at(-1) ?? '').map((end) => [...parts.slice(0, -1), end]) : [],
  }));
}

/** Looks up all words of the alternatives: exact words, and under `drill*` those with this prefix; also
 * `asItIs`, if given. */
async function lookUp(db: Database, readings: Reading[], asItIs?: string): Promise<KnownWords> {
  const forms = readings.flatMap((reading) =>
    formsIn(reading)
      .flatMap(({ whole, parts }) => [...whole, ...parts].flat())
      .map((form) => (reading.isInNames ? `!${form}` : form)),
  );
  const beginnings = readings
    .flatMap(({ words, isAsked, mayGoOn }) => (isAsked || mayGoOn ? words.map(({ text }) => text) : []))
    .filter((text) => text.length >= SHORTEST_BEGINNING);
  const { rows } = await sql<{ key: string; words: string[] }>`
    select word as key, array[word] as words from search_vocabulary where word = any (${[...forms, ...(asItIs === undefined ? [] : [asItIs])]}::text[])
    union all
    select beginning || '*', array(
      select word from search_vocabulary
      where word >= beginning collate "C" and word < beginning || ${LAST_CHARACTER} collate "C"
      order by word limit ${MAX_BEGUN + 1}) from unnest(${beginnings}::text[]) beginning`.execute(db);
  return new Map(rows.map(({ key, words }) => [key, words]));
}

/** Returns the most likely intended word that a tool has: one typo away, the most frequent first; else the
 * most similar; else the typed word. Words with digits are unchanged. */
async function findNear(db: Database, text: string): Promise<string> {
  if (text.length < SHORTEST_CORRECTED || !/^\p{L}+$/u.test(text)) return text;
  const { rows } = await sql<{ word: string }>`
    with near as (
      select word, word = any (${wordsOneSlipAway(text)}::text[]) as is_slip, similarity(word, ${text}) as likeness
      from search_vocabulary
      where word ~ '^[^0-9!@]+$' and (word = any (${wordsOneSlipAway(text)}::text[]) or word % ${text})
      order by is_slip desc, likeness desc, word limit 10)
    select word from near, lateral (
      select count(*) as tools from (
        select from tools where ${isForSale} and words @@ near.word::tsquery limit 1000) found) counted
    where tools > 0
    order by is_slip desc, case when is_slip then tools end desc, likeness desc, tools desc, word limit 1
  `.execute(db);
  return rows[0]?.word ?? text;
}
