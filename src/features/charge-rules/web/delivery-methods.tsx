import { type Units, unitOf } from '#contracts/units.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useRegion } from '#ui/client/load-context.ts';
import { Advanced } from '#ui/dashboard/advanced.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { TextField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { changeDeliveryRulesCall, deliveryRulesSchema, type ManagedRules } from '../managed-contract.ts';
import { listed, deliveryScreenTexts as texts } from '../texts/delivery-screen.ts';
import { EditableRows } from './editable-rows.tsx';
import {
  checkDelivery,
  deliveryFieldOf,
  differingDelivery,
  newMethod,
  newRegion,
  readDelivery,
  type TypedDelivery,
  type TypedRegion,
  typeDelivery,
} from './form-delivery.ts';
import { MethodFields, useMethodSummary } from './method-fields.tsx';
import { RegionFields, summarizeRegion } from './region-fields.tsx';
import { DefaultsNote, FormSection, RulesFrame } from './rules-form.tsx';
import { ShippingTabs } from './shipping-tabs.tsx';
import { TryIt } from './try-it.tsx';
import { type RulesPart, useRules, useRulesForm } from './use-rules-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The screen on which an admin sets regions, methods and prices of delivery. */
export default function DeliveryMethods() {
  return (
    <AdminOnly title={texts.title}>
      <ShippingTabs />
      <PageHead title={texts.title} lead={texts.lead} />
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

const deliveryIn = (units: Units): RulesPart<TypedDelivery> => ({
  name: `delivery-rules-${units}`,
  saved: texts.saved,
  type: (rules) => typeDelivery(rules, units),
  read: (typed, rules) => ({ ...rules, ...readDelivery(typed, units, rules) }),
  check: (rules) => checkDelivery(rules, units),
  save(api, { shopCountry: _, ...rules }) {
    return api.call(changeDeliveryRulesCall, { body: deliveryRulesSchema.parse(rules) });
  },
  fieldOf: (_typed, _rules, path) => deliveryFieldOf(path),
});

const parts = { imperial: deliveryIn('imperial'), metric: deliveryIn('metric') };

/** Whether the rules are still the default: one free method for every address. */
const isDefault = ({ methods, regions }: ManagedRules) =>
  regions.length === 0 &&
  methods.every(({ kind, price, maxGrams }) => kind === 'flat' && price === 0 && maxGrams === null);

function DeliveryForm({ loaded }: { loaded: ManagedRules }) {
  const { units } = useRegion();
  const rulesForm = useRulesForm(parts[units], loaded);
  const { form, field, typed, problemOf } = rulesForm;
  const { methods, regions } = typed;
  const methodSummary = useMethodSummary(regions);
  const { errors } = form.formState;
  const areWeighed =
    typed.assumedGrams !== '0' ||
    methods.some(({ kind, maxGrams }) => kind === 'by_weight' || maxGrams !== '');

  /** Returns the methods that would deliver everywhere without this region. */
  const onlyThere = (region: string) =>
    methods.filter(({ regions: reached }) => reached.length === 1 && reached[0] === region);

  /** Removes a deleted region from the methods. */
  function leaveOut(region: TypedRegion) {
    for (const [place, method] of methods.entries()) {
      const others = method.regions.filter((id) => id !== region._id);
      form.setValue(`methods.${place}.regions`, others);
    }
  }

  return (
    <>
      {isDefault(rulesForm.rules) && (
        <DefaultsNote heading={texts.defaults.heading}>{texts.defaults.text}</DefaultsNote>
      )}
      <RulesFrame form={rulesForm} label={texts.form} differing={differingDelivery}>
        <FormSection id="methods" heading={texts.methods.heading} problem={problemOf('methods.root')}>
          <EditableRows
            form={form}
            name="methods"
            typed={methods}
            words={texts.methods}
            summary={methodSummary}
            newRow={newMethod}
            isOneOpen={isDefault(loaded)}
            fields={(place) => <MethodFields form={form} place={place} regions={regions} />}
          />
        </FormSection>
        {areWeighed && (
          <FormSection id="shop" heading={texts.shop.heading}>
            <TextField
              label={texts.shop.assumedGrams(unitOf(units, 'weight').unit)}
              hint={
                rulesForm.rules.unweighedTools > 0 && texts.shop.unweighed(rulesForm.rules.unweighedTools)
              }
              className="max-w-sm"
              type="number"
              inputMode="decimal"
              step="any"
              min={0}
              {...field('assumedGrams')}
            />
          </FormSection>
        )}
        <Advanced about={texts.advanced} isUsed={regions.length > 0 || errors.regions !== undefined}>
          <FormSection
            id="regions"
            heading={texts.regions.heading}
            lead={texts.regions.lead}
            problem={problemOf('regions.root')}
          >
            <EditableRows
              form={form}
              name="regions"
              typed={regions}
              words={texts.regions}
              summary={summarizeRegion}
              newRow={newRegion}
              empty={<p className="text-ink-soft">{texts.regions.none}</p>}
              onRemoved={leaveOut}
              keeps={({ _id, name }) => {
                const only = onlyThere(_id).map((method) => method.name);
                return only.length > 0 ? texts.regions.onlyRegion(name, listed(only)) : undefined;
              }}
              fields={(place) => <RegionFields form={form} place={place} />}
            />
          </FormSection>
        </Advanced>
      </RulesFrame>
      <TryIt rules={rulesForm.wanted} isSound={rulesForm.isSound} />
    </>
  );
}
