import type {
  ChargeLine,
  ChargeRules,
  Charges,
  Destination,
} from '#features/charge-rules/compute-charges.ts';
import type { ChargedAmount } from '#features/charge-rules/tax-parts.ts';

/** A fraction. Only this file calculates with it: its result for a basket shares no code with the shop. */
type Fraction = readonly [over: bigint, under: bigint];

const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const none: Fraction = [0n, 1n];
const sumOf = (fractions: readonly Fraction[]) => fractions.reduce(plus, none);

/** The nearest multiple of `unit`, rounded half up. */
function nearest([over, under]: Fraction, unit: number): number {
  const of = under * BigInt(unit);
  let units = over / of;
  if (2n * (over - units * of) >= of) units += 1n;
  return Number(units) * unit;
}

/** The tax on top of an amount at a rate in millionths, and the tax included in one. */
const onTop = (cents: number, rate: number): Fraction => [BigInt(cents) * BigInt(rate), 1_000_000n];
const within = (cents: number, rate: number): Fraction => [
  BigInt(cents) * BigInt(rate),
  1_000_000n + BigInt(rate),
];

/** The regions of a place, narrowest first: only those in the baskets. */
function regionsAt(country: string | null, postcode: string): string[] {
  if (country === 'DE') return postcode.startsWith('2599') ? ['islands', 'de', 'all'] : ['de', 'all'];
  return country === 'FR' ? ['fr', 'all'] : ['all'];
}

type Rate = { ratePpm: number; isExemptable: boolean };

function rateOf(rules: ChargeRules, regions: string[], categories: readonly string[]): Rate {
  for (const region of regions) {
    const rates = rules.rates.filter((rate) => rate.regionId === region);
    if (rates.length === 0) continue;
    for (const category of [...categories, null])
      for (const rate of rates)
        if (rate.categoryId === category)
          return { ratePpm: rate.ratePpm, isExemptable: rate.exemptsBusinesses };
    return { ratePpm: 0, isExemptable: false };
  }
  return { ratePpm: 0, isExemptable: false };
}

/** One amount of a basket: the entered price, the rate due on it, and the rate of the tax included in it. */
type Reckoned = {
  entered: number;
  due: number;
  included: number | null;
  was: ChargedAmount;
};

/** Checks charges by a calculation in fractions; returns what is wrong, nothing if they are right. */
export function wrongIn(
  charges: Charges,
  {
    lines,
    rules,
    to,
    stepCents,
  }: { lines: ChargeLine[]; rules: ChargeRules; to: Destination; stepCents: number },
): string[] {
  const { delivery } = charges;
  const method = rules.methods.find(({ id }) => id === delivery.methodId);
  const isHere = method?.kind === 'collect' || to.country === null || to.country === 'DE';
  const there =
    isHere && method?.kind === 'collect'
      ? ['de', 'all']
      : regionsAt(isHere ? 'DE' : to.country, to.postcode ?? '');
  const isBusiness = !isHere && Boolean(to.vatCountry) && to.vatCountry !== 'DE';
  const reckon = (
    entered: number,
    was: Reckoned['was'],
    groups: readonly (readonly string[])[],
  ): Reckoned => {
    const most = (of: (categories: readonly string[]) => number) => Math.max(0, ...groups.map(of));
    const due = most((categories) => {
      const rate = rateOf(rules, there, categories);
      return isBusiness && rate.isExemptable ? 0 : rate.ratePpm;
    });
    const included = most(
      (categories) => rateOf(rules, rules.samePriceEverywhere ? there : ['de', 'all'], categories).ratePpm,
    );
    return { entered, due, was, included: rules.pricesIncludeTax ? included : null };
  };
  const parts = lines.map((line, place) =>
    reckon(line.enteredCents, charges.lines[place] as Charges['lines'][number], [line.taxCategories]),
  );
  const wrongWaived: string[] = [];
  if (method) {
    const grams = lines.reduce(
      (sum, line) => sum + (line.weightGrams ?? rules.assumedGrams) * line.quantity,
      0,
    );
    const goods = lines.reduce((sum, line) => sum + line.enteredCents, 0);
    const entered = {
      flat: method.priceCents,
      free_over: goods >= (method.freeFromCents ?? 0) ? 0 : method.priceCents,
      by_weight: method.steps.find((step) => step.upToGrams >= grams)?.priceCents ?? Number.NaN,
      collect: 0,
    }[method.kind];
    const groups = { none: [], standard: [[]], highest: lines.map((line) => line.taxCategories) };
    parts.push(reckon(entered, delivery, groups[rules.deliveryTax]));
    const { waivedDelivery: waived } = charges;
    const isWaived = method.kind === 'free_over' && entered === 0 && method.priceCents > 0;
    if (isWaived !== (waived !== null)) wrongWaived.push('free delivery that is not written down, or is');
    if (waived) {
      const alone = reckon(method.priceCents, waived, groups[rules.deliveryTax]);
      wrongWaived.push(...wrongAlone(alone), ...wrongTogether([alone], stepCents));
      if (waived.fromCents !== method.freeFromCents) wrongWaived.push('free from another amount');
    }
  }
  return [
    ...wrongWaived,
    ...parts.flatMap(wrongAlone),
    ...wrongTogether(parts, stepCents),
    ...wrongSums(charges, parts),
  ];
}

function wrongAlone({ entered, due, included, was }: Reckoned): string[] {
  return [
    ...(was.taxRatePpm === due ? [] : [`taxed at ${was.taxRatePpm}, not ${due}`]),
    ...(was.netCents + was.taxCents === was.grossCents ? [] : ['net and tax are not the gross']),
    ...(Math.min(was.netCents, was.taxCents) < 0 ? ['less than nothing'] : []),
    ...(included === due && was.grossCents !== entered ? ['another gross price than was seen'] : []),
    ...(included === null && was.netCents !== entered ? ['another net price than was seen'] : []),
  ];
}

function wrongTogether(parts: Reckoned[], stepCents: number): string[] {
  const taken = Map.groupBy(
    parts.filter(({ included, due }) => included !== null && included !== due),
    ({ included, due }) => `${included} ${due}`,
  );
  const dues = Map.groupBy(parts, ({ due }) => due);
  return [
    ...[...taken.values()].flatMap((same) =>
      wrongShares(
        same.map(({ entered, included, was }) => ({
          exact: within(entered, included ?? 0),
          share: entered - was.netCents,
        })),
        stepCents,
      ),
    ),
    ...[...dues].flatMap(([due, same]) =>
      wrongShares(
        same.map(({ included, was }) => ({
          exact: included === due ? within(was.grossCents, due) : onTop(was.netCents, due),
          share: was.taxCents,
        })),
        same.every(({ included }) => included === due) ? 1 : stepCents,
      ),
    ),
  ];
}

/** The tax of a rate is that of the sum. Each part is rounded down or up; those rounded up are the ones that
 * would otherwise lose most. */
function wrongShares(shares: { exact: Fraction; share: number }[], unit: number): string[] {
  const tax = nearest(sumOf(shares.map(({ exact }) => exact)), unit);
  const shared = shares.reduce((sum, { share }) => sum + share, 0);
  const rounded = shares.map(({ exact: [over, under], share }) => {
    const of = under * BigInt(unit);
    return {
      isAbove: BigInt(share) * under > over,
      more: Number(((over % of) * 10n ** 12n) / of),
      off: BigInt(share) * under - over,
      of,
    };
  });
  const mostBelow = Math.max(0, ...rounded.filter(({ isAbove }) => !isAbove).map(({ more }) => more));
  const leastAbove = Math.min(10 ** 12, ...rounded.filter(({ isAbove }) => isAbove).map(({ more }) => more));
  return [
    ...(tax === shared ? [] : [`a tax of ${shared}, not ${tax}`]),
    ...(shares.every(({ share }) => share % unit === 0) ? [] : ['a share that cards have no step for']),
    ...(rounded.every(({ off, of }) => off < of && -off < of) ? [] : ['a share a whole unit off']),
    ...(mostBelow <= leastAbove ? [] : ['a share raised that loses less than another']),
  ];
}

function wrongSums(charges: Charges, parts: Reckoned[]): string[] {
  const sum = (of: (was: Reckoned['was']) => number) => parts.reduce((total, { was }) => total + of(was), 0);
  return [
    ...(charges.taxCents === sum(({ taxCents }) => taxCents) ? [] : ['another sum of tax']),
    ...(charges.totalCents === sum(({ grossCents }) => grossCents) ? [] : ['another total']),
    ...(charges.goodsCents + charges.delivery.netCents + charges.taxCents === charges.totalCents
      ? []
      : ['goods, delivery and tax are not the total']),
  ];
}
