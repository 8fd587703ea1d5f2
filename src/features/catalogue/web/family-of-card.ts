import type { Card } from '../contract.ts';
import { familyPath } from '../rules.ts';

/** A card that stands for a family, and the family. */
export type FamilyOfCard = Card & {
  sizes: NonNullable<Card['sizes']>;
  family: NonNullable<Card['family']>;
};

export const isFamilyCard = (card: Card): card is FamilyOfCard => card.sizes !== null && card.family !== null;

/** Where a family's card leads: to its table, with `search`, a query of the list, where only some tools fit it. */
export function familyCardPath({ family, sizes }: FamilyOfCard, search = ''): string {
  return isPart({ sizes }) && search !== '' ? `${familyPath(family)}?${search}` : familyPath(family);
}

/** The picture of a family's card: the family's own, or that of its first tool that fits. */
export const familyPicture = ({ sizes, img, picture }: FamilyOfCard) =>
  sizes.img === null ? { img, picture } : { img: sizes.img, picture: sizes.picture };

/** Whether only some of the family's tools fit. */
export const isPart = ({ sizes }: Pick<FamilyOfCard, 'sizes'>) => sizes.matching < sizes.count;
