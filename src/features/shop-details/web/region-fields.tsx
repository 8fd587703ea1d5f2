import { type ComponentProps, useId } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';
import { allTimeZones } from '#contracts/time-zone.ts';
import { unitSystems, unitsOf } from '#contracts/units.ts';
import { listCountries } from '#features/addresses/country-rules.ts';
import { statesIn } from '#features/addresses/state-rules.ts';
import { shopDetailsLabels } from '#texts/shop-details.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { likelyZone } from '../region-rules.ts';
import { regionTexts as texts } from '../texts/manage.ts';

const labels = shopDetailsLabels.region;

type Region = ShopDetails['region'];

/** Where the shop is, and what follows from it. A chosen country or state proposes what is usual there. */
export function RegionFields({ form }: { form: UseFormReturn<FieldValues, unknown, FieldValues | null> }) {
  const { currency } = useShopSettings();
  const field = fieldOf(form);
  const country: string = useWatch({ control: form.control, name: 'country' });
  const states = statesIn(country);

  function propose({ zone, ...others }: Partial<Region>) {
    for (const [name, value] of Object.entries({ ...others, ...(zone && { zone }) }))
      form.setValue(name, value, { shouldDirty: true });
  }

  return (
    <>
      <SelectField
        label={labels.country}
        hint={texts.country}
        {...field('country', {
          onChange: ({ target }) =>
            propose({ state: '', units: unitsOf(target.value), zone: likelyZone(target.value) ?? '' }),
        })}
        options={[
          ...(country === UNKNOWN_COUNTRY ? [[country, texts.notSet] as const] : []),
          ...listCountries().map(({ country: code, name }) => [code, name] as const),
        ]}
      />
      {states.length > 0 && (
        <SelectField
          label={labels.state}
          {...field('state', {
            onChange: ({ target }) => propose({ zone: likelyZone(country, target.value) ?? '' }),
          })}
          none={texts.notSet}
          options={states.map(({ state, name }) => [state, name])}
        />
      )}
      <TimeZoneField label={labels.zone} hint={texts.zone} {...field('zone')} />
      <SelectField
        label={labels.units}
        hint={texts.units}
        {...field('units')}
        options={unitSystems.map((units) => [units, texts.unitSystems[units]])}
      />
      <TextField
        label={texts.currency}
        hint={texts.currencyHint}
        value={texts.currencyName(currency.toUpperCase())}
        readOnly
      />
    </>
  );
}

/** A choice of all time zones, searchable by a part of the name. */
function TimeZoneField(field: ComponentProps<typeof TextField>) {
  const id = useId();
  return (
    <>
      <TextField {...field} list={id} autoComplete="off" />
      <datalist id={id}>
        {allTimeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
