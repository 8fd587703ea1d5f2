import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { ShippingTabs } from '#features/charge-rules/web/shipping-tabs.tsx';
import {
  type Carrier,
  type CarrierList,
  carriersSchema,
  listCarriersCall,
  setCarriersCall,
} from '#features/orders/carrier-contract.ts';
import { carriersTexts as texts } from '#features/orders/texts/parcels.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { filledRows, RowsField, writeRows } from '#ui/dashboard/ordered-rows.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { rowsTexts } from '#ui/dashboard/texts.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const carriersKey = ['carriers'];

/** The carriers in the order in which staff choose them, with the tracking links for buyers; an admin edits
 * them. */
export default function Carriers() {
  return (
    <AdminOnly title={texts.title}>
      <ShippingTabs />
      <PageHead title={texts.title} lead={texts.lead} />
      <LoadedForm />
    </AdminOnly>
  );
}

function LoadedForm() {
  const { api } = useSession();
  const carriers = useQuery({
    queryKey: carriersKey,
    queryFn: ({ signal }) => api.call(listCarriersCall, { signal }),
    refetchOnWindowFocus: false,
  });
  if (carriers.error) return <QueryError of={carriers} />;
  if (!carriers.data) return <Skeleton className="h-64 w-full max-w-4xl" />;
  return <CarriersForm carriers={carriers.data} />;
}

function CarriersForm({ carriers }: { carriers: readonly Carrier[] }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { form, isSending, formProps } = useCallForm<{ rows: string }, CarrierList, Carrier[]>({
    resolver({ rows }) {
      const body = { carriers: readCarriers(rows, carriers) };
      const [first] = carriersSchema.safeParse(body).error?.issues ?? [];
      if (!first) return { values: body, errors: {} };
      const row = first.path[1];
      const message = typeof row === 'number' ? rowsTexts.problem(row + 1, first.message) : first.message;
      return { values: {}, errors: { rows: { type: 'rule', message } } };
    },
    defaultValues: { rows: rowsOf(carriers) },
    send: (body) => api.call(setCarriersCall, { body }),
    onSent(saved) {
      queries.setQueryData(carriersKey, saved);
      form.reset({ rows: rowsOf(saved) });
    },
    fieldAtFault: () => 'rows',
    done: texts.saved,
  });
  return (
    <form {...formProps} aria-label={texts.form} className="grid max-w-4xl gap-6">
      <Controller
        control={form.control}
        name="rows"
        render={({ field, fieldState: { error } }) => (
          <RowsField
            {...field}
            label={texts.title}
            hint={texts.hint}
            columns={texts.columns}
            widest={1}
            add={texts.add}
            isOrdered
            error={error?.message}
          />
        )}
      />
      <div>
        <Button type="submit" busy={isSending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

const rowsOf = (carriers: readonly Carrier[]) =>
  writeRows(carriers.map(({ name, link }) => [name, link ?? '']));

/** Reads the rows. One with the same name, or else the same link, is the existing carrier and keeps its
 * parcels. */
function readCarriers(typed: string, before: readonly Carrier[]): CarrierList['carriers'] {
  const rows = filledRows(typed, 2).map(([name = '', link = '']) => ({ name, link: link || null }));
  const names = new Set(rows.map(({ name }) => name));
  const left = new Set(before);
  return rows.map(({ name, link }) => {
    const wasIt = (carrier: Carrier) =>
      carrier.name === name || (link !== null && carrier.link === link && !names.has(carrier.name));
    const same = [...left].find(wasIt);
    if (same) left.delete(same);
    return { ...(same && { _id: same._id }), name, link };
  });
}
