import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
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
import { errorMessage } from '#ui/client/api-client.ts';
import { filledRows, RowsField, writeRows } from '#ui/dashboard/ordered-rows.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const carriersKey = ['carriers'];

/** Who takes the shop's parcels, in the order that staff choose from, with the links that
 * buyers follow; an admin edits them. */
export default function Carriers() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        link={{ to: '/dashboard/manageorders', words: texts.toOrders }}
      />
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
  if (!carriers.data) return <Skeleton className="h-64 w-full max-w-3xl" />;
  return <CarriersForm carriers={carriers.data} />;
}

function CarriersForm({ carriers }: { carriers: readonly Carrier[] }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() => rowsOf(carriers));
  const [problem, setProblem] = useState<string>();
  const field = useRef<Pick<HTMLInputElement, 'focus'>>(null);
  function refuse(words: string) {
    setProblem(words);
    field.current?.focus();
  }
  const saving = useMutation({
    mutationFn: (body: CarrierList) => api.call(setCarriersCall, { body }),
    onSuccess: (saved) => {
      queries.setQueryData(carriersKey, saved);
      setTyped(rowsOf(saved));
      notify.success(texts.saved);
    },
    onError: (error) => refuse(errorMessage(error)),
  });
  function save(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending) return;
    const body = { carriers: readCarriers(typed, carriers) };
    const problems = carriersSchema.safeParse(body).error?.issues ?? [];
    const [first] = problems;
    if (!first) {
      setProblem(undefined);
      saving.mutate(body);
      return;
    }
    const row = first.path[1];
    refuse(typeof row === 'number' ? texts.nth(row + 1, first.message) : first.message);
  }
  return (
    <form noValidate aria-label={texts.form} onSubmit={save} className="grid max-w-3xl gap-6">
      <RowsField
        ref={field}
        label={texts.title}
        hint={texts.hint}
        columns={texts.columns}
        add={texts.add}
        isOrdered
        value={typed}
        error={problem}
        onChange={setTyped}
      />
      <div>
        <Button type="submit" busy={saving.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

const rowsOf = (carriers: readonly Carrier[]) =>
  writeRows(carriers.map(({ name, link }) => [name, link ?? '']));

/** What the rows say. One that has kept its name, or else its link, is the carrier that
 * it was, and keeps its parcels. */
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
