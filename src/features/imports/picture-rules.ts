import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';

/** So many addresses pictures are fetched from for one import, and so many bytes. */
export const MAX_FETCHED_PICTURES = 10_000;
export const MAX_FETCHED_BYTES = 5 * 1024 ** 3;

/** One more than a tool may have, so that too many can be told; a cell may hold any number. */
export const MOST_READ = MAX_MORE_PICTURES + 2;

const MAX_ADDRESS = 2000;

/** An address of the web from which a picture can be fetched, as a browser would write
 * it; `undefined` where it is none. */
export function toWebAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS || !/^https?:\/\//i.test(text)) return undefined;
  const { href } = URL.parse(text) ?? {};
  return href !== undefined && href.length <= MAX_ADDRESS ? href : undefined;
}

/** A picture of a tool at its place among them: one that the shop has, or one that is to be fetched. */
export type PictureSlot = { place: number; address: string; img: string | null };

/** The pictures that a tool shows of those that it is to have: each once, in their order. */
export const shownOf = (slots: Pick<PictureSlot, 'img'>[]): string[] => [
  ...new Set(slots.flatMap(({ img }) => img ?? [])),
];
