import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { readTypedNumber } from '#contracts/number-notation.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { managedToolGaps, managedToolStocks } from '#features/catalogue/managed-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { usePriceStyle } from '#ui/client/load-context.ts';
import { type Selection, SelectionBar, useSelection } from '#ui/dashboard/selection.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { type BulkChange, type CommonField, commonFields, startBulkChangeCall } from '../contract.ts';
import { bulkTexts as texts } from '../page-texts.ts';
import { type PriceRounding, roundingsOf } from '../rounding-rules.ts';
import { CommonInput, type CommonValue, choicesOf, commonChanges, noCommonValues } from './common-fields.tsx';

type Chosen = { tools: BulkChange['tools']; count: number | undefined };

/** The bar that changes the ticked tools, or once all shown are ticked all in the list (`total`),
 * with its form. It stays in view. */
export function BulkBar({
  selection,
  rows,
  total,
  actions,
}: {
  selection: Selection;
  rows: readonly Tool[] | undefined;
  total: number | undefined;
  /** Further actions on the ticked tools. */
  actions?: (ticked: readonly Tool[]) => ReactNode;
}) {
  const [filters] = useSearchParams();
  const selected = useSelection(selection, (state) => state.selected);
  const [opened, setOpened] = useState<Chosen>();
  const all = useRef<HTMLInputElement>(null);
  if (rows?.length === 0) return null;
  const ids = (rows ?? []).map(({ _id }) => _id);
  const ticked = ids.filter((id) => selected.has(id));
  const areAll = ids.length > 0 && ticked.length === ids.length;
  const isSome = ticked.length > 0 && !(areAll && ids.length === total);
  return (
    <SelectionBar
      ref={all}
      texts={texts}
      ids={rows && ids}
      ticked={ticked.length}
      selection={selection}
      status={texts.selected(ticked.length)}
    >
      {isSome && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setOpened({ tools: { ids: ticked }, count: ticked.length })}
        >
          {texts.open(ticked.length)}
        </Button>
      )}
      {areAll && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setOpened({ tools: meantBy(filters), count: total })}
        >
          {texts.openAll(total)}
        </Button>
      )}
      {ticked.length > 0 && actions?.(rows?.filter(({ _id }) => selected.has(_id)) ?? [])}
      <Dialog
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={texts.title(opened?.count)}
      >
        {opened && <BulkForm tools={opened.tools} onClose={() => setOpened(undefined)} />}
      </Dialog>
    </SelectionBar>
  );
}

/** Returns the list's filters in the page's address. */
function meantBy(filters: URLSearchParams): BulkChange['tools'] {
  const q = filters.get('q')?.trim();
  const stock = managedToolStocks.find((each) => each === filters.get('stock'));
  const lacks = managedToolGaps.find((each) => each === filters.get('lacks'));
  const [category, brand, family] = ['category', 'brand', 'family'].map((name) => filters.get(name));
  return {
    ...(q && { q }),
    ...(stock && { stock }),
    ...(lacks && { lacks }),
    ...(category && { category }),
    ...(brand && { brand }),
    ...(family && { family }),
  };
}

type Values = {
  price: keyof typeof texts.prices;
  priceBy: string;
  rounding: PriceRounding;
  stock: keyof typeof texts.stocks;
  units: string;
  common: Record<CommonField, CommonValue>;
};

const nothing: Values = {
  price: '',
  priceBy: '',
  rounding: 'none',
  stock: '',
  units: '',
  common: noCommonValues,
};

/** The field of the form that each of the call's is typed into. */
const fieldsAtFault: Record<string, 'priceBy' | 'units'> = {
  pricePercent: 'priceBy',
  priceAmount: 'priceBy',
  availableTo: 'units',
  availableBy: 'units',
};

/** The changes to each tool: price, stock, and fields that all of them get alike. */
function BulkForm({ tools, onClose }: Pick<Chosen, 'tools'> & { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const roundings = roundingsOf(usePriceStyle().currency);
  const { form, field, problem, setProblem, isSending, formProps } = useCallForm({
    defaultValues: nothing,
    send: (values) => api.call(startBulkChangeCall, { body: { tools, ...changeOf(values) } }),
    onSent: (started) => navigate(`/dashboard/import?import=${started.id}`),
    // Only a field that is shown can show why.
    fieldAtFault(refused, values) {
      const common = commonFields.find((each) => each === refused);
      if (common) return values.common[common].choice === 'set' ? `common.${common}.value` : undefined;
      const isShown = { priceBy: values.price !== '', units: values.stock !== '' };
      const field = fieldsAtFault[refused ?? ''];
      return field && isShown[field] ? field : undefined;
    },
  });
  const [price, stock, common] = useWatch({ control: form.control, name: ['price', 'stock', 'common'] });

  return (
    <form {...formProps} onChange={() => setProblem(undefined)} className="space-y-5">
      <p className="text-sm text-ink-soft">{texts.lead}</p>
      <Pair>
        <SelectField
          label={texts.price}
          options={Object.entries(texts.prices)}
          {...field('price', { deps: 'priceBy' })}
        />
        {price && (
          <TextField
            label={texts[price]}
            hint={price === 'percent' ? texts.percentHint : texts.amountHint}
            inputMode="text"
            {...field('priceBy')}
          />
        )}
      </Pair>
      {price && roundings.length > 1 && (
        <Pair>
          <SelectField
            label={texts.rounding}
            hint={texts.roundingHint}
            options={roundings.map((each) => [each, texts.roundings[each]] as const)}
            {...field('rounding')}
          />
        </Pair>
      )}
      {price && <p className="text-sm text-ink-soft">{texts.breaksStay}</p>}
      <Pair>
        <SelectField
          label={texts.stock}
          options={Object.entries(texts.stocks)}
          {...field('stock', { deps: 'units' })}
        />
        {stock && (
          <TextField
            label={texts[stock]}
            hint={stock === 'by' ? texts.byHint : undefined}
            inputMode="text"
            {...field('units')}
          />
        )}
      </Pair>
      {commonFields.map((name) => (
        <Pair key={name}>
          <SelectField
            label={texts.common[name].label}
            options={choicesOf(name)}
            {...field(`common.${name}.choice`)}
          />
          {common[name].choice === 'set' && <CommonInput name={name} field={field(`common.${name}.value`)} />}
        </Pair>
      ))}
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.next}
      </DialogFoot>
    </form>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
);

function changeOf({ price, priceBy, rounding, stock, units, common }: Values): Omit<BulkChange, 'tools'> {
  return {
    ...(price === 'percent' && { pricePercent: readTypedNumber(priceBy) }),
    ...(price === 'amount' && { priceAmount: readTypedNumber(priceBy) }),
    ...(price && rounding !== 'none' && { priceRounding: rounding }),
    ...commonChanges(common),
    ...(stock === 'to' && { availableTo: readTypedNumber(units) }),
    ...(stock === 'by' && { availableBy: readTypedNumber(units) }),
  };
}
