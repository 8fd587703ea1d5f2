import type { Cents } from '#contracts/money.ts';
import { type PartsPerMillion, WHOLE_PPM } from '#contracts/tax-rate.ts';

/** An amount without tax, its tax, and both together. */
export type TaxedAmount = {
  netCents: Cents;
  taxCents: Cents;
  grossCents: Cents;
  taxRatePpm: PartsPerMillion;
};

/** An amount of a purchase; `exempt` if its rate is 0 only because the buyer is a business of another
 * country. */
export type ChargedAmount = TaxedAmount & { exempt: boolean };

/** An amount that is part of a payment, a multiple of the card's step: `due` is the rate of the tax on it,
 * `included` that of the tax contained in it, null if none. `key` is unique among the parts. */
export type TaxedPart = {
  key: string;
  cents: Cents;
  due: PartsPerMillion;
  included: PartsPerMillion | null;
  exempt: boolean;
};

/** Computes the amounts of a payment's parts, in order. Tax is computed once per rate, on the sum of what is
 * taxed at it, and distributed to the parts. A part that contains tax at another rate first loses that,
 * computed likewise; one that contains exactly the tax due keeps its amount. Every gross amount is a multiple
 * of `stepCents`. */
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
    // If all amounts contain their tax, it needs no steps.
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

/** Applies `sharesOf` to each group, and returns the result for each part. */
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

/** `isGross`: the amount contains the tax; otherwise it is added. */
type Taxable = Pick<TaxedPart, 'key' | 'cents'> & { isGross: boolean };

/** Computes the tax of amounts at one rate, and each amount's share. The tax is computed on their sum and
 * rounded once, half up, to a multiple of `unitCents` (EN 16931 BR-CO-17). Shares are rounded down; the
 * remainder goes to those that lost most. */
function shareTax(amounts: readonly Taxable[], rate: PartsPerMillion, unitCents: Cents): Cents[] {
  const [whole, part, unit] = [BigInt(WHOLE_PPM), BigInt(rate), BigInt(unitCents)];
  // The tax is `part / (whole + part)` of a gross amount, and `part / whole` of a net one: both over one
  // denominator.
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

/** Returns the indexes of amounts by loss, the greatest first; equal losses by key, so that the order of the
 * input has no effect. */
function byLoss(amounts: readonly Taxable[], lost: readonly bigint[]): number[] {
  const keyOf = (place: number) => amounts[place]?.key ?? '';
  return [...amounts.keys()].sort((one, other) => {
    const more = (lost[other] ?? 0n) - (lost[one] ?? 0n);
    if (more !== 0n) return more > 0n ? 1 : -1;
    return keyOf(one) < keyOf(other) ? -1 : 1;
  });
}
