import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { nameOfCountry } from '#features/addresses/country-rules.ts';
import { statesIn } from '#features/addresses/state-rules.ts';
import { getManagedDetailsCall, type ManagedDetails } from '#features/shop-details/contract.ts';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import { managedDetailsKey } from '#features/shop-details/web/section-form.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { taxesWithoutNumber, taxNameOf } from '#texts/region.ts';
import { Advanced } from '#ui/dashboard/advanced.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { useFocus } from '#ui/hooks.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { changeTaxRulesCall, type ManagedRules, taxRulesSchema } from '../managed-contract.ts';
import { deliveryTaxes } from '../rules.ts';
import { taxScreenTexts as texts } from '../texts/tax-screen.ts';
import {
  checkTax,
  noRates,
  readTax,
  regionOfPlace,
  regionsInForm,
  type TypedTax,
  taxFieldOf,
  typeTax,
} from './form-tax.ts';
import { RegionRates, rateId } from './region-rates.tsx';
import { DefaultsNote, FormSection, RulesFrame } from './rules-form.tsx';
import { ShippingTabs } from './shipping-tabs.tsx';
import { TryIt } from './try-it.tsx';
import { type RulesForm, type RulesPart, useRules, useRulesForm } from './use-rules-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

type Details = ManagedDetails['details'];

/** The screen on which an admin sets the tax rates, and how prices are entered and shown. */
export default function Tax() {
  return (
    <AdminOnly title={texts.title}>
      <ShippingTabs />
      <PageHead title={texts.title} lead={texts.lead} />
      <Loaded />
    </AdminOnly>
  );
}

function Loaded() {
  const { api } = useSession();
  const rules = useRules();
  const details = useQuery({
    queryKey: managedDetailsKey,
    queryFn: ({ signal }) => api.call(getManagedDetailsCall, { signal }),
    // The details form must start with the shop's current values.
    gcTime: 0,
  });
  if (rules.error && !rules.data) return <QueryError of={rules} />;
  // The notes above the form would otherwise push it down on arrival.
  if (!rules.data || details.isPending) return <Skeleton className="h-96 w-full max-w-4xl" />;
  return <TaxForm loaded={rules.data} details={details.data?.details} />;
}

const taxOf = (home: string): RulesPart<TypedTax> => ({
  name: 'tax-rules-2',
  saved: texts.saved,
  type: (rules) => typeTax(rules, home),
  read: readTax,
  check: checkTax,
  save: (api, rules) => api.call(changeTaxRulesCall, { body: taxRulesSchema.parse(rules) }),
  fieldOf: (typed, rules, path) => [taxFieldOf(typed, regionsInForm(typed, rules), path)],
});

/** Asks a shop that taxes something, but has neither of the numbers that identify a seller on invoices,
 * whether to charge tax all the same. */
function NumberMissing({
  form,
  business,
}: {
  form: RulesForm<TypedTax>;
  business: Details['business'] | undefined;
}) {
  const { wanted, problemOf } = form;
  const isTaxed = wanted.rates.some(({ rate }) => rate > 0);
  const isUsual = taxesWithoutNumber(form.rules.shopCountry) && form.typed.taxWithoutNumber;
  if (isUsual || !isTaxed || business?.vatNumber !== '' || business.taxNumber !== '') return null;
  const words = texts.noNumber;
  return (
    <FormSection
      id="number"
      heading={words.heading}
      lead={words.text}
      problem={problemOf('taxWithoutNumber')}
    >
      <CheckField
        className="min-h-8"
        aria-describedby="number-hint"
        {...form.form.register('taxWithoutNumber')}
      >
        {words.charge}
      </CheckField>
      <p id="number-hint" className="text-sm text-ink-soft">
        {words.chargeHint}
      </p>
      <p className="mt-3">
        <Link to={detailsPath('business')} className="text-link">
          {words.link}
        </Link>
      </p>
    </FormSection>
  );
}

function TaxForm({ loaded, details }: { loaded: ManagedRules; details: Details | undefined }) {
  const { state = '' } = details?.region ?? {};
  const form = useRulesForm(taxOf(state || loaded.shopCountry), loaded);
  const { rules, problemOf } = form;
  const regions = regionsInForm(form.typed, rules);
  const nameOf = new Map(regions.map(({ _id, name }) => [_id, name]));
  return (
    <>
      {regions.length > 0 && rules.rates.length === 0 && (
        <DefaultsNote heading={texts.none.heading}>{texts.none.text}</DefaultsNote>
      )}
      {loaded.shopCountry === UNKNOWN_COUNTRY && (
        <DefaultsNote heading={texts.noCountry.heading}>
          <Link to={detailsPath('region')} className="text-link">
            {texts.noCountry.link}
          </Link>
        </DefaultsNote>
      )}
      <RulesFrame
        form={form}
        label={texts.form}
        differing={(one, other) => [
          ...(isSameBut(one, other) ? [] : [texts.settings]),
          ...regions
            .filter(({ _id }) => JSON.stringify(one.rates[_id]) !== JSON.stringify(other.rates[_id]))
            .map(({ _id }) => nameOf.get(_id) ?? ''),
        ]}
      >
        <FormSection
          id="rates"
          heading={texts.rates.heading}
          lead={texts.rates.lead}
          problem={problemOf('rates.root')}
        >
          <ul>
            {regions.map((region) => (
              <li key={region._id} className="border-t border-line py-4">
                <RegionRates region={region} form={form.form} />
              </li>
            ))}
          </ul>
          <AddState form={form} regions={regions} />
        </FormSection>
        <NumberMissing form={form} business={details?.business} />
        <PriceSettings form={form} />
      </RulesFrame>
      <TryIt rules={form.wanted} isSound={form.isSound} />
    </>
  );
}

/** Adds a region for a state of the shop's country that is in none yet, or for the whole
 * of a country with such states. */
function AddState({ form, regions }: { form: RulesForm<TypedTax>; regions: ManagedRules['regions'] }) {
  const { shopCountry } = form.rules;
  const focusOn = useFocus();
  const isFree = (place: string) =>
    regions.every(({ countries, states }) =>
      place === shopCountry ? !countries.includes(place) || states.length > 0 : !states.includes(place),
    );
  const states = statesIn(shopCountry).map(({ state, name }) => [state, name] as const);
  if (states.length === 0) return null;
  const places = [...states, [shopCountry, nameOfCountry(shopCountry)] as const];

  function add(place: string) {
    const region = regionOfPlace(place);
    form.form.setValue(`rates.${region._id}`, noRates);
    form.form.setValue('added', [...form.typed.added, region], { shouldDirty: true });
    focusOn(rateId(region));
  }

  return (
    <SelectField
      label={texts.rates.addState}
      className="max-w-sm border-t border-line pt-4"
      value=""
      onChange={({ target }) => target.value && add(target.value)}
      none={texts.rates.chooseState}
      options={places.filter(([place]) => isFree(place))}
    />
  );
}

/** Whether two forms are equal except for their rates. */
const isSameBut = (one: TypedTax, other: TypedTax) =>
  JSON.stringify({ ...one, rates: 0, added: 0 }) === JSON.stringify({ ...other, rates: 0, added: 0 });

/** The settings of prices, of the tax's name, and of the tax on delivery. */
function PriceSettings({ form: { form, field, typed, rules, problemOf } }: { form: RulesForm<TypedTax> }) {
  const words = texts.prices;
  const country =
    rules.shopCountry === UNKNOWN_COUNTRY ? texts.noCountry.name : nameOfCountry(rules.shopCountry);
  const isNamed = typed.taxName !== taxNameOf(rules.shopCountry) || problemOf('taxName') !== undefined;
  return (
    <FormSection id="prices" heading={words.heading}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <fieldset className="sm:col-span-2">
          <legend className="mb-2 text-sm font-semibold">{words.label}</legend>
          <Choices
            name="prices-include-tax"
            chosen={typed.pricesIncludeTax}
            onChoose={(value) => form.setValue('pricesIncludeTax', value)}
            choices={[
              { value: false, label: words.without, hint: words.withoutHint },
              { value: true, label: words.with, hint: words.withHint(country) },
            ]}
          />
        </fieldset>
        {typed.pricesIncludeTax && (
          <fieldset className="sm:col-span-2">
            <legend className="mb-2 text-sm font-semibold">{words.elsewhere}</legend>
            <Choices
              name="same-price-everywhere"
              chosen={typed.samePriceEverywhere}
              onChoose={(value) => form.setValue('samePriceEverywhere', value)}
              choices={[
                { value: false, label: words.ownTax, hint: words.ownTaxHint(country) },
                { value: true, label: words.samePrice, hint: words.samePriceHint },
              ]}
            />
          </fieldset>
        )}
        <div className="sm:col-span-2">
          <Advanced about={words.advanced} isUsed={isNamed || typed.deliveryTax !== 'standard'}>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <TextField
                label={words.taxName}
                hint={words.taxNameHint}
                maxLength={20}
                {...field('taxName')}
              />
              <SelectField
                label={words.deliveryTax}
                {...field('deliveryTax')}
                options={deliveryTaxes.map((each) => [each, words.deliveryTaxes[each]])}
              />
            </div>
          </Advanced>
        </div>
      </div>
    </FormSection>
  );
}

/** A choice of two options, each with its explanation. */
function Choices(props: {
  name: string;
  choices: { value: boolean; label: string; hint: string }[];
  chosen: boolean;
  onChoose: (value: boolean) => void;
}) {
  const { name, choices, chosen, onChoose } = props;
  return (
    <div className="grid gap-2">
      {choices.map(({ value, label, hint }) => (
        <label
          key={label}
          className="flex gap-3 rounded-md border border-line bg-surface p-3 has-checked:border-ink"
        >
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium">{label}</span>
            <span className="block text-sm text-ink-soft">{hint}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
