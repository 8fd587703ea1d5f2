import { listCountries } from '#features/addresses/country-rules.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/error-state.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { changeDeliveryRulesCall, deliveryRulesSchema, type ManagedRules } from '../managed-contract.ts';
import { listed, deliveryScreenTexts as texts } from '../texts/delivery-screen.ts';
import { EditableRows } from './editable-rows.tsx';
import { MethodFields, useMethodSummary } from './method-fields.tsx';
import { RegionFields, summarizeRegion } from './region-fields.tsx';
import { DefaultsNote, FormSection, RulesFrame } from './rules-form.tsx';
import { TryIt } from './try-it.tsx';
import {
  deliveryFieldOf,
  differingDelivery,
  newMethod,
  newRegion,
  readDelivery,
  type TypedDelivery,
  typeDelivery,
} from './typed-delivery.ts';
import { type RulesPart, useRules, useRulesForm } from './use-rules-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The screen on which an admin says where the shop delivers, how, and for how much. */
export default function DeliveryMethods() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} lead={texts.lead} link={{ to: '/dashboard/tax', words: texts.toTax }} />
      <Loaded />
    </AdminOnly>
  );
}

function Loaded() {
  const rules = useRules();
  if (rules.error && !rules.data) return <QueryError of={rules} />;
  if (!rules.data) return <Skeleton className="h-96 w-full max-w-4xl" />;
  return <DeliveryForm loaded={rules.data} />;
}

const delivery: RulesPart<TypedDelivery> = {
  name: 'delivery-rules-2',
  saved: texts.saved,
  type: typeDelivery,
  read: (typed, rules) => ({ ...rules, ...readDelivery(typed) }),
  check: (rules) => deliveryRulesSchema.safeParse(rules).error?.issues ?? [],
  save: (api, rules) => api.call(changeDeliveryRulesCall, { body: deliveryRulesSchema.parse(rules) }),
  fieldOf: (typed, _rules, path) => deliveryFieldOf(typed, path),
};

/** Whether nobody has changed anything yet: one free method for every address. */
const isDefault = ({ methods, regions }: ManagedRules) =>
  regions.length === 0 &&
  methods.every(({ kind, price, maxGrams }) => kind === 'flat' && price === 0 && maxGrams === null);

function DeliveryForm({ loaded }: { loaded: ManagedRules }) {
  const form = useRulesForm(delivery, loaded);
  const { typed, problems, edit } = form;
  const { methods, regions } = typed;
  const methodSummary = useMethodSummary(regions);
  const editRow = <Row extends { _id: string }>(rows: Row[], row: Row, change: Partial<Row>) =>
    rows.map((each) => (each._id === row._id ? { ...each, ...change } : each));

  /** Methods that would go everywhere without this region. */
  const onlyThere = (region: string) =>
    methods.filter(({ regions: reached }) => reached.length === 1 && reached[0] === region);

  return (
    <>
      {isDefault(form.rules) && (
        <DefaultsNote heading={texts.defaults.heading}>{texts.defaults.text}</DefaultsNote>
      )}
      <RulesFrame form={form} label={texts.form} differing={differingDelivery}>
        <FormSection id="methods" heading={texts.methods.heading} problem={problems.methods}>
          <EditableRows
            rows={methods}
            problems={problems}
            words={texts.methods}
            summary={methodSummary}
            newRow={newMethod}
            onRows={(rows) => edit({ methods: rows }, 'methods')}
            fields={(method) => (
              <MethodFields
                method={method}
                regions={regions}
                problems={problems}
                onEdit={(change, field) =>
                  edit({ methods: editRow(methods, method, change) }, `${method._id}.${field}`)
                }
              />
            )}
          />
        </FormSection>
        <FormSection
          id="regions"
          heading={texts.regions.heading}
          lead={texts.regions.lead}
          problem={problems.regions}
        >
          <EditableRows
            rows={regions}
            problems={problems}
            words={texts.regions}
            summary={summarizeRegion}
            newRow={newRegion}
            empty={<p className="text-ink-soft">{texts.regions.none}</p>}
            onRows={(rows) => edit({ regions: rows, methods: withoutOthers(methods, rows) }, 'regions')}
            keeps={({ _id, name }) => {
              const only = onlyThere(_id).map((method) => method.name);
              return only.length > 0 ? texts.regions.onlyRegion(name, listed(only)) : undefined;
            }}
            fields={(region) => (
              <RegionFields
                region={region}
                problems={problems}
                onEdit={(change, field) =>
                  edit({ regions: editRow(regions, region, change) }, `${region._id}.${field}`)
                }
              />
            )}
          />
        </FormSection>
        <FormSection id="shop" heading={texts.shop.heading}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <SelectField
              label={texts.shop.country}
              hint={texts.shop.countryHint}
              error={problems.shopCountry}
              value={typed.shopCountry}
              onChange={({ target }) => edit({ shopCountry: target.value }, 'shopCountry')}
              none={texts.shop.noCountry}
              options={listCountries().map(({ country, name }) => [country, name])}
            />
            <TextField
              label={texts.shop.assumedGrams}
              hint={form.rules.unweighedTools > 0 && texts.shop.unweighed(form.rules.unweighedTools)}
              type="number"
              inputMode="numeric"
              min={0}
              error={problems.assumedGrams}
              value={typed.assumedGrams}
              onChange={({ target }) => edit({ assumedGrams: target.value }, 'assumedGrams')}
            />
          </div>
        </FormSection>
      </RulesFrame>
      <TryIt rules={form.wanted} isSound={form.isSound()} />
    </>
  );
}

/** Methods without the regions that are gone. */
function withoutOthers(
  methods: TypedDelivery['methods'],
  regions: TypedDelivery['regions'],
): TypedDelivery['methods'] {
  const ids = new Set(regions.map(({ _id }) => _id));
  return methods.map((method) => ({ ...method, regions: method.regions.filter((id) => ids.has(id)) }));
}
