import { expect, it } from 'vitest';
import { readListed, readMigrations } from './migration-sums.ts';

const listed = await readListed();
const names = listed.map(({ name }) => name);

it('every migration is listed, and none that is listed has been changed or taken away', async () => {
  // `npm run tables` lists a new one.
  expect(await readMigrations()).toEqual(listed.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
});

it('a new migration sorts behind all that came before it', () => {
  expect(names).toEqual(names.toSorted());
});

it('no number stands twice', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, nth) => numbers.indexOf(number) !== nth)).toEqual([]);
});
