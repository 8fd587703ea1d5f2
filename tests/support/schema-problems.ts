/* Rules of schema.org and of Google's structured data guides
 * (developers.google.com/search/docs/appearance/structured-data) that the shop's pages must follow: the
 * required properties of each type, and the format of their values. */
type Node = Record<string, unknown>;

const required: Record<string, string[]> = {
  ItemList: ['numberOfItems', 'itemListElement'],
  ListItem: ['position', 'item'],
  Product: ['name', 'description', 'image', 'url', 'sku', 'offers'],
  ProductGroup: ['name', 'productGroupID', 'url'],
  Offer: [
    'price',
    'priceCurrency',
    'availability',
    'itemCondition',
    'url',
    'inventoryLevel',
    'priceSpecification',
  ],
  UnitPriceSpecification: ['price', 'priceCurrency', 'valueAddedTaxIncluded', 'referenceQuantity'],
  Brand: ['name'],
  PropertyValue: ['name', 'value'],
  QuantitativeValue: ['unitCode'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating', 'worstRating'],
  Organization: ['name', 'url', 'logo', 'contactPoint'],
  ContactPoint: ['contactType', 'email', 'telephone'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
};

const isWhole = (value: unknown) => Number.isInteger(value);
const isOneOf =
  (...names: string[]) =>
  (value: unknown) =>
    names.some((name) => value === `https://schema.org/${name}`);

const shapes: Record<string, (value: unknown) => boolean> = {
  price: (value) => typeof value === 'number' && value > 0,
  priceCurrency: (value) => Intl.supportedValuesOf('currency').includes(String(value)),
  availability: isOneOf('InStock', 'OutOfStock'),
  itemCondition: isOneOf('NewCondition', 'UsedCondition', 'RefurbishedCondition'),
  position: isWhole,
  valueAddedTaxIncluded: (value) => typeof value === 'boolean',
  numberOfItems: isWhole,
  reviewCount: (value) => isWhole(value) && Number(value) > 0,
  ratingValue: (value) => typeof value === 'number' && value >= 1 && value <= 5,
  telephone: (value) => /^\+[\d ()-]+$/.test(String(value)),
  email: (value) => /^[^@\s]+@[^@\s]+$/.test(String(value)),
};

const addresses = new Set(['url', 'image', 'logo', 'urlTemplate', '@id']);

/** Returns the problems of a page's structured data; none if it is valid. `origin` is the shop's own. */
export function schemaProblems(data: unknown, origin: string): string[] {
  if (Array.isArray(data)) return data.flatMap((each) => schemaProblems(each, origin));
  if (typeof data !== 'object' || data === null) return [];
  const node = data as Node;
  const type = String(node['@type']);
  const isReference = Object.keys(node).join() === '@id';
  const needed = isReference || '@graph' in node ? [] : (required[type] ?? [`a known type, not ${type}`]);
  const missing = needed.filter((name) => node[name] === undefined || node[name] === '');
  return [
    ...missing.map((name) => `${type} lacks ${name}`),
    ...Object.entries(node).flatMap(([name, value]) => [
      ...(shapes[name]?.(value) === false ? [`${type}.${name} is ${JSON.stringify(value)}`] : []),
      ...(addresses.has(name) && !String(value).startsWith(`${origin}/`)
        ? [`${type}.${name} is ${value}`]
        : []),
      ...schemaProblems(value, origin),
    ]),
    ...(type === 'ItemList' ? listProblems(node) : []),
  ];
}

function listProblems({ numberOfItems, itemListElement }: Node): string[] {
  const positions = (itemListElement as { position: number }[]).map(({ position }) => position);
  const wanted = positions.map((_, index) => index + 1);
  const isSound = numberOfItems === positions.length && positions.join() === wanted.join();
  return isSound ? [] : [`${numberOfItems} items at ${positions}`];
}
