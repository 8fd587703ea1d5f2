import { type FieldValues, type UseFormReturn, useFieldArray } from 'react-hook-form';
import type { AccentTheme } from '#contracts/accent.ts';
import { currencyDisplays, formatPrice } from '#contracts/money.ts';
import type { DetailsSection } from '#contracts/shop-details.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { hasVatNumbers, regionWords } from '#texts/region.ts';
import { shopDetailsLabels as labels } from '#texts/shop-details.ts';
import { Button } from '#ui/button.tsx';
import { useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { Advanced } from '#ui/dashboard/advanced.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { Icon } from '#ui/icon.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import { countFiguresCall } from '../contract.ts';
import { shopDetailsTexts as texts } from '../texts/manage.ts';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import { RegionFields } from './region-fields.tsx';
import { SecurityFields } from './security-fields.tsx';

type Field = {
  name: string;
  label: string;
  rows?: number;
  hint?: string;
  isLogo?: boolean;
  /** The theme of an accent colour. */
  accent?: AccentTheme;
  isCurrency?: boolean;
  isNumber?: boolean;
  isTime?: boolean;
  options?: [value: string, words: string][];
};
type ListName = keyof typeof texts.add;
type List = { list: ListName; fields: Field[]; max: number };

const fieldsOf = (names: Record<string, string>, extra: Record<string, Partial<Field>> = {}): Field[] =>
  Object.entries(names).map(([name, label]) => ({ name, label, ...extra[name] }));

const twoRows = { rows: 2 };
const social = { hint: texts.hints.social };
const partFields = fieldsOf(labels.parts, { text: { rows: 6, hint: texts.hints.text } });
const article = (opening: Record<string, string>): (Field | List)[] => [
  ...fieldsOf(opening, {
    description: { rows: 2 },
    opening: { rows: 3 },
    returns: { hint: texts.hints.returns },
  }),
  { list: 'parts', fields: partFields, max: 12 },
];

/** The fields of each section, in order. */
const sectionFields: Record<DetailsSection, (Field | List)[]> = {
  shop: fieldsOf(labels.shop, { slogan: twoRows, description: twoRows, appDescription: twoRows }),
  look: fieldsOf(labels.look, {
    accentLight: { accent: 'light', hint: texts.hints.accent },
    accentDark: { accent: 'dark', hint: texts.hints.accent },
    logo: { isLogo: true },
    currencyDisplay: { isCurrency: true },
  }),
  contact: fieldsOf(labels.contact, {
    email: { hint: texts.hints.contactEmail },
    opening: { rows: 3 },
    shipsBy: { isTime: true, hint: texts.hints.shipsBy },
    shipsOn: { options: Object.entries(texts.shippingDays) },
    shipsWithin: { isNumber: true, hint: texts.hints.shipsWithin },
  }),
  region: fieldsOf(labels.region),
  business: fieldsOf(labels.business, {
    legalName: { hint: texts.hints.legalName },
    vatNumber: { hint: texts.hints.vatNumber },
    registration: { hint: texts.hints.registration },
    note: twoRows,
    orderPrefix: { hint: texts.hints.orderPrefix },
  }),
  bank: fieldsOf(labels.bank, {
    holder: { hint: texts.hints.bankHolder },
    iban: { hint: texts.hints.iban },
    paymentDays: { isNumber: true, hint: texts.hints.paymentDays },
  }),
  law: fieldsOf(labels.law, {
    customers: { hint: texts.hints.customers, options: Object.entries(texts.customers) },
  }),
  social: fieldsOf(labels.social, { facebook: social, instagram: social, youtube: social }),
  banner: fieldsOf(labels.banner, { promise: twoRows }),
  statistics: [{ list: 'figures', fields: fieldsOf(labels.figures), max: 4 }],
  support: [{ list: 'cards', fields: fieldsOf(labels.cards), max: 4 }],
  about: article({ description: labels.about.description, opening: labels.about.opening }),
  policy: article({
    description: labels.policy.description,
    opening: labels.policy.opening,
    returns: labels.policy.returns,
  }),
  returns: fieldsOf(labels.returns, {
    days: { isNumber: true, hint: texts.hints.returnDays },
    address: { hint: texts.hints.returnAddress },
    postage: { options: Object.entries(texts.returnPostage) },
    assumedDeliveryDays: { isNumber: true, hint: texts.hints.assumedDeliveryDays },
  }),
  portfolio: [
    ...fieldsOf(
      { description: labels.portfolio.description, opening: labels.portfolio.opening },
      { description: twoRows, opening: twoRows },
    ),
    {
      list: 'ranges',
      fields: fieldsOf(labels.ranges, { name: { hint: texts.hints.name }, text: { rows: 3 } }),
      max: 8,
    },
  ],
  email: fieldsOf(labels.email, { senderName: { hint: texts.hints.senderName } }),
  security: fieldsOf(labels.security),
};

const SAMPLE_PRICE = 1299;

type Form = UseFormReturn<FieldValues, unknown, FieldValues | null>;

/** The fields of a section, including its lists. */
export function SectionFields({ section, form }: { section: DetailsSection; form: Form }) {
  const { country } = useRegion();
  if (section === 'region') return <RegionFields form={form} />;
  if (section === 'security') return <SecurityFields form={form} />;
  const abroad = hasVatNumbers(country) ? [] : (usedWithVat[section] ?? []);
  const isAbroad = (spec: Field | List) => 'name' in spec && abroad.includes(spec.name);
  const isElsewhere = (spec: Field | List) =>
    'name' in spec && spec.name === 'shipsWithin' && country !== 'US';
  const shown = (spec: Field | List) =>
    'list' in spec ? (
      <ListFields key={spec.list} {...spec} form={form} />
    ) : (
      <OneField
        key={spec.name}
        {...spec}
        {...(spec.name === 'routing' && { label: regionWords(country).routing })}
        path={spec.name}
        form={form}
      />
    );
  const { errors } = form.formState;
  return (
    <>
      {sectionFields[section].filter((spec) => !isAbroad(spec) && !isElsewhere(spec)).map(shown)}
      {abroad.length > 0 && (
        <Advanced
          about={texts.abroad}
          isUsed={abroad.some((name) => form.getValues(name) !== '' || errors[name] !== undefined)}
        >
          {sectionFields[section].filter(isAbroad).map(shown)}
        </Advanced>
      )}
    </>
  );
}

/** Fields that a shop in a country without VAT numbers hardly needs. */
const usedWithVat: Partial<Record<DetailsSection, string[]>> = {
  business: ['vatNumber', 'registration'],
  bank: ['iban', 'bic'],
};

function OneField({
  path,
  label,
  rows,
  hint,
  isLogo,
  accent,
  isCurrency,
  isNumber,
  isTime,
  options,
  form,
}: Field & { path: string; form: Form }) {
  const { currency } = useShopSettings();
  if (isLogo) return <LogoField label={label} form={form} />;
  if (accent) return <AccentField path={path} label={label} hint={hint} theme={accent} form={form} />;
  const number = isNumber && { setValueAs: toNumber };
  const shared = { label, hint, ...fieldOf(form)(path, number || {}) };
  if (isCurrency) {
    return (
      <SelectField
        {...shared}
        options={currencyDisplays.map((display) => [display, formatPrice(SAMPLE_PRICE, currency, display)])}
      />
    );
  }
  if (options) return <SelectField {...shared} options={options} />;
  if (isTime) return <TextField type="time" {...shared} />;
  if (isNumber) return <TextField inputMode="numeric" {...shared} />;
  return rows ? <TextArea rows={rows} {...shared} /> : <TextField {...shared} />;
}

/** Converts typed text to a number; other text stays as it is, so that validation reports it. */
const toNumber = (typed: unknown) => (/^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : typed);

/** Fills in the figures of the home page from the shop's own sales. */
function CountedFigures({ onCounted }: { onCounted: (figures: FieldValues[]) => void }) {
  const { api } = useSession();
  const counting = useAction({
    call: () => api.call(countFiguresCall, {}),
    onDone: ({ figures }) => {
      if (figures.length === 0) return notify.error(texts.counted.none);
      onCounted(figures);
      notify.success(texts.counted.done);
    },
  });
  return (
    <Button variant="secondary" size="sm" busy={counting.isPending} onClick={() => counting.mutate()}>
      {texts.counted.act}
    </Button>
  );
}

function ListFields({ list, fields, max, form }: List & { form: Form }) {
  const rows = useFieldArray({ control: form.control, name: list });
  const empty = Object.fromEntries(fields.map(({ name }) => [name, '']));
  const item = texts.item[list];
  return (
    <div className="space-y-5">
      {rows.fields.map(({ id }, index) => (
        <fieldset key={id} className="space-y-4 border-l-2 border-line pl-4">
          <legend className="label-caps text-ink-soft">{texts.numbered(item, index + 1)}</legend>
          {fields.map((field) => (
            <OneField key={field.name} {...field} path={`${list}.${index}.${field.name}`} form={form} />
          ))}
          <Button
            variant="quiet"
            size="sm"
            aria-label={texts.remove(item, index + 1)}
            icon={<Icon name="trash" className="size-4" />}
            onClick={() => rows.remove(index)}
          />
        </fieldset>
      ))}
      {rows.fields.length < max && (
        <Button
          variant="secondary"
          size="sm"
          icon={<Icon name="plus" className="size-4" />}
          onClick={() => rows.append(empty)}
        >
          {texts.add[list]}
        </Button>
      )}
      {list === 'figures' && <CountedFigures onCounted={rows.replace} />}
    </div>
  );
}

/** The parts of a page of text, as the form's `parts`. */
export function PartsFields({
  form,
  max,
}: {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  max: number;
}) {
  return <ListFields list="parts" fields={partFields} max={max} form={form as Form} />;
}

/** What a section's fields are called that are not the same in two versions. */
export function differingFacts(section: DetailsSection, one: FieldValues, other: FieldValues): string[] {
  const [first, second] = [listFacts(section, one), listFacts(section, other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (label) => first.get(label) !== second.get(label),
  );
}

const listFacts = (section: DetailsSection, values: FieldValues) =>
  new Map(
    sectionFields[section].flatMap((spec): [label: string, value: string][] => {
      if (!('list' in spec)) return [[spec.label, String(values[spec.name] ?? '')]];
      const rows: FieldValues[] = values[spec.list] ?? [];
      return rows.flatMap((row, index) =>
        spec.fields.map(({ name, label }): [string, string] => [
          `${texts.numbered(texts.item[spec.list], index + 1)}: ${label}`,
          String(row[name] ?? ''),
        ]),
      );
    }),
  );
