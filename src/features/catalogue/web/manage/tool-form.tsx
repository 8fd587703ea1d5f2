import { type ComponentProps, type ReactNode, useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { Tool } from '#features/catalogue/contract.ts';
import { listSpecificationNamesCall } from '#features/catalogue/managed-contract.ts';
import { roundUpToPacks, unitPriceIn } from '#features/catalogue/rules.ts';
import {
  lawFieldTexts as lawTexts,
  priceBreakTexts,
  reductionTexts,
  specificationRowTexts,
} from '#features/catalogue/texts/manage.ts';
import { type ToolSection, toolFieldNames, toolFields } from '#features/catalogue/tool-fields-contract.ts';
import { ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { PictureField, useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { formatCount } from '#texts/locale.ts';
import { Button } from '#ui/button.tsx';
import { useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { useDuty } from '#ui/client/use-duty.ts';
import { Advanced, FoldedPart } from '#ui/dashboard/advanced.tsx';
import { FormFoot, LeaveDialog, RestoredNote } from '#ui/dashboard/form-parts.tsx';
import { MoneyField } from '#ui/dashboard/money-field.tsx';
import { RowsField } from '#ui/dashboard/ordered-rows.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { addToolTexts as texts } from '#ui/form-texts.ts';
import { Icon } from '#ui/icon.tsx';
import { breaksBelow, overtakenRows } from './form-rows.ts';
import { MorePictures, useMorePictures } from './more-pictures.tsx';
import { type FormName, type ToolFields, type ToolFormState, toolLabels } from './use-tool-form.ts';

/** Reads a number from a text field; `undefined` if empty. */
const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));

const inputs: Record<string, ComponentProps<'input'>> = {
  whole: { type: 'number', inputMode: 'numeric', min: 1 },
  amount: { type: 'number', inputMode: 'decimal', step: 'any' },
};

/** Returns the fields of a part of the form: how each is typed and read. */
const fieldsIn = (section: ToolSection) =>
  toolFieldNames
    .filter((name) => toolFields[name].section === section)
    .map((name) => {
      const input = inputs[toolFields[name].input];
      return { name, input, options: input && { setValueAs: readNumber } };
    });

type ToolFormProps = {
  state: ToolFormState;
  /** A hint on the stock of an existing tool. */
  stockHint?: string;
  words: { submit: string; waiting: string; leave: string };
  /** Whether everything is saved, so that leaving needs no confirmation. */
  isDone?: boolean;
  /** Shown above the fields. */
  children?: ReactNode;
};

/** The fields of a new or existing tool, with a preview of its card. */
export function ToolForm({ state, stockHint, words, isDone = false, children }: ToolFormProps) {
  const labels = toolLabels(useRegion().units);
  const { form, field, problem, changes, progress, isSending, isRestored, startOver, formProps } = state;
  const typed = useWatch({ control: form.control });
  const chosen = useFileAddress(typed.image);
  const picture = typed.image ? chosen : typed.img || undefined;
  const hints = useHints(typed, stockHint);
  const values = useKnownNames();
  const knownSpecifications = useKnownSpecifications();
  const adding = useMorePictures(state);
  const isAdding = adding.sending !== undefined;
  const id = useId();
  return (
    <>
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      {children}
      <form {...formProps} className="grid gap-x-8 gap-y-5 lg:grid-cols-5">
        <div className="space-y-5 lg:col-span-3">
          <TextField label={labels.name} {...field('name')} />
          <TextArea label={labels.description} rows={6} {...field('description')} />
          {(['figures', 'kind'] as const).map((section) => (
            <div key={section} className="grid gap-5 sm:grid-cols-3 sm:items-start">
              {fieldsIn(section).map(({ name, input, options }) =>
                input === inputs.amount ? (
                  <MoneyField
                    key={name}
                    label={labels[name]}
                    hint={hints[name]}
                    isTyped={Object.hasOwn(form.formState.dirtyFields, name)}
                    {...field(name, options)}
                  />
                ) : (
                  <TextField
                    key={name}
                    label={labels[name]}
                    hint={hints[name]}
                    list={name in values ? `${id}-${name}` : undefined}
                    {...input}
                    {...field(name, options)}
                  />
                ),
              )}
            </div>
          ))}
          {Object.entries(values).map(([name, known]) => (
            <datalist key={name} id={`${id}-${name}`}>
              {known.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          ))}
          <Controller
            control={form.control}
            name="specifications"
            render={({ field, fieldState: { error } }) => (
              <RowsField
                {...field}
                label={labels.specifications}
                {...specificationRowTexts}
                known={knownSpecifications}
                isOrdered
                value={field.value ?? ''}
                error={error?.message}
              />
            )}
          />
          <fieldset>
            <legend className="mb-3 text-sm font-semibold">{texts.optional(texts.measures)}</legend>
            <div className="grid grid-cols-2 gap-5 sm:grid-cols-4 sm:items-start">
              {fieldsIn('measures').map(({ name, options }) => (
                <TextField key={name} label={labels[name]} {...inputs.amount} {...field(name, options)} />
              ))}
            </div>
          </fieldset>
          <Controller
            control={form.control}
            name="image"
            render={({ field, fieldState: { error } }) => (
              <PictureField
                {...field}
                label={labels.image}
                file={field.value}
                preview={picture}
                error={error?.message}
                progress={progress}
                onChange={(file) => {
                  field.onChange(file);
                  if (file) void form.trigger('image');
                }}
              />
            )}
          />
          <MorePictures state={state} adding={adding} />
          <Advanced about={texts.quantities} isUsed={areQuantitiesUsed(state, typed)}>
            {fieldsIn('packs').map(({ name, input, options }) => (
              <TextField
                key={name}
                label={labels[name]}
                hint={hints[name]}
                className="sm:max-w-64"
                {...input}
                {...field(name, options)}
              />
            ))}
            <Controller
              control={form.control}
              name="price_breaks"
              render={({ field, fieldState: { error } }) => (
                <RowsField
                  {...field}
                  label={labels.price_breaks}
                  columns={priceBreakTexts.columns}
                  add={priceBreakTexts.add}
                  hint={hints.price_breaks}
                  value={field.value ?? ''}
                  error={error?.message}
                />
              )}
            />
          </Advanced>
          <FoldedPart
            isUsed={isReductionUsed(state, typed)}
            summary={
              <>
                {reductionTexts.label}{' '}
                <span className="font-normal text-ink-soft">{reductionTexts.about}</span>
              </>
            }
          >
            <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
              <MoneyField
                label={labels.former_price}
                hint={reductionTexts.hint}
                isTyped={Object.hasOwn(form.formState.dirtyFields, 'former_price')}
                {...field('former_price', { setValueAs: readNumber })}
              />
              <TextField label={labels.reduced_until} type="date" {...field('reduced_until')} />
            </div>
          </FoldedPart>
          <LawFields state={state} labels={labels} />
          <FormFoot
            problem={problem}
            changes={changes}
            waiting={
              isAdding || progress !== undefined
                ? texts.sendingPicture
                : isSending
                  ? words.waiting
                  : undefined
            }
          >
            <Button type="submit" busy={isSending || isAdding}>
              {words.submit}
            </Button>
          </FormFoot>
        </div>
        <div className="lg:col-span-2">
          <ToolPreview typed={typed} picture={picture} />
        </div>
      </form>
      <LeaveDialog
        wouldLose={typed.image !== undefined && !isDone}
        title={words.leave}
        why={texts.leaveWhy}
      />
    </>
  );
}

/** Whether a tool's price is reduced, or something is wrong with that. */
function isReductionUsed(
  { form }: ToolFormState,
  { former_price, reduced_until }: Partial<ToolFields>,
): boolean {
  const { errors } = form.formState;
  return Boolean(former_price ?? (reduced_until || (errors.former_price ?? errors.reduced_until)));
}

const lawSections = ['maker', 'guarantee', 'law'] as const;

/** What the law of the shop's country may want said of a tool; nothing where it asks for none of it. */
function LawFields({ state, labels }: { state: ToolFormState; labels: Record<FormName, string> }) {
  const { form, field } = state;
  const hasDuty = useDuty();
  const names = lawSections
    .flatMap((section) => fieldsIn(section))
    .map(({ name }) => name)
    .filter((name) => !toolFields[name].duty || hasDuty(toolFields[name].duty));
  const typed = useWatch({ control: form.control, name: names });
  if (names.length === 0) return null;
  const isUsed = typed.some(Boolean) || names.some((name) => form.formState.errors[name]);
  return (
    <FoldedPart
      isUsed={isUsed}
      summary={
        <>
          {lawTexts.label} <span className="font-normal text-ink-soft">{lawTexts.about}</span>
        </>
      }
    >
      {names.map((name) => (
        <LawField key={name} name={name} label={labels[name]} field={field} />
      ))}
    </FoldedPart>
  );
}

function LawField({ name, label, field }: { name: FormName; label: string } & Pick<ToolFormState, 'field'>) {
  const { input, options } = toolFields[name];
  const hint = lawTexts.hints[name as keyof typeof lawTexts.hints];
  if (input === 'text') return <TextArea label={label} hint={hint} rows={3} {...field(name)} />;
  if (options)
    return (
      <SelectField
        label={label}
        hint={hint}
        none={lawTexts.none}
        options={Object.entries(options)}
        {...field(name)}
      />
    );
  const isNumber = input === 'whole';
  return (
    <TextField
      label={label}
      hint={hint}
      className={isNumber ? 'sm:max-w-64' : undefined}
      {...(isNumber && inputs.whole)}
      {...field(name, isNumber ? { setValueAs: readNumber } : undefined)}
    />
  );
}

/** Whether a tool is sold in packs or has price breaks, or something is wrong with them. */
function areQuantitiesUsed(
  { form }: ToolFormState,
  { pack_step, price_breaks }: Partial<ToolFields>,
): boolean {
  const { errors } = form.formState;
  return (
    Number(pack_step ?? 1) !== 1 || Boolean(price_breaks) || Boolean(errors.pack_step ?? errors.price_breaks)
  );
}

/** Returns hints for some fields. A minimum above the available quantity is allowed: a delivery may be on its
 * way. */
function useHints(
  typed: Partial<ToolFields>,
  stockHint: string | undefined,
): Partial<Record<FormName, ReactNode>> {
  const { currency } = useShopSettings();
  const { min_order_quantity: minimum, available_quantity: available } = typed;
  const step = typed.pack_step || 1;
  const inPacks = roundUpToPacks(Number(minimum), step);
  const overtaken = overtakenRows(typed.price_breaks, typed.price);
  const isTooMuch = Number(minimum) > Number(available) && String(available ?? '') !== '';
  return {
    price: texts.priceHint(currency.toUpperCase()),
    available_quantity: stockHint,
    price_breaks: overtaken.length > 0 && (
      <span role="status" className="font-medium text-warn">
        {priceBreakTexts.overtaken(overtaken)}
      </span>
    ),
    pack_step: inPacks > Number(minimum) ? texts.packMinimum(formatCount(inPacks)) : texts.packHint,
    min_order_quantity: isTooMuch && (
      <span role="status" className="font-medium text-warn">
        {texts.minimumTooHigh}
      </span>
    ),
  };
}

/** Returns the names of categories and brands, as suggestions; empty if they could not be loaded. */
function useKnownNames() {
  const { data } = useTaxonomy();
  const { category = [], brand = [] } = data ?? {};
  return { category: category.map(({ name }) => name), brand: brand.map(({ name }) => name) };
}

/** Returns the names and units of existing specifications, as suggestions for their columns: a name that
 * differs by a letter would become a separate filter. */
function useKnownSpecifications() {
  const { data = [] } = useCall(['tools', 'specifications'], listSpecificationNamesCall, {});
  const units = data.flatMap(({ unit }) => unit ?? []);
  return [[...new Set(data.map(({ name }) => name))], [], [...new Set(units)]];
}

/** A preview of the card that buyers will see; hidden from screen readers, and inert. */
function ToolPreview({ typed, picture }: { typed: Partial<ToolFields>; picture: string | undefined }) {
  const price = figureOf(typed.price, 0);
  const minimum = figureOf(typed.min_order_quantity, 1);
  const tool: Tool = {
    _id: '',
    name: typed.name || texts.previewName,
    description: typed.description ?? '',
    img: picture ?? '',
    picture: null,
    min_order_quantity: minimum,
    available_quantity: figureOf(typed.available_quantity, 1),
    price,
    measure_price: null,
    lowestPrice30Days: null,
    reduced_until: null,
    unit_price: unitPriceIn({ price, price_breaks: breaksBelow(typed.price_breaks, price) }, minimum),
    category: typed.category?.trim() || null,
    brand: typed.brand?.trim() || null,
    part_number: typed.part_number?.trim() || null,
    rating: null,
    family: null,
    rating_count: 0,
    version: 1,
  };
  return (
    <div aria-hidden="true" inert className="max-w-sm max-lg:hidden">
      <p className="label-caps mb-2 text-ink-soft">{texts.preview}</p>
      <div className="relative">
        <ToolCard tool={tool} heading="h3" sizes="400px" />
        {!picture && (
          <div className="absolute inset-x-px top-px grid aspect-4/3 place-items-center rounded-t-md bg-plate text-plate-ink">
            <Icon name="image" className="size-8" />
          </div>
        )}
      </div>
    </div>
  );
}

const figureOf = (typed: number | undefined, instead: number) =>
  typeof typed === 'number' && Number.isFinite(typed) ? typed : instead;
