import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findBreaks } from './lint-migration.ts';
import { readListed, readMigrations } from './migration-sums.ts';

const listed = await readListed();
const names = listed.map(({ name }) => name);

it('every migration is listed, and no listed one has been changed or removed', async () => {
  // `npm run tables` lists a new one.
  expect(await readMigrations()).toEqual(listed.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
});

it('a new migration sorts after all earlier ones', () => {
  expect(names).toEqual(names.toSorted());
});

it('no number appears twice', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, nth) => numbers.indexOf(number) !== nth)).toEqual([]);
});

const earlierThan = (name: string) =>
  names.map((each) => each.replace('.sql', '')).filter((each) => each < name);

it('each migration leaves the version before it able to serve, as of decision 113', async () => {
  const found = await Promise.all(
    names.map(async (file) => {
      const name = file.replace('.sql', '');
      const text = await readFile(new URL(`../database/migrations/${file}`, import.meta.url), 'utf8');
      return findBreaks(name, text, earlierThan(name)).map((what) => `${name} ${what}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

it.each([
  ['alter table orders drop column note;', 'drops what the version before reads or writes'],
  ['alter table orders drop note;', 'drops a column'],
  ['drop table orders;', 'drops what the version before reads or writes'],
  ['alter table orders rename column note to notes;', 'renames what the version before names'],
  ['alter table orders rename to purchases;', 'renames what the version before names'],
  ['alter table orders alter column note type integer using 1;', 'changes a type'],
  ['alter table orders alter note set not null;', 'demands a value that the version before may leave out'],
  [
    'alter table orders add column note text not null;',
    'adds a column that the version before would have to fill',
  ],
  ['revoke insert on orders from public;', 'takes a right away'],
  [
    'alter table orders add constraint short check (length(note) < 9);',
    'may refuse what the version before writes',
  ],
  ['update tools set name = trim(name);', 'writes rows of a large table'],
  ['alter table orders add column code uuid default gen_random_uuid();', 'rewrites a table'],
  [
    'alter table tools add column twice integer generated always as (price_cents * 2) stored;',
    'rewrites a table',
  ],
  ['truncate carts;', 'rewrites a table'],
  ['create unique index on orders (note);', 'may refuse what the version before writes'],
])('refuses: %s', (text, what) => {
  expect(findBreaks('9000-next', text, ['0116-bounded-factors'])).toEqual([expect.stringContaining(what)]);
  expect(findBreaks('0115-older', text, [])).toEqual([]);
});

it.each([
  'alter table orders add column note text, add column units integer not null default 0 check (units >= 0);',
  'alter table orders alter column note drop not null;',
  'alter table orders add column seen timestamptz not null default now();',
  'create table notes (id uuid primary key); alter table notes add column nth bigint generated always as identity;',
  'alter table orders drop constraint orders_note_check;',
  'create table notes (id uuid primary key); create unique index on notes (id); alter table notes add check (id is not null);',
  '-- The version before writes no such notes.\nalter table orders add constraint short check (length(note) < 9);',
  'create function f() returns trigger language plpgsql as $$ begin drop table x; return new; end $$;',
  "comment on table orders is 'drop table orders; rename'; -- rename: alter table orders rename to x;",
])('accepts: %s', (text) => {
  expect(findBreaks('9000-next', text, [])).toEqual([]);
});

it('accepts a drop after the migration whose version stopped using it, and refuses one after itself', () => {
  const drop = 'alter table orders drop column note;';
  expect(findBreaks('9000-drop-note-after-0116', drop, ['0116-bounded-factors'])).toEqual([]);
  expect(findBreaks('9000-drop-note-after-9000', drop, ['0116-bounded-factors'])).toEqual([
    'is named after a migration that does not come before it',
  ]);
});
