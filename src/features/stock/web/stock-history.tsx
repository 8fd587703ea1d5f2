import { useWatch } from 'react-hook-form';
import { Link, useParams } from 'react-router';
import { getManagedToolCall } from '#features/catalogue/managed-contract.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { formatCount, LOCALE } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import {
  changeStockCall,
  listStockCall,
  type NewStockChange,
  type StockMovement,
  stockChangeKinds,
  stockChangeSchema,
} from '../contract.ts';
import { stockTexts as texts } from '../texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** All stock movements of a tool, and a form to receive units or correct the count. */
export default function StockHistory() {
  const { api } = useSession();
  const { id = '' } = useParams();
  const key = ['stock', id];
  return (
    <StaffOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={[...key, 'movements']}
        load={({ cursor }, signal) => api.list(listStockCall, { params: { id }, query: { cursor }, signal })}
        head={({ headingRef }) => <StockHead toolId={id} stockKey={key} headingRef={headingRef} />}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none} />}
      />
    </StaffOnly>
  );
}

/** A link back to the list of tools: staff have their own. */
function ToTools() {
  const isAdmin = useRole(useDashboardUser().email).data === 'admin';
  return (
    <LinkButton to={isAdmin ? '/dashboard/managetool' : '/dashboard/stock'} variant="secondary">
      {isAdmin ? texts.toTools : texts.toList}
    </LinkButton>
  );
}

/** The tool with its available units; a tool removed from the shop has only a history. */
function StockHead({
  toolId,
  stockKey,
  headingRef,
}: {
  toolId: string;
  stockKey: string[];
  headingRef: Parameters<typeof PageHead>[0]['headingRef'];
}) {
  const { data: tool } = useCall([...stockKey, 'tool'], getManagedToolCall, { params: { id: toolId } });
  return (
    <>
      <PageHead
        title={texts.title}
        {...(headingRef && { headingRef })}
        lead={
          // Reserves its space from the start, to avoid a layout shift.
          <span className="block min-h-6">
            {tool && (
              <>
                <Link
                  to={tool.img === '' ? `/dashboard/managetool/${toolId}/edit` : `/tools/${toolId}`}
                  className="font-semibold text-ink underline underline-offset-4"
                >
                  <SavedText text={tool.name} />
                </Link>
                {' · '}
                <span className="tabular-nums">{texts.available(formatCount(tool.available_quantity))}</span>
              </>
            )}
          </span>
        }
        actions={<ToTools />}
      />
      <StockForm toolId={toolId} stockKey={stockKey} />
    </>
  );
}

const columns: ListColumn<StockMovement>[] = [
  { key: 'at', width: 168, cell: ({ at }) => <Moment at={at} />, card: 'lead' },
  {
    key: 'kind',
    width: 104,
    cell: ({ kind }) => <Badge>{texts.kinds[kind]}</Badge>,
    card: { title: ({ kind }) => texts.kinds[kind] },
  },
  { key: 'quantity', width: 96, align: 'end', cell: (row) => <Quantity row={row} />, card: 'figures' },
  {
    key: 'available',
    width: 96,
    align: 'end',
    cell: ({ available }) => formatCount(available),
    card: 'figures',
  },
  {
    key: 'why',
    width: 176,
    cell: (row) => <Why row={row} />,
    card: {
      body: (row) => (
        <p className="text-sm">
          <Why row={row} />
        </p>
      ),
    },
  },
  {
    key: 'actor',
    width: 144,
    cell: (row) => <Actor row={row} />,
    card: {
      body: (row) => (
        <p className="text-sm text-ink-soft">
          {row.actorEmail && `${texts.columns.actor} `}
          <Actor row={row} />
        </p>
      ),
    },
  },
];

/** Always with a sign: '+20', '−3'. */
const signed = new Intl.NumberFormat(LOCALE, { signDisplay: 'always' });

function Quantity({ row: { quantity } }: { row: StockMovement }) {
  return <span className="font-semibold whitespace-nowrap">{signed.format(quantity)}</span>;
}

/** The cause, an order by its number, and the reason entered by staff. */
function Why({ row: { cause, reason } }: { row: StockMovement }) {
  return (
    <span className="wrap-anywhere">
      {cause && <Cause cause={cause} />}
      {cause && reason && <br />}
      {reason}
    </span>
  );
}

function Cause({ cause: { kind, name } }: { cause: NonNullable<StockMovement['cause']> }) {
  const words = name ? `${texts.causes[kind]} ${name}` : texts.causes[kind];
  if (kind !== 'order' || !name) return words;
  return (
    <Link to={`/dashboard/manageorders/${name}`} className="underline underline-offset-4">
      {words}
    </Link>
  );
}

function Actor({ row: { actor, actorEmail } }: { row: StockMovement }) {
  if (actorEmail) return <EmailText email={actorEmail} />;
  return texts.actors[actor] ?? texts.automatic;
}

/** Empty text is `undefined`, so that the quantity is missing rather than 0. */
const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));
const readOptional = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

const names = ['kind', 'quantity', 'reason'] as const;

/** Receives units, or corrects a count; after either, the next quantity can be typed immediately. */
function StockForm({ toolId, stockKey }: { toolId: string; stockKey: string[] }) {
  const { api } = useSession();
  const { form, field, isSending, formProps } = useCallForm({
    schema: stockChangeSchema,
    defaultValues: { kind: 'received' },
    send: (change: NewStockChange, keyFor) =>
      api.call(changeStockCall, {
        params: { id: toolId },
        body: change,
        headers: { 'idempotency-key': keyFor({ toolId, change }) },
      }),
    onSent: () => {
      form.resetField('quantity');
      form.resetField('reason');
      form.setFocus('quantity');
    },
    changes: [stockKey, ['tools']],
    done: ({ available_quantity }) => texts.saved(formatCount(available_quantity)),
    fieldAtFault: (refused) => names.find((name) => name === refused) ?? 'quantity',
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <form
      {...formProps}
      aria-label={texts.form}
      className="mb-8 grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label={texts.change}
        {...field('kind')}
        options={stockChangeKinds.map((value) => [value, texts.changes[value]])}
      />
      <TextField
        label={texts.quantity}
        type="number"
        hint={texts.quantityHint[kind]}
        {...field('quantity', { setValueAs: readNumber })}
      />
      <TextField
        label={kind === 'adjusted' ? texts.reason : texts.reasonOptional}
        maxLength={200}
        className="sm:col-span-2"
        {...field('reason', { setValueAs: readOptional })}
      />
      <div className="sm:col-span-2 lg:col-span-4">
        <Button type="submit" busy={isSending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
