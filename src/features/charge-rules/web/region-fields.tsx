import { Controller, type UseFormReturn } from 'react-hook-form';
import { nameOfCountry } from '#features/addresses/country-rules.ts';
import { findState } from '#features/addresses/state-rules.ts';
import { regionWords } from '#texts/region.ts';
import { useRegion } from '#ui/client/load-context.ts';
import { TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { deliveryScreenTexts, listed } from '../texts/delivery-screen.ts';
import { CountryPicker, nameOfPlace } from './country-picker.tsx';
import type { TypedDelivery, TypedRegion } from './form-delivery.ts';

const texts = deliveryScreenTexts.regions;

/** Maximum number of countries named in a line. */
const NAMED = 4;

/** The fields of a region: its name and extent. */
export function RegionFields({ form, place }: { form: UseFormReturn<TypedDelivery>; place: number }) {
  const field = fieldOf(form);
  const { country } = useRegion();
  return (
    <div className="grid gap-5">
      <Controller
        control={form.control}
        name={`regions.${place}.places`}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <CountryPicker
            places={value}
            home={country}
            error={error?.message}
            onPlaces={(places) => {
              onChange(places);
              nameAfter(value, places);
            }}
          />
        )}
      />
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        className="max-w-sm"
        {...field(`regions.${place}.name`)}
      />
      <TextField
        label={texts.postcodes(regionWords(country).postalCodes)}
        hint={<SavedText text={texts.postcodesHint} />}
        autoComplete="off"
        {...field(`regions.${place}.postcodePrefixes`)}
      />
    </div>
  );

  /** Names a region after its first place, until it is named otherwise. */
  function nameAfter(before: string[], places: string[]) {
    const name = form.getValues(`regions.${place}.name`);
    if (name.trim() !== '' && name !== plainName(before[0])) return;
    form.setValue(`regions.${place}.name`, plainName(places[0]), { shouldDirty: true });
  }
}

const plainName = (place = '') => (place === '' ? '' : (findState(place)?.name ?? nameOfCountry(place)));

/** Summarises a region in one line: its countries and states, and their postal code prefixes. */
export function summarizeRegion({ places, postcodePrefixes }: TypedRegion): string {
  if (places.length === 0) return texts.everywhere;
  const names = places.map(nameOfPlace);
  const rest = names.length - NAMED;
  const shown = rest > 0 ? [...names.slice(0, NAMED), deliveryScreenTexts.countries.andMore(rest)] : names;
  const where = listed(shown);
  return postcodePrefixes.trim() ? `${where} · ${texts.postcodesIn(postcodePrefixes)}` : where;
}
