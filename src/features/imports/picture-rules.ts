import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';

/** Maximum number of addresses, and of bytes, fetched for one import. */
export const MAX_FETCHED_PICTURES = 10_000;
export const MAX_FETCHED_BYTES = 5 * 1024 ** 3;

/** One more than a tool may have, so that an excess is detected; a cell may hold any number. */
export const MOST_READ = MAX_MORE_PICTURES + 2;

const MAX_ADDRESS = 2000;

/** Returns a web address from which a picture can be fetched, in a browser's notation; `undefined` if it is
 * invalid. */
export function toWebAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS || !/^https?:\/\//i.test(text)) return undefined;
  const { href } = URL.parse(text) ?? {};
  return href !== undefined && href.length <= MAX_ADDRESS ? href : undefined;
}

/** A picture of a tool with its position: one that the shop has, or one to be fetched. */
export type PictureSlot = { place: number; address: string; img: string | null };

/** Returns the future pictures that a tool can show already, in order and without duplicates. */
export const shownOf = (slots: Pick<PictureSlot, 'img'>[]): string[] => [
  ...new Set(slots.flatMap(({ img }) => img ?? [])),
];
