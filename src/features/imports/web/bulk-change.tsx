import { type ReactNode, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { readTypedNumber } from '#contracts/number-notation.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { managedToolGaps, managedToolStocks } from '#features/catalogue/managed-contract.ts';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { usePriceStyle } from '#ui/client/load-context.ts';
import { type Selection, SelectionBar, useSelection } from '#ui/dashboard/selection.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { type BulkChange, startBulkChangeCall } from '../contract.ts';
import { bulkTexts as texts } from '../page-texts.ts';
import { type PriceRounding, roundingsOf } from '../rounding-rules.ts';

type Chosen = { tools: BulkChange['tools']; count: number | undefined };

/** The bar that changes the ticked tools, or once all shown are ticked all in the list (`total`),
 * with its form. It stays in view. */
export function BulkBar({
  selection,
  rows,
  total,
}: {
  selection: Selection;
  rows: readonly Tool[] | undefined;
  total: number | undefined;
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
  const [category, brand] = [filters.get('category'), filters.get('brand')];
  return {
    ...(q && { q }),
    ...(stock && { stock }),
    ...(lacks && { lacks }),
    ...(category && { category }),
    ...(brand && { brand }),
  };
}

type Values = {
  price: keyof typeof texts.prices;
  priceBy: string;
  categoryChoice: keyof typeof texts.categories;
  category: string;
  rounding: PriceRounding;
  stock: keyof typeof texts.stocks;
  units: string;
};

const nothing: Values = {
  price: '',
  priceBy: '',
  rounding: 'none',
  categoryChoice: '',
  category: '',
  stock: '',
  units: '',
};

/** The field of the form that each of the call's is typed into. */
const fieldsAtFault: Record<string, 'priceBy' | 'category' | 'units'> = {
  pricePercent: 'priceBy',
  priceAmount: 'priceBy',
  category: 'category',
  availableTo: 'units',
  availableBy: 'units',
};

/** The changes to each tool: price, category, stock. */
function BulkForm({ tools, onClose }: Pick<Chosen, 'tools'> & { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const id = useId();
  const taxonomy = useTaxonomy();
  const roundings = roundingsOf(usePriceStyle().currency);
  const { form, field, problem, setProblem, isSending, formProps } = useCallForm({
    defaultValues: nothing,
    send: (values) => api.call(startBulkChangeCall, { body: { tools, ...changeOf(values) } }),
    onSent: (started) => navigate(`/dashboard/import?import=${started.id}`),
    // Only a field that is shown can show why.
    fieldAtFault(refused, values) {
      const isShown = {
        priceBy: values.price !== '',
        category: values.categoryChoice === 'set',
        units: values.stock !== '',
      };
      const field = fieldsAtFault[refused ?? ''];
      return field && isShown[field] ? field : undefined;
    },
  });
  const [price, categoryChoice, stock] = useWatch({
    control: form.control,
    name: ['price', 'categoryChoice', 'stock'],
  });

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
          label={texts.categoryChoice}
          options={Object.entries(texts.categories)}
          {...field('categoryChoice')}
        />
        {categoryChoice === 'set' && (
          <TextField label={texts.category} list={`${id}-categories`} maxLength={60} {...field('category')} />
        )}
      </Pair>
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
      <datalist id={`${id}-categories`}>
        {taxonomy.data?.category.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
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

function changeOf({
  price,
  priceBy,
  rounding,
  categoryChoice,
  category,
  stock,
  units,
}: Values): Omit<BulkChange, 'tools'> {
  return {
    ...(price === 'percent' && { pricePercent: readTypedNumber(priceBy) }),
    ...(price === 'amount' && { priceAmount: readTypedNumber(priceBy) }),
    ...(price && rounding !== 'none' && { priceRounding: rounding }),
    ...(categoryChoice === 'set' && { category: category.trim() }),
    ...(categoryChoice === 'none' && { category: null }),
    ...(stock === 'to' && { availableTo: readTypedNumber(units) }),
    ...(stock === 'by' && { availableBy: readTypedNumber(units) }),
  };
}
