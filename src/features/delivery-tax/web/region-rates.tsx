import { type ReactNode, useId } from 'react';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/check-field.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { RowButton } from '#ui/row-buttons.tsx';
import { useFocus } from '#ui/use-focus.ts';
import type { ManagedRules } from '../managed-contract.ts';
import { taxScreenTexts } from '../texts/tax-screen.ts';
import type { TypedRates } from './typed-tax.ts';

const texts = taxScreenTexts.rates;

type RegionRatesProps = {
  region: ManagedRules['regions'][number];
  rates: TypedRates;
  problems: Readonly<Record<string, string>>;
  /** Takes other rates; `field` is the one that was typed into. */
  onEdit: (rates: TypedRates, field: string) => void;
};

/** The rates of a region: the standard one, and those of some categories. */
export function RegionRates({ region, rates, problems, onEdit }: RegionRatesProps) {
  const { _id, name } = region;
  const id = useId();
  const focusOn = useFocus();
  const focus = (part: string) => focusOn(`${id}-${part}`);
  const { categories } = rates;
  const editRow = (nth: number, change: Partial<TypedRates['categories'][number]>, field: string) =>
    onEdit(
      { ...rates, categories: categories.map((row, place) => (place === nth ? { ...row, ...change } : row)) },
      `${_id}.${nth}.${field}`,
    );

  function add() {
    const row = { category: '', rate: '', exemptsBusinesses: false };
    onEdit({ ...rates, categories: [...categories, row] }, `${_id}.`);
    focus(`${categories.length}`);
  }

  function remove(nth: number) {
    onEdit({ ...rates, categories: categories.toSpliced(nth, 1) }, `${_id}.${nth}.rate`);
    focus('add');
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold wrap-anywhere">{name}</legend>
      <RateFields
        rate={rates.rate}
        label={texts.standard}
        error={problems[`${_id}.rate`]}
        exempts={rates.exemptsBusinesses}
        onRate={(rate) => onEdit({ ...rates, rate }, `${_id}.rate`)}
        onExempts={(exemptsBusinesses) => onEdit({ ...rates, exemptsBusinesses }, `${_id}.exempts`)}
      />
      {categories.map((row, nth) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
          key={nth}
          className="mt-4 border-l-2 border-line pl-4"
        >
          <legend className="sr-only">{texts.of(nth + 1, name)}</legend>
          <RateFields
            rate={row.rate}
            label={texts.rate}
            error={problems[`${_id}.${nth}.rate`]}
            exempts={row.exemptsBusinesses}
            onRate={(rate) => editRow(nth, { rate }, 'rate')}
            onExempts={(exemptsBusinesses) => editRow(nth, { exemptsBusinesses }, 'exempts')}
            after={
              <RowButton
                label={texts.remove(nth + 1, name)}
                icon={<Icon name="trash" className="size-4" />}
                onClick={() => remove(nth)}
              />
            }
          >
            <CategoryField
              id={`${id}-${nth}`}
              value={row.category}
              error={problems[`${_id}.${nth}.category`]}
              onCategory={(category) => editRow(nth, { category }, 'category')}
            />
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

type RateFieldsProps = {
  rate: string;
  label: string;
  error: string | undefined;
  exempts: boolean;
  onRate: (rate: string) => void;
  onExempts: (exempts: boolean) => void;
  children?: ReactNode;
  after?: ReactNode;
};

function RateFields({ rate, label, error, exempts, onRate, onExempts, children, after }: RateFieldsProps) {
  return (
    <div className="grid items-start gap-x-5 gap-y-3 sm:flex">
      {children}
      <TextField
        label={label}
        className="sm:w-40 sm:shrink-0"
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        max={100}
        error={error}
        value={rate}
        onChange={({ target }) => onRate(target.value)}
        after={after}
      />
      <CheckField
        className="min-h-11 text-sm sm:mt-6"
        checked={exempts}
        onChange={({ target }) => onExempts(target.checked)}
      >
        {texts.exempts}
      </CheckField>
    </div>
  );
}

/** The category of a rate; those under another one come after it. */
function CategoryField({
  id,
  value,
  error,
  onCategory,
}: {
  id: string;
  value: string;
  error: string | undefined;
  onCategory: (category: string) => void;
}) {
  const { data } = useTaxonomy();
  const categories = data?.category ?? [];
  const isGone = value !== '' && data !== undefined && !categories.some(({ _id }) => _id === value);
  return (
    <SelectField
      id={id}
      label={texts.category}
      className="min-w-0 sm:w-60"
      error={error}
      value={value}
      onChange={({ target }) => onCategory(target.value)}
      none={texts.chooseCategory}
      options={[
        ...categories.map(({ _id, name }) => [_id, name] as const),
        ...(isGone ? [[value, texts.gone] as const] : []),
      ]}
    />
  );
}
