import type { Tool } from './contract.ts';

/** So long the readable end of an address is at most. */
const MOST_SIGNS = 60;

/** The address of a tool's page. The id alone decides; its part number and its name follow to be read, as far
 * as they can be written in small letters of ASCII. Any other end, or none, leads there too. */
export function toolPath({ _id, name, part_number }: Pick<Tool, '_id' | 'name' | 'part_number'>): string {
  const letters = `${part_number ?? ''} ${name}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const end = (letters.match(/[a-z\d]+/g) ?? []).join('-');
  // Never in the middle of a word, where there is another way.
  const short = end.length > MOST_SIGNS ? end.slice(0, MOST_SIGNS + 1).replace(/-[^-]*$/, '') : end;
  return end ? `/tools/${_id}/${short.slice(0, MOST_SIGNS)}` : `/tools/${_id}`;
}
