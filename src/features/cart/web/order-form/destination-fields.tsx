import { useEffect, useRef } from 'react';
import { fieldsOf } from '#features/addresses/address-rules.ts';
import type { DescribedDestination, DestinationChange } from '#features/addresses/contract.ts';
import { listCountries } from '#features/addresses/country-rules.ts';
import { statesIn } from '#features/addresses/state-rules.ts';
import { addressLabels, addressBookTexts as texts } from '#features/addresses/texts.ts';
import { SelectField, TextField } from '#ui/field.tsx';

interface DestinationFieldsProps {
  parts: DestinationChange;
  problems: DescribedDestination['problems'];
  onChange: (parts: DestinationChange) => void;
}

/** Country, region, and postal code of where an order goes, as the country's own form has them. */
export default function DestinationFields({ parts, problems, onChange }: DestinationFieldsProps) {
  const { country } = parts;
  const states = statesIn(country);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const all = element.current;
    (all?.querySelector<HTMLElement>('[aria-invalid]') ?? all?.querySelector('select'))?.focus();
  }, []);
  const errorOf = (part: string) => problems.find(({ field }) => field === part)?.message;
  return (
    <div ref={element} className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <SelectField
        label={addressLabels.country}
        autoComplete="country"
        className="sm:col-span-2"
        error={errorOf('country')}
        value={country}
        {...(country === '' && { none: texts.choose })}
        onChange={({ target }) => onChange({ country: target.value, region: '', postalCode: '' })}
        options={listCountries().map(({ country: code, name }) => [code, name])}
      />
      {fieldsOf(country).map(({ part, label }) => {
        if (part === 'region') {
          const region = {
            label,
            autoComplete: 'address-level1',
            error: errorOf(part),
            value: parts.region,
            onChange: ({ target }: { target: { value: string } }) =>
              onChange({ ...parts, region: target.value }),
          };
          return states.length > 0 ? (
            <SelectField
              key={part}
              {...region}
              none={texts.choose}
              options={states.map(({ state, name }) => [state.slice(3), name])}
            />
          ) : (
            <TextField key={part} maxLength={40} {...region} />
          );
        }
        return (
          part === 'postalCode' && (
            <TextField
              key={part}
              label={label}
              autoComplete="postal-code"
              maxLength={16}
              error={errorOf(part)}
              value={parts.postalCode}
              // A listed region is told by the code.
              onChange={({ target }) =>
                onChange({
                  ...parts,
                  ...(states.length > 0 && { region: '' }),
                  postalCode: target.value,
                })
              }
            />
          )
        );
      })}
    </div>
  );
}
