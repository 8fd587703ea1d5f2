import { Controller, type UseFormReturn } from 'react-hook-form';
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
  return (
    <div className="grid gap-5">
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        className="max-w-sm"
        {...field(`regions.${place}.name`)}
      />
      <Controller
        control={form.control}
        name={`regions.${place}.places`}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <CountryPicker places={value} error={error?.message} onPlaces={onChange} />
        )}
      />
      <TextField
        label={texts.postcodes}
        hint={<SavedText text={texts.postcodesHint} />}
        autoComplete="off"
        {...field(`regions.${place}.postcodePrefixes`)}
      />
    </div>
  );
}

/** Summarises a region in one line: its countries and states, and their postal code prefixes. */
export function summarizeRegion({ places, postcodePrefixes }: TypedRegion): string {
  if (places.length === 0) return texts.everywhere;
  const names = places.map(nameOfPlace);
  const rest = names.length - NAMED;
  const shown = rest > 0 ? [...names.slice(0, NAMED), deliveryScreenTexts.countries.andMore(rest)] : names;
  const where = listed(shown);
  return postcodePrefixes.trim() ? `${where} · ${texts.postcodesIn(postcodePrefixes)}` : where;
}
