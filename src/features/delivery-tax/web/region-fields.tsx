import { TextField } from '#ui/field.tsx';
import { deliveryScreenTexts, listed } from '../texts/delivery-screen.ts';
import { CountryPicker, nameOfPlace } from './country-picker.tsx';
import type { TypedRegion } from './typed-delivery.ts';

const texts = deliveryScreenTexts.regions;

/** So many countries are named in a line. */
const NAMED = 4;

/** The fields of a region: what it is called, and which part of the world it is. */
export function RegionFields({
  region,
  problems,
  onEdit,
}: {
  region: TypedRegion;
  problems: Readonly<Record<string, string>>;
  onEdit: (change: Partial<TypedRegion>, field: string) => void;
}) {
  const { _id, name, places, postcodePrefixes } = region;
  return (
    <div className="grid gap-5">
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        className="max-w-sm"
        error={problems[`${_id}.name`]}
        value={name}
        onChange={({ target }) => onEdit({ name: target.value }, 'name')}
      />
      <CountryPicker
        places={places}
        error={problems[`${_id}.places`]}
        onPlaces={(next) => onEdit({ places: next }, 'places')}
      />
      <TextField
        label={texts.postcodes}
        hint={texts.postcodesHint}
        autoComplete="off"
        error={problems[`${_id}.postcodePrefixes`]}
        value={postcodePrefixes}
        onChange={({ target }) => onEdit({ postcodePrefixes: target.value }, 'postcodePrefixes')}
      />
    </div>
  );
}

/** A region in one line: its countries and states, and the beginnings of postal codes in them. */
export function summarizeRegion({ places, postcodePrefixes }: TypedRegion): string {
  if (places.length === 0) return texts.everywhere;
  const names = places.map(nameOfPlace);
  const rest = names.length - NAMED;
  const shown = rest > 0 ? [...names.slice(0, NAMED), deliveryScreenTexts.countries.andMore(rest)] : names;
  const where = listed(shown);
  return postcodePrefixes.trim() ? `${where} · ${texts.postcodesIn(postcodePrefixes)}` : where;
}
