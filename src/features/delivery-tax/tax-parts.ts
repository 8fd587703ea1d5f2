import type { Cents } from '#contracts/money.ts';
import { type PartsPerMillion, WHOLE_PPM } from '#contracts/tax-rate.ts';

/** An amount without its tax, the tax, and both together. */
export type TaxedAmount = {
  netCents: Cents;
  taxCents: Cents;
  grossCents: Cents;
  taxRatePpm: PartsPerMillion;
};

/** An amount of a purchase; `exempt` where its rate is 0 for a business of another country alone. */
export type ChargedAmount = TaxedAmount & { exempt: boolean };

/** An amount that is paid for with others, a multiple of what cards charge in: the rate of the tax that is
 * due on it, and of the tax that is in it, null where none is. `key` is its own among them. */
export type TaxedPart = {
  key: string;
  cents: Cents;
  due: PartsPerMillion;
  included: PartsPerMillion | null;
  exempt: boolean;
};

/** What parts of one payment come to, in their order. Tax is computed once for each rate, on the sum of
 * what is taxed at it, and shared out to the parts. One that has the tax of another rate in it loses that
 * first, reckoned the same way; one that has just the tax that is due stays what it is. Every gross
 * amount is a multiple of `stepCents`. */
export function taxParts(parts: readonly TaxedPart[], stepCents: Cents): ChargedAmount[] {
  const others = parts.filter(({ due, included }) => included !== null && included !== due);
  const taken = inGroups(
    others,
    ({ due, included }) => `${due} ${included}`,
    (same) => shareTax(same.map(asGross), same[0]?.included ?? 0, stepCents),
  );
  const amounts = parts.map((part) => ({
    ...part,
    cents: part.cents - (taken.get(part) ?? 0),
    isGross: part.included === part.due,
  }));
  const taxes = inGroups(
    amounts,
    ({ due }) => due,
    // Where every sum has its tax in it, that is in no steps.
    (same) => shareTax(same, same[0]?.due ?? 0, same.every(({ isGross }) => isGross) ? 1 : stepCents),
  );
  return amounts.map((amount) => {
    const { cents, isGross, due: taxRatePpm, exempt } = amount;
    const taxCents = taxes.get(amount) ?? 0;
    const netCents = isGross ? cents - taxCents : cents;
    return { netCents, taxCents, grossCents: netCents + taxCents, taxRatePpm, exempt };
  });
}

const asGross = ({ key, cents }: TaxedPart): Taxable => ({ key, cents, isGross: true });

/** What `sharesOf` makes of each group, by the parts. */
function inGroups<Part>(
  parts: readonly Part[],
  groupOf: (part: Part) => unknown,
  sharesOf: (group: Part[]) => Cents[],
): Map<Part, Cents> {
  const groups = [...Map.groupBy(parts, groupOf).values()];
  return new Map(
    groups.flatMap((group) => {
      const shares = sharesOf(group);
      return group.map((part, place): [Part, Cents] => [part, shares[place] ?? 0]);
    }),
  );
}

/** `isGross`: the tax is in it, else it comes to it. */
type Taxable = Pick<TaxedPart, 'key' | 'cents'> & { isGross: boolean };

/** The tax of amounts at one rate, as each one's share. It is reckoned on their sum and rounded once, half
 * up, to a multiple of `unitCents` (EN 16931 BR-CO-17). A share is the exact one rounded down; what that
 * leaves goes to those that lost most. */
function shareTax(amounts: readonly Taxable[], rate: PartsPerMillion, unitCents: Cents): Cents[] {
  const [whole, part, unit] = [BigInt(WHOLE_PPM), BigInt(rate), BigInt(unitCents)];
  // In a gross amount are `part / (whole + part)` of it, to a net one come `part /
  // whole`: all over one denominator.
  const denominator = unit * whole * (whole + part);
  const exact = amounts.map(({ cents, isGross }) => BigInt(cents) * part * (isGross ? whole : whole + part));
  const sum = exact.reduce((total, each) => total + each, 0n);
  const tax = (2n * sum + denominator) / (2n * denominator);
  const shares = exact.map((each) => each / denominator);
  const left = Number(tax - shares.reduce((total, share) => total + share, 0n));
  const lost = exact.map((each) => each % denominator);
  const favoured = new Set(byLoss(amounts, lost).slice(0, left));
  return shares.map((share, place) => Number((favoured.has(place) ? share + 1n : share) * unit));
}

/** The places of amounts, what lost most first; of equal losses by their keys, so that the
 * order of asking changes nothing. */
function byLoss(amounts: readonly Taxable[], lost: readonly bigint[]): number[] {
  const keyOf = (place: number) => amounts[place]?.key ?? '';
  return [...amounts.keys()].sort((one, other) => {
    const more = (lost[other] ?? 0n) - (lost[one] ?? 0n);
    if (more !== 0n) return more > 0n ? 1 : -1;
    return keyOf(one) < keyOf(other) ? -1 : 1;
  });
}
