import { UNION } from './member-states.ts';

/** Whom a shop sells to. */
export const customerGroups = ['consumers', 'businesses', 'both'] as const;
export type CustomerGroup = (typeof customerGroups)[number];

/** The texts that a shop publishes at `/legal/{page}`. */
export const legalPages = [
  'notice',
  'terms',
  'privacy',
  'returns',
  'shipping',
  'accessibility',
  'registers',
  'guarantee',
] as const;
export type LegalPage = (typeof legalPages)[number];

/** What a law asks a shop for. `page-*`: that one of its legal pages is published. */
export type DutyKey =
  | `page-${LegalPage}`
  | 'terms-with-order'
  | 'withdrawal'
  | 'durability-label'
  | 'product-safety'
  | 'lowest-price'
  | 'unit-price'
  | 'batteries'
  | 'electrical-waste'
  | 'proposition-65'
  | 'ship-in-time'
  | 'exempt-buyers';

/** `source`: the law and its article; `since`: from when it applies, 2026-06-19, or null if that says
 * nothing; `forAll`: whether it applies to a shop that sells to businesses only. */
export type Duty = { key: DutyKey; source: string; since: string | null; forAll: boolean };

type Row = [key: DutyKey, source: string, since: string | null, forAll?: 'all' | undefined];

const union: Row[] = [
  ['page-notice', 'Directive 2000/31/EC, art. 5', '2002-01-17', 'all'],
  ['page-terms', 'Directive 2000/31/EC, art. 10(3); Directive 2011/83/EU, art. 6', '2002-01-17', 'all'],
  ['terms-with-order', 'Directive 2011/83/EU, art. 8(7)', '2014-06-13'],
  ['page-privacy', 'Regulation (EU) 2016/679 (GDPR), art. 13', '2018-05-25', 'all'],
  ['page-returns', 'Directive 2011/83/EU, art. 6(1)(h)', '2014-06-13'],
  ['page-shipping', 'Directive 2011/83/EU, art. 6(1)(g) and 8(3)', '2014-06-13'],
  [
    'page-accessibility',
    'Directive (EU) 2019/882 (European Accessibility Act), art. 13(2) and annex V',
    '2025-06-28',
  ],
  ['page-registers', 'Regulation (EU) 2025/40, art. 44; Directive 2012/19/EU, art. 16', '2026-08-12', 'all'],
  ['withdrawal', 'Directive 2011/83/EU, art. 11a, by Directive (EU) 2023/2673', '2026-06-19'],
  ['page-guarantee', 'Regulation (EU) 2025/1960, annex I; Directive 2011/83/EU, art. 6(1)(l)', '2026-09-27'],
  [
    'durability-label',
    'Regulation (EU) 2025/1960, annex II; Directive 2011/83/EU, art. 6(1)(la)',
    '2026-09-27',
  ],
  ['product-safety', 'Regulation (EU) 2023/988 (GPSR), art. 19', '2024-12-13'],
  ['lowest-price', 'Directive 98/6/EC, art. 6a, by Directive (EU) 2019/2161', '2022-05-28'],
  ['unit-price', 'Directive 98/6/EC, art. 3', '2000-03-18'],
  ['batteries', 'Regulation (EU) 2023/1542, art. 74', '2025-08-18', 'all'],
  ['electrical-waste', 'Directive 2012/19/EU, art. 14', '2014-02-14', 'all'],
];

/** What a member state's own laws say in the place of the Union's. */
const ofStates: Record<string, Partial<Record<DutyKey, [source: string, since: string | null]>>> = {
  DE: {
    'page-notice': ['§ 5 DDG (Impressum); § 36 VSBG', '2024-05-14'],
    'page-terms': ['§ 312d and § 312i BGB; art. 246a § 1 EGBGB', '2014-06-13'],
    'terms-with-order': ['§ 312f(2) BGB', '2014-06-13'],
    'page-returns': ['§ 355 BGB; art. 246a § 1(2) EGBGB', '2014-06-13'],
    'page-shipping': ['§ 312j(1) BGB; art. 246a § 1(1) no. 7 EGBGB', '2014-06-13'],
    'page-accessibility': ['§ 14 and annex 3 BFSG', '2025-06-28'],
    'page-registers': [
      '§ 9 VerpackG (LUCID), replaced by the VerpackDG; § 6 ElektroG (WEEE-Reg.-Nr.); BattDG',
      '2019-01-01',
    ],
    'lowest-price': ['§ 11 PAngV', '2022-05-28'],
    'unit-price': ['§ 4 PAngV', '2022-05-28'],
    batteries: ['BattDG; Regulation (EU) 2023/1542, art. 74', '2025-10-07'],
    'electrical-waste': ['§ 18 ElektroG', '2022-01-01'],
  },
};

const unitedKingdom: Row[] = [
  [
    'page-notice',
    'Electronic Commerce (EC Directive) Regulations 2002, reg. 6; Companies (Trading Disclosures) Regulations',
    '2002-08-21',
    'all',
  ],
  [
    'page-terms',
    'Electronic Commerce Regulations 2002, reg. 9(3); Consumer Contracts Regulations 2013, reg. 13',
    '2002-08-21',
    'all',
  ],
  ['terms-with-order', 'Consumer Contracts Regulations 2013, reg. 16', '2014-06-13'],
  ['page-privacy', 'UK GDPR, art. 13', '2021-01-01', 'all'],
  ['page-returns', 'Consumer Contracts Regulations 2013, reg. 13, 29, and 30', '2014-06-13'],
  ['page-shipping', 'Consumer Contracts Regulations 2013, reg. 13 and schedule 2', '2014-06-13'],
  ['unit-price', 'Price Marking Order 2004', '2004-07-22'],
  ['batteries', 'Waste Batteries and Accumulators Regulations 2009', '2010-02-01', 'all'],
  ['electrical-waste', 'Waste Electrical and Electronic Equipment Regulations 2013', '2014-01-01', 'all'],
];

const unitedStates: Row[] = [
  ['page-notice', 'California Business and Professions Code § 17538(d)', null],
  ['page-privacy', 'California Business and Professions Code § 22575 (CalOPPA)', '2004-07-01'],
  ['page-returns', 'California Business and Professions Code § 17538(d); California Civil Code § 1723', null],
  ['ship-in-time', '16 CFR part 435 (FTC Mail, Internet, or Telephone Order Rule)', '2014-12-08', 'all'],
  ['proposition-65', 'California Health and Safety Code § 25249.6; 27 CCR § 25602(b)', '2018-08-30'],
  ['exempt-buyers', 'Your states’ sales tax laws (exemption and resale certificates)', null, 'all'],
];

/** Where no law is known here: what shops have nearly everywhere. */
const general: Row[] = (['notice', 'terms', 'privacy', 'returns', 'shipping'] as const).map((page) => [
  `page-${page}`,
  '',
  null,
  'all',
]);

function rowsOf(country: string): Row[] {
  if (country === 'US') return unitedStates;
  if (country === 'GB') return unitedKingdom;
  if (!UNION.includes(country)) return general;
  const own = ofStates[country] ?? {};
  return union.map(([key, source, since, forAll]) => {
    const [itsSource, itsSince] = own[key] ?? [source, since];
    return [key, itsSource, itsSince, forAll];
  });
}

/** What a shop's duties depend on. */
export type ShopPlace = { country: string; customers: CustomerGroup };

/** Returns what the law asks of a shop, as far as the shop knows: the Union's member states with Germany's
 * own laws, the United Kingdom, and the United States. Elsewhere the usual pages, each without a source. */
export function dutiesOf({ country, customers }: ShopPlace): Duty[] {
  return rowsOf(country)
    .filter(([, , , forAll]) => forAll === 'all' || customers !== 'businesses')
    .map(([key, source, since, forAll]) => ({ key, source, since, forAll: forAll === 'all' }));
}

/** Whether a shop has a duty. */
export const hasDuty = (place: ShopPlace, key: DutyKey): boolean =>
  dutiesOf(place).some((duty) => duty.key === key);
