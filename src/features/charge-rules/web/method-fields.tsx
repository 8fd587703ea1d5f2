import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { unitOf } from '#contracts/units.ts';
import { toolDetailsTexts } from '#features/catalogue/texts/details.ts';
import { usePrice, useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { Advanced } from '#ui/dashboard/advanced.tsx';
import { RowsField, writeRows } from '#ui/dashboard/ordered-rows.tsx';
import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { deliveryKinds } from '../rules.ts';
import { deliveryScreenTexts, listed } from '../texts/delivery-screen.ts';
import { readDelivery, type TypedDelivery, type TypedMethod, type TypedRegion } from './form-delivery.ts';

const texts = deliveryScreenTexts.methods;

const amount = { type: 'number', inputMode: 'decimal', step: 'any', min: 0 } as const;

type MethodFieldsProps = {
  form: UseFormReturn<TypedDelivery>;
  place: number;
  regions: readonly TypedRegion[];
};

/** The fields of a delivery method: the price for its kind, and its regions. */
export function MethodFields({ form, place, regions }: MethodFieldsProps) {
  const { currency } = useShopSettings();
  const { unit } = unitOf(useRegion().units, 'limit');
  const code = currency.toUpperCase();
  const kind = useWatch({ control: form.control, name: `methods.${place}.kind` });
  const field = (name: 'name' | 'kind' | 'price' | 'freeFrom' | 'maxGrams') =>
    fieldOf(form)(`methods.${place}.${name}`);
  const [maxGrams, reached] = useWatch({
    control: form.control,
    name: [`methods.${place}.maxGrams`, `methods.${place}.regions`],
  });
  const limit = field('maxGrams');

  /** Begins with an empty row of weight and price. */
  function startSteps() {
    const { kind, steps } = form.getValues(`methods.${place}`);
    if (kind === 'by_weight' && steps === '') form.setValue(`methods.${place}.steps`, writeRows([['', '']]));
  }

  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField label={texts.name} hint={texts.nameHint} {...field('name')} />
      <SelectField
        label={texts.kind}
        {...fieldOf(form)(`methods.${place}.kind`, { onChange: () => startSteps() })}
        options={deliveryKinds.map((each) => [each, texts.kinds[each]])}
      />
      {kind === 'free_over' && <TextField label={texts.freeFrom(code)} {...amount} {...field('freeFrom')} />}
      {(kind === 'flat' || kind === 'free_over') && (
        <TextField
          label={kind === 'flat' ? texts.price(code) : texts.priceOtherwise(code)}
          {...amount}
          {...field('price')}
        />
      )}
      {kind === 'by_weight' && (
        <Controller
          control={form.control}
          name={`methods.${place}.steps`}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <div data-problem={error !== undefined} className="sm:col-span-2">
              <RowsField
                label={texts.steps}
                hint={texts.stepsHint}
                columns={texts.stepColumns(unit, code)}
                add={texts.addStep}
                value={value}
                error={error?.message}
                onChange={onChange}
              />
            </div>
          )}
        />
      )}
      <div className="sm:col-span-2">
        <Advanced
          about={texts.advanced}
          isUsed={maxGrams !== '' || reached.length > 0 || limit.error !== undefined}
        >
          <TextField
            label={texts.maxGrams(unit)}
            hint={texts.maxGramsHint}
            className="max-w-sm"
            {...amount}
            {...limit}
          />
          <ReachedRegions form={form} place={place} regions={regions} />
        </Advanced>
      </div>
    </div>
  );
}

function ReachedRegions({ form, place, regions }: MethodFieldsProps) {
  const name = `methods.${place}.regions` as const;
  const reached = new Set(useWatch({ control: form.control, name }));
  const choose = (id: string, isChosen: boolean) =>
    form.setValue(
      name,
      regions.map(({ _id }) => _id).filter((each) => (each === id ? isChosen : reached.has(each))),
    );
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{texts.regions}</legend>
      <p className="mt-1 text-sm text-ink-soft">{regions.length > 0 ? texts.regionsHint : texts.noRegions}</p>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {regions.map(({ _id, name }) => (
          <CheckField
            key={_id}
            className="min-h-11"
            checked={reached.has(_id)}
            onChange={({ target }) => choose(_id, target.checked)}
          >
            {name.trim() || deliveryScreenTexts.regions.unnamed}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns a function that summarises a method in one line: price, maximum weight and regions. */
export function useMethodSummary(regions: readonly TypedRegion[]): (method: TypedMethod) => string {
  const price = usePrice();
  const { units } = useRegion();
  const names = new Map(regions.map(({ _id, name }) => [_id, name]));
  return (method) => {
    const [read] = readDelivery({ assumedGrams: '', regions: [], methods: [method] }, units).methods;
    if (!read) return '';
    const costs = {
      flat: () => (read.price === 0 ? texts.free : shown(read.price)),
      free_over: () => texts.freeFromOn(shown(read.price), shown(read.freeFrom ?? Number.NaN)),
      by_weight: () => {
        const least = read.steps[0]?.price ?? Number.NaN;
        return Number.isFinite(least) ? texts.byWeight(price(least)) : texts.byWeightUnpriced;
      },
      collect: () => texts.collect,
    }[method.kind]();
    const limit = read.maxGrams ? [texts.upTo(toolDetailsTexts.weight(read.maxGrams, units))] : [];
    const reached = read.regions.map((id) => names.get(id) ?? '').filter(Boolean);
    const where = reached.length > 0 ? listed(reached) : texts.everywhere;
    return [costs, ...limit, where].join(' · ');
  };

  function shown(amountTyped: number): string {
    return Number.isFinite(amountTyped) ? price(amountTyped) : texts.noAmount;
  }
}
