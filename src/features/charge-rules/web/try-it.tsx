import { useId, useState } from 'react';
import { type Cents, toCents, toPrice } from '#contracts/money.ts';
import { readTypedNumber } from '#contracts/number-notation.ts';
import { toPpm } from '#contracts/tax-rate.ts';
import { toStored, unitOf } from '#contracts/units.ts';
import { listCountries } from '#features/addresses/country-rules.ts';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { regionWords } from '#texts/region.ts';
import { usePrice, useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { type ChargeRules, type Charges, computeCharges } from '../compute-charges.ts';
import type { ManagedRules } from '../managed-contract.ts';
import { undeliverableTexts } from '../texts/charges.ts';
import { listed, tryItTexts as texts } from '../texts/delivery-screen.ts';

const SAMPLE = '100';

/** Computes the charges of a sample basket by the rules as typed. */
export function TryIt({ rules, isSound }: { rules: ManagedRules; isSound: boolean }) {
  const { currency } = useShopSettings();
  const { units, country: home } = useRegion();
  const id = useId();
  const [goods, setGoods] = useState(SAMPLE);
  const [weight, setWeight] = useState('1');
  const [country, setCountry] = useState('');
  const [postcode, setPostcode] = useState('');
  const [category, setCategory] = useState('');
  const [isBusiness, setBusiness] = useState(false);
  const categories = useTaxonomy().data?.category ?? [];
  const taxed = new Set(rules.rates.map((rate) => rate.category));
  const choices = categories.filter(({ _id }) => taxed.has(_id));
  const [enteredCents, weightGrams] = [
    toCents(readTypedNumber(goods), currency),
    toStored(readTypedNumber(weight || '0'), units, 'weight') ?? Number.NaN,
  ];
  const charges =
    isSound && enteredCents !== undefined && weightGrams >= 0
      ? computeCharges(
          [
            {
              ...{ orderId: id, enteredCents, quantity: 1, weightGrams },
              taxCategories: category ? [category] : [],
            },
          ],
          chargeRulesOf(rules, currency),
          {
            country: country || null,
            postcode,
            vatCountry: isBusiness ? country || null : null,
          },
        )
      : undefined;
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-10 max-w-4xl border-t border-line pt-8">
      <h2 id={`${id}-heading`} className="text-xl">
        {texts.heading}
      </h2>
      <p className="mt-2 text-ink-soft">{texts.lead}</p>
      <div className="mt-4 grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label={texts.goods(currency.toUpperCase())}
          type="number"
          inputMode="decimal"
          step="any"
          min={0}
          value={goods}
          onChange={({ target }) => setGoods(target.value)}
        />
        <TextField
          label={texts.weight(unitOf(units, 'weight').unit)}
          type="number"
          inputMode="decimal"
          step="any"
          min={0}
          value={weight}
          onChange={({ target }) => setWeight(target.value)}
        />
        <SelectField
          label={texts.country}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
          none={texts.noAddress}
          options={listCountries().map(({ country: code, name }) => [code, name])}
        />
        <TextField
          label={regionWords(country || home).postalCode}
          autoComplete="off"
          value={postcode}
          onChange={({ target }) => setPostcode(target.value)}
        />
        {choices.length > 0 && (
          <SelectField
            label={texts.category}
            value={category}
            onChange={({ target }) => setCategory(target.value)}
            none={texts.anyCategory}
            options={choices.map(({ _id, name }) => [_id, name])}
          />
        )}
        {rules.rates.some(({ exemptsBusinesses }) => exemptsBusinesses) && (
          <CheckField
            className="min-h-11 self-end sm:col-span-2"
            checked={isBusiness}
            onChange={({ target }) => setBusiness(target.checked)}
          >
            {texts.business}
          </CheckField>
        )}
      </div>
      <div role="status" className="mt-5 rounded-md bg-sunken p-4">
        {charges ? <Result charges={charges} /> : texts.notYet}
      </div>
    </section>
  );
}

function Result({ charges }: { charges: Charges }) {
  const { currency } = useShopSettings();
  const write = usePrice();
  const price = (cents: Cents) => write(toPrice(cents, currency));
  const { pricesIncludeTax, delivery, region, undeliverable, methods, taxName, taxCents, totalCents } =
    charges;
  const shown = (amount: { netCents: Cents; grossCents: Cents }) =>
    pricesIncludeTax ? amount.grossCents : amount.netCents;
  const others = methods.filter(({ id }) => id !== delivery.methodId);
  const rows = [
    [texts.goodsRow, price(charges.lines.reduce((sum, line) => sum + shown(line), 0))],
    ...(undeliverable ? [] : [[texts.delivery(delivery.name), price(shown(delivery))]]),
    [pricesIncludeTax ? texts.taxIncluded(taxName) : taxName, price(taxCents)],
    [texts.total, price(totalCents)],
  ];
  return (
    <div className="space-y-3">
      <p>{region === null ? texts.noRegion : texts.region(region)}</p>
      {undeliverable && <p className="font-semibold">{undeliverableTexts[undeliverable]}</p>}
      <dl className="max-w-sm space-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 last:font-semibold">
            <dt className="min-w-0 wrap-anywhere">{label}</dt>
            <dd className="shrink-0 text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          {texts.others(listed(others.map((other) => texts.method(other.name, price(shown(other))))))}
        </p>
      )}
    </div>
  );
}

/** Converts the rules to the form that charges are computed from. */
function chargeRulesOf(rules: ManagedRules, currency: string): ChargeRules {
  const cents = (price: number): Cents => toCents(price, currency) ?? 0;
  return {
    ...rules,
    regions: rules.regions.map(({ _id, ...region }) => ({ id: _id, ...region })),
    rates: rules.rates.map(({ region, category, rate, exemptsBusinesses }) => ({
      ...{ regionId: region, categoryId: category, exemptsBusinesses },
      ratePpm: toPpm(rate),
    })),
    methods: rules.methods.map(({ _id, name, kind, maxGrams, price, freeFrom, steps, regions }) => ({
      ...{ id: _id, name, kind, maxGrams, regionIds: regions, priceCents: cents(price) },
      freeFromCents: freeFrom === null ? null : cents(freeFrom),
      steps: steps.map((step) => ({ upToGrams: step.upToGrams, priceCents: cents(step.price) })),
    })),
  };
}
