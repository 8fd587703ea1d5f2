import { useEffect, useRef } from 'react';
import { type Resolver, useWatch } from 'react-hook-form';
import {
  type AddressPart,
  fieldsOf,
  findAddressProblems,
  isCountry,
} from '#features/addresses/address-rules.ts';
import {
  type Address,
  type AddressChange,
  addAddressCall,
  addressChangeSchema,
  changeAddressCall,
} from '#features/addresses/contract.ts';
import { listCountries, nameOfCountry } from '#features/addresses/country-rules.ts';
import { stateCode, statesIn } from '#features/addresses/state-rules.ts';
import {
  addressErrorTexts,
  addressLabels as labels,
  addressBookTexts as texts,
} from '#features/addresses/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { uiTexts } from '#ui/texts.ts';
import type { OrderedAddress } from './save-address.tsx';
import { addressesKey } from './use-addresses.ts';

/** Rules for all countries' numbers, not needed until a number is typed. */
const loadPhoneRules = () => import('#features/addresses/phone-rules.ts');

const parts: readonly AddressPart[] = ['line1', 'line2', 'district', 'city', 'region', 'postalCode'];

const autoComplete: Record<AddressPart, string> = {
  line1: 'address-line1',
  line2: 'address-line2',
  district: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
};

/** Empties the parts that the country does not write, which may remain from another country's form. */
function written(typed: AddressChange): AddressChange {
  const kept = new Set(fieldsOf(typed.country).map(({ part }) => part));
  return Object.assign({ ...typed }, ...parts.map((part) => (kept.has(part) ? {} : { [part]: '' })));
}

/** Applies all of the server's rules at once. The server checks what cannot be checked here. */
const resolver: Resolver<AddressChange> = async (typed) => {
  const trimmed = Object.entries(written(typed)).map(([field, text]) => [field, text.trim()]);
  const address: AddressChange = Object.fromEntries(trimmed);
  const { data, error } = addressChangeSchema.safeParse(address);
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message })),
    ...findAddressProblems(address),
  ];
  const { phone, country } = address;
  const rules = phone && (await loadPhoneRules().catch(() => undefined));
  if (rules && !rules.readPhone(phone, country))
    problems.push({ field: 'phone', message: addressErrorTexts.wrongPhone(nameOfCountry(country)) });
  if (data && problems.length === 0) return { values: data, errors: {} };
  // Of several problems of a field, the first is shown.
  const errors = problems.toReversed().map(({ field, message }) => [field, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

type FormProps = {
  address?: Address;
  ordered?: OrderedAddress;
  /** The country of the user's other addresses, else the shop's. */
  home: string;
  onClose: () => void;
};

const empty = { company: '', line1: '', line2: '', district: '', city: '', region: '', postalCode: '' };

/** Returns the states of a country as an address writes them, by name; with what an older entry has. */
function statesToChoose(country: string, region: string): [code: string, name: string][] {
  const states = statesIn(country).map(({ state, name }): [string, string] => [state.slice(3), name]);
  const isKnown = region === '' || states.some(([code]) => code === region);
  return isKnown ? states : [...states, [region, region]];
}

/** The form of an address book entry; its fields depend on the country. */
export default function AddressForm({ address, ordered, home, onClose }: FormProps) {
  const { api } = useSession();
  const { displayName, email } = useDashboardUser();
  const { form, field, problem, isSending, formProps } = useCallForm<AddressChange>({
    resolver,
    defaultValues: address
      ? { ...address, region: stateCode(address.country, address.region) }
      : {
          ...empty,
          country: isCountry(home) ? home : 'US',
          name: displayName,
          phone: ordered?.phone ?? '',
          line1: ordered?.address.replace(/\s*\n\s*/g, ', ') ?? '',
        },
    send: (body) =>
      address
        ? api.call(changeAddressCall, { params: { id: address._id }, body })
        : api.call(addAddressCall, { body }),
    changes: [addressesKey(email)],
    onEnd: (isDone) => isDone && onClose(),
    done: texts.saved,
  });
  const [country, region] = useWatch({ control: form.control, name: ['country', 'region'] });
  const element = useRef<HTMLFormElement>(null);
  // The form mounts only once its code has loaded, after the dialog has set the focus.
  useEffect(() => element.current?.querySelector('select')?.focus(), []);

  return (
    <form ref={element} {...formProps} className="grid w-120 max-w-full gap-4 sm:grid-cols-2">
      <SelectField
        label={labels.country}
        autoComplete="country"
        className="sm:col-span-2"
        {...field('country', {
          // A state belongs to its country.
          onChange: () => statesIn(country).length > 0 && form.setValue('region', ''),
        })}
        options={listCountries().map(({ country: code, name }) => [code, name])}
      />
      <TextField label={labels.name} autoComplete="name" {...field('name')} />
      <TextField label={texts.optional(labels.company)} autoComplete="organization" {...field('company')} />
      {fieldsOf(country).map(({ part, label, isRequired }) =>
        part === 'region' && statesIn(country).length > 0 ? (
          <SelectField
            key={part}
            label={isRequired ? label : texts.optional(label)}
            autoComplete={autoComplete[part]}
            {...field(part)}
            none={texts.choose}
            options={statesToChoose(country, region)}
          />
        ) : (
          <TextField
            key={part}
            label={isRequired ? label : texts.optional(label)}
            hint={part === 'line1' && ordered && texts.checkLines}
            autoComplete={autoComplete[part]}
            className={part === 'line1' || part === 'line2' ? 'sm:col-span-2' : ''}
            {...field(part)}
          />
        ),
      )}
      <TextField label={texts.optional(labels.phone)} type="tel" autoComplete="tel" {...field('phone')} />
      <div className="sm:col-span-2">
        <FormFoot problem={problem} waiting={undefined}>
          <Button type="submit" busy={isSending}>
            {texts.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
        </FormFoot>
      </div>
    </form>
  );
}
