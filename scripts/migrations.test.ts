import { expect, it } from 'vitest';
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
