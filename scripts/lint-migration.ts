import { EXPANDING_SINCE, keepsServing, statementsOf } from '#platform/database/migrate.ts';

/** What a version that is still serving cannot go on with, by what it is called in findings. */
const takesAway: Record<string, RegExp> = {
  'drops what the version before reads or writes':
    /\bdrop (?:table|column|schema|type|domain|view|materialized view|function|sequence|extension|default)\b/i,
  'drops a column':
    /^alter table\b.*\bdrop (?!constraint\b|column\b|not null\b|default\b|identity\b|expression\b)/i,
  'renames what the version before names': /^alter\b.*\brename\b/i,
  'moves it to another schema': /^alter\b.*\bset schema\b/i,
  'changes a type': /\balter (?:column )?\S+ (?:set data )?type\b/i,
  'demands a value that the version before may leave out': /\bset not null\b/i,
  'takes a right away': /^revoke\b/i,
};

/** Writing each row of these takes a minute and more in a large shop, during which nothing else can. */
const WRITES_LARGE_TABLE =
  /^(?:update|delete from) (?:only )?(?:public\.)?(?:tools|orders|stock_movements|payments|payment_orders|invoices|audit_events|reviews|users)\b/i;

/** Takes as long, and who looks at the rows as of before then sees none (PostgreSQL, Caveats of MVCC): a
 * stored value of its own for each row, or the whole table anew. */
const REWRITES =
  /^alter table\b.*\badd .*\b(?:stored|as identity|serial|(?:nextval|random|gen_random_uuid|uuidv\d|clock_timestamp) ?\()|^(?:truncate|cluster|vacuum)\b|^alter table\b.*\bset (?:un)?logged\b/i;

const TIGHTENS =
  /^alter table\b.*\badd (?:constraint\b|check\b|unique\b|primary key\b|foreign key\b|exclude\b)/i;
const UNIQUE = /^create unique index\b.* on (?:only )?([\w."]+)/i;
const REASON = /^-- The version before\b.+/m;

/** Returns what keeps a migration from running beside the version before it (decision 113), a line each;
 * `earlier` are the names of those before it. */
export function findBreaks(name: string, text: string, earlier: readonly string[]): string[] {
  if (name < EXPANDING_SINCE) return [];
  const statements = statementsOf(text);
  const made = statements.flatMap(
    (statement) => /^create table (?:if not exists )?([\w."]+)/i.exec(statement)?.[1] ?? [],
  );
  const isTightened = (statement: string) => {
    const table = UNIQUE.exec(statement)?.[1] ?? /^alter table (?:only )?([\w."]+)/i.exec(statement)?.[1];
    return (TIGHTENS.test(statement) || UNIQUE.test(statement)) && !made.includes(table ?? '');
  };
  const isRewriting = (statement: string) =>
    REWRITES.test(statement) && !made.some((table) => statement.includes(` ${table} `));
  const found = statements.flatMap((statement) => [
    ...Object.entries(takesAway).flatMap(([what, pattern]) => (pattern.test(statement) ? [what] : [])),
    ...(addsDemand(statement) ? ['adds a column that the version before would have to fill'] : []),
  ]);
  const large = statements.filter((statement) => WRITES_LARGE_TABLE.test(statement));
  const isAfter = /-after-\d{4}$/.test(name);
  if (isAfter && !keepsServing(name, earlier))
    return ['is named after a migration that does not come before it'];
  return [
    ...(isAfter ? [] : found),
    ...(large.length > 0 ? ['writes rows of a large table; let a job do that in steps'] : []),
    ...(statements.some(isRewriting) ? ['rewrites a table; add an empty column instead'] : []),
    ...(statements.some(isTightened) && !REASON.test(text)
      ? ['may refuse what the version before writes, and no line "-- The version before …" says why not']
      : []),
  ];
}

/** Whether a statement adds a column without a value for the rows of others. */
function addsDemand(statement: string): boolean {
  if (!/^alter table\b/i.test(statement)) return false;
  const columns = statement.split(/,(?![^(]*\))/);
  return columns.some(
    (each) =>
      /\badd (?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/i.test(each) &&
      /\bnot null\b/i.test(each) &&
      !/\b(?:default|generated)\b/i.test(each),
  );
}
