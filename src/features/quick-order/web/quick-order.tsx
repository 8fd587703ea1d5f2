import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod/mini';
import { listOrdersCall } from '#features/orders/contract.ts';
import {
  addListCall,
  changeListCall,
  getListCall,
  MAX_LIST_LINES,
  newListSchema,
} from '#features/saved-lists/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { counted } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { readToolsCall } from '../contract.ts';
import { quickOrderTexts as texts } from '../texts.ts';
import { AddToCart } from './add-to-cart.tsx';
import { type EditedLine, isReady, toKnownLines, toRestoredLines, toSavedLine } from './edited-lines.ts';
import { LineFields } from './line-fields.tsx';
import { customerPath, useQuickOrder } from './use-quick-order.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** A pasted list, a saved list or an earlier payment, to edit and add to the cart. */
export default function QuickOrderPage() {
  const [search] = useSearchParams();
  const { email } = useDashboardUser();
  const { data: role } = useRole(email);
  const asked = search.get('customer') ?? undefined;
  const customer = role === undefined || role === 'user' ? undefined : asked;
  const draft = customer === undefined ? 'quick-order' : `quick-order:${customer}`;
  const start = useStart(search, {
    draft,
    customer,
    isEnabled: asked === undefined || role !== undefined,
  });
  const key = search.toString();
  return (
    <>
      <PageHead
        title={texts.title}
        lead={customer === undefined ? (start.data?.lead ?? texts.lead) : texts.from.customer(customer)}
        actions={
          customer !== undefined && (
            <LinkButton to={customerPath(customer)} variant="secondary" size="sm">
              {texts.toCustomer}
            </LinkButton>
          )
        }
      />
      {start.error && <QueryError of={start} />}
      {start.isPending && <Skeleton className="h-64 w-full" />}
      {start.data && <QuickOrderForm key={key} start={start.data} customer={customer} />}
    </>
  );
}

/** The initial lines. Those of a pasted list are stored under `draft` as long as the tab is open. */
type Start = { lines: EditedLine[]; lead: string; savedAs?: SavedAs; draft?: string };

/** Loads the initial lines: those of a saved list, an earlier payment, the
 * cart, or the list pasted before. */
function useStart(
  search: URLSearchParams,
  { draft, customer, isEnabled }: { draft: string; customer: string | undefined; isEnabled: boolean },
) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const [list, again, isCart] = [search.get('list'), search.get('again'), search.has('cart')];
  return useQuery({
    queryKey: ['quick-order', email, list, again, isCart, draft],
    enabled: isEnabled,
    // Never refetch while the buyer edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Start> => {
      const withTools = async (lines: Parameters<typeof toKnownLines>[0]) => {
        if (lines.length === 0) return [];
        const toolIds = [...new Set(lines.map(({ toolId }) => toolId))];
        const { tools } = await api.call(readToolsCall, { body: { toolIds, customer }, signal });
        return toKnownLines(lines, tools);
      };
      if (list !== null) {
        const saved = await api.call(getListCall, { params: { id: list }, signal });
        const savedAs = { id: saved._id, name: saved.name };
        return { lines: await withTools(saved.lines), lead: texts.from.list(saved.name), savedAs };
      }
      if (again === null && !isCart) {
        const { lines } = readKeptOrder(draft, email);
        const ids = [...new Set(lines.map(({ toolId }) => toolId))].filter(Boolean);
        if (ids.length === 0) return { lines, lead: texts.lead, draft };
        const { tools } = await api.call(readToolsCall, { body: { toolIds: ids, customer }, signal });
        return { lines: toRestoredLines(lines, tools), lead: texts.lead, draft };
      }
      const which = again === null ? { status: 'unpaid' as const } : { q: again };
      const orders: Parameters<typeof toKnownLines>[0][number][] = [];
      let cursor: string | undefined;
      do {
        const page = await api.list(listOrdersCall, { query: { email, ...which, cursor }, signal });
        for (const { toolId, toolName, minQuantity } of page.rows)
          orders.push({ toolId, toolName, quantity: minQuantity });
        cursor = page.nextCursor;
      } while (cursor !== undefined && orders.length <= MAX_LIST_LINES);
      const lines = await withTools(orders.slice(0, MAX_LIST_LINES));
      if (again !== null) return { lines, lead: texts.from.again };
      const isCut = orders.length > MAX_LIST_LINES;
      return { lines, lead: isCut ? texts.from.cartCut(MAX_LIST_LINES) : texts.from.cart };
    },
  });
}

/** Reads the list that was pasted and edited in this tab. */
function readKeptOrder(draft: string, email: string): { text: string; lines: EditedLine[] } {
  const { text = '', lines = '[]' } = readDraft(draft, email) ?? {};
  return { text: String(text), lines: JSON.parse(String(lines)) };
}

function keepOrder(draft: string, email: string, { text, lines }: { text: string; lines: EditedLine[] }) {
  const shown = lines.some(({ isAdded }) => !isAdded) ? { lines: JSON.stringify(lines) } : {};
  keepDraft(draft, email, { ...(text && { text }), ...shown });
}

function QuickOrderForm({ start, customer }: { start: Start; customer: string | undefined }) {
  const { savedAs, draft } = start;
  const { email } = useDashboardUser();
  const [text, setText] = useState(() => (draft ? readKeptOrder(draft, email).text : ''));
  const quickOrder = useQuickOrder(start.lines, customer, () => draft && keepDraft(draft, email, {}));
  const { all, lines, reading } = quickOrder;
  const open = lines.filter((line) => !isReady(line)).length;
  const headingId = useId();
  useEffect(() => {
    if (draft) keepOrder(draft, email, { text, lines: all });
  }, [draft, email, text, all]);
  if (lines.length === 0)
    return (
      <form
        method="post"
        className="max-w-3xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!reading.isPending) reading.mutate(text);
        }}
      >
        <TextArea
          label={texts.list}
          hint={texts.hint}
          rows={10}
          value={text}
          error={reading.error ? errorMessage(reading.error) : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" busy={reading.isPending}>
          {texts.read}
        </Button>
      </form>
    );
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {texts.lines}
        </h2>
        <p aria-live="polite" className="text-ink-soft tabular-nums">
          {texts.summary(lines.length - open, open)}
        </p>
      </div>
      <ol
        aria-labelledby={headingId}
        className="divide-y divide-line rounded-md border border-line bg-surface"
      >
        {lines.map((line, index) => (
          <LineFields key={line.key} line={line} number={index + 1} quickOrder={quickOrder} />
        ))}
      </ol>
      <AddToCart quickOrder={quickOrder} email={email} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line pt-6">
        {customer === undefined && <SaveList lines={all} savedAs={savedAs} />}
        <Button
          variant="quiet"
          className={classNames('max-sm:-ml-5', customer === undefined && 'sm:mt-6')}
          onClick={() => {
            quickOrder.setLines([]);
            setText('');
          }}
        >
          {texts.startOver}
        </Button>
      </div>
    </div>
  );
}

type SavedAs = { id: string; name: string };

/** Saves the known lines under a name, or to the list that they came from, including those already in the
 * cart and those whose tool was removed from the shop. Shows how many are left out. */
function SaveList({ lines, savedAs }: { lines: EditedLine[]; savedAs: SavedAs | undefined }) {
  const { api } = useSession();
  const [known, setKnown] = useState(savedAs);
  const sent = lines.flatMap((line) => toSavedLine(line) ?? []);
  const [added, leftOut] = [lines.filter(({ isAdded }) => isAdded).length, lines.length - sent.length];
  const notes = [
    added > 0 && counted(added, texts.savedWithAdded),
    leftOut > 0 && counted(leftOut, texts.savedWithout),
  ];
  const { field, isSending, formProps } = useCallForm({
    schema: z.pick(newListSchema, { name: true }),
    defaultValues: { name: savedAs?.name ?? '' },
    send: async ({ name }) => {
      const body = { name, lines: sent };
      if (known) await api.call(changeListCall, { params: { id: known.id }, body });
      else setKnown({ id: (await api.call(addListCall, { body })).insertedId, name });
    },
    fieldAtFault: () => 'name',
    changes: [['lists']],
    done: texts.saved,
  });
  return (
    <form {...formProps} className="w-120 max-w-full">
      <TextField
        label={texts.name}
        maxLength={100}
        hint={notes.filter(Boolean).join(' ') || undefined}
        {...field('name')}
        after={
          <Button
            type="submit"
            variant="secondary"
            className="shrink-0"
            busy={isSending}
            disabled={sent.length === 0}
          >
            {known ? texts.saveChanges : texts.save}
          </Button>
        }
      />
    </form>
  );
}
