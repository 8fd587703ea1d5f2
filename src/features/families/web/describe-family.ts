import { familyPath } from '#features/catalogue/rules.ts';
import { type DescribedShop, describeRating, describeTool } from '#features/catalogue/web/describe-tools.ts';
import type { FamilyDetails } from '../contract.ts';

/** Describes a family's page as schema.org's `ProductGroup`, with the members on the page, and
 * the rating of all of them
 * (https://developers.google.com/search/docs/appearance/structured-data/product-variants). */
export function describeFamily(family: FamilyDetails, settings: DescribedShop) {
  const absolute = (address: string) => new URL(address, settings.origin).href;
  const own = family.pictures.map(({ img }) => img);
  const images = own.length > 0 ? own : [family.img].filter((img) => img !== null);
  const [first] = family.members;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: family.name,
    ...(family.description && { description: family.description }),
    productGroupID: family._id,
    url: absolute(familyPath(family)),
    image: images.map(absolute),
    ...(first?.brand && { brand: { '@type': 'Brand', name: first.brand } }),
    ...describeRating(family),
    variesBy: family.columns.map(({ name }) => name),
    hasVariant: family.members.map((member) => ({
      // Members are listed without their own texts.
      ...describeTool({ ...member, description: family.description || member.name }, settings),
      additionalProperty: member.specifications.map(({ name, value, unit }) => ({
        '@type': 'PropertyValue',
        name,
        value,
        ...(unit !== null && { unitText: unit }),
      })),
    })),
  };
}
