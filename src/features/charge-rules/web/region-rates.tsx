import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { Button } from '#ui/button.tsx';
import { useShopSettings } from '#ui/client/load-context.ts';
import { RowButton } from '#ui/dashboard/ordered-rows.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { useFocus } from '#ui/hooks.ts';
import { Icon } from '#ui/icon.tsx';
import type { ManagedRules } from '../managed-contract.ts';
import { taxScreenTexts } from '../texts/tax-screen.ts';
import type { TypedTax } from './form-tax.ts';

const texts = taxScreenTexts.rates;

type RegionRatesProps = { region: ManagedRules['regions'][number]; form: UseFormReturn<TypedTax> };

/** The rates of a region: the standard rate, and those of some categories. */
export function RegionRates({ region, form }: RegionRatesProps) {
  const { _id, name } = region;
  const id = useId();
  const focusOn = useFocus();
  const focus = (part: string) => focusOn(`${id}-${part}`);
  const categories = useFieldArray({ control: form.control, name: `rates.${_id}.categories` });

  function add() {
    const row = { category: '', rate: '', exemptsBusinesses: false };
    categories.append(row, { shouldFocus: false });
    focus(`${categories.fields.length}`);
  }

  function remove(nth: number) {
    categories.remove(nth);
    focus('add');
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold wrap-anywhere">{name}</legend>
      <RateFields id={rateId(region)} form={form} name={`rates.${_id}`} label={texts.standard} />
      {categories.fields.map((row, nth) => (
        <fieldset key={row.id} className="mt-4 border-l-2 border-line pl-4">
          <legend className="sr-only">{texts.of(nth + 1, name)}</legend>
          <RateFields
            form={form}
            name={`rates.${_id}.categories.${nth}`}
            label={texts.rate}
            after={
              <RowButton
                label={texts.remove(nth + 1, name)}
                icon={<Icon name="trash" className="size-4" />}
                onClick={() => remove(nth)}
              />
            }
          >
            <CategoryField id={`${id}-${nth}`} form={form} name={`rates.${_id}.categories.${nth}.category`} />
          </RateFields>
        </fieldset>
      ))}
      <Button
        id={`${id}-add`}
        size="sm"
        variant="quiet"
        className="mt-3 -ml-3"
        aria-label={texts.addTo(name)}
        icon={<Icon name="plus" className="size-4" />}
        onClick={add}
      >
        {texts.add}
      </Button>
    </fieldset>
  );
}

/** The id of a region's standard rate. */
export const rateId = ({ _id }: Pick<RegionRatesProps['region'], '_id'>) => `rate-${_id}`;

type RateFieldsProps = {
  id?: string;
  form: UseFormReturn<TypedTax>;
  name: `rates.${string}`;
  label: string;
  children?: ReactNode;
  after?: ReactNode;
};

function RateFields({ id, form, name, label, children, after }: RateFieldsProps) {
  const { vatNumbers } = useShopSettings();
  const isExempting = useWatch({
    control: form.control,
    name: `${name}.exemptsBusinesses` as `rates.${string}.exemptsBusinesses`,
  });
  return (
    <div className="grid items-start gap-x-5 gap-y-3 sm:flex">
      {children}
      <TextField
        id={id}
        label={label}
        className="sm:w-40 sm:shrink-0"
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        max={100}
        {...fieldOf(form)(`${name}.rate` as `rates.${string}.rate`)}
        after={after}
      />
      {(vatNumbers || isExempting) && (
        <CheckField
          className="min-h-11 text-sm sm:mt-6"
          {...form.register(`${name}.exemptsBusinesses` as `rates.${string}.exemptsBusinesses`)}
        >
          {texts.exempts}
        </CheckField>
      )}
    </div>
  );
}

/** Selects the category of a rate; subcategories follow their parent. */
function CategoryField({
  id,
  form,
  name,
}: {
  id: string;
  form: UseFormReturn<TypedTax>;
  name: `rates.${string}.categories.${number}.category`;
}) {
  const value = useWatch({ control: form.control, name });
  const { data } = useTaxonomy();
  const categories = data?.category ?? [];
  // Also true until the categories have loaded: a select can only have a value among its options.
  const isMissing = value !== '' && !categories.some(({ _id }) => _id === value);
  return (
    <SelectField
      id={id}
      label={texts.category}
      className="min-w-0 sm:w-60"
      {...fieldOf(form)(name)}
      none={texts.chooseCategory}
      options={[
        ...categories.map(({ _id, name }) => [_id, name] as const),
        ...(isMissing ? [[value, data ? texts.gone : '…'] as const] : []),
      ]}
    />
  );
}
