import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Units } from '#contracts/units.ts';
import { toolDetailsTexts } from '#features/catalogue/texts/details.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePrice, useRegion } from '#ui/client/load-context.ts';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type ImportChange, type ImportReport, listImportChangesCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importsKey } from './past-imports.tsx';

/** Every tool that an import changes or adds, before and after. */
export function ImportChanges({ report: { _id: id, state } }: { report: ImportReport }) {
  const { api } = useSession();
  const columns = useMemo(() => columnsOf(state), [state]);
  return (
    <section>
      <ListPage
        texts={texts.changes}
        listKey={[...importsKey, id, 'changes']}
        load={({ cursor }, signal) =>
          api.list(listImportChangesCall, { params: { id }, query: { cursor }, signal })
        }
        head={() => <h2 className="mb-4 text-xl">{headingOf(state)}</h2>}
        columns={columns}
        rowKey={({ toolId }) => toolId}
        empty={<EmptyState title={texts.noneKept} />}
      />
    </section>
  );
}

/** Changes that stand no longer, or never did, are headed so, and strike nothing out. */
function headingOf(state: ImportReport['state']): string {
  if (state === 'undone') return texts.undoneHeading;
  return state === 'failed' ? texts.neverMadeHeading : texts.changesHeading;
}

const columnsOf = (state: ImportReport['state']): ListColumn<ImportChange>[] => [
  {
    key: 'name',
    width: 240,
    cell: (row) => (
      <span className="flex flex-wrap items-start gap-2">
        <span className="font-semibold">
          <Name row={row} state={state} />
        </span>
        <NewBadge row={row} />
      </span>
    ),
    card: { title: (row) => <Name row={row} state={state} />, badge: (row) => <NewBadge row={row} /> },
  },
  { key: 'changes', width: 420, cell: (row) => <Differences row={row} state={state} />, card: 'body' },
];

/** Links a tool to its page, if it has one. */
function Name({ row: { toolId, name, isNew }, state }: { row: ImportChange } & Pick<ImportReport, 'state'>) {
  if (isNew && state !== 'applied') return <span className="wrap-anywhere">{name}</span>;
  return (
    <Link
      to={`/tools/${toolId}`}
      className="inline-block min-h-6 underline-offset-4 wrap-anywhere hover:underline"
    >
      {name}
    </Link>
  );
}

const NewBadge = ({ row }: { row: ImportChange }) => row.isNew && <Badge tone="accent">{texts.isNew}</Badge>;

function Differences({ row, state }: { row: ImportChange } & Pick<ImportReport, 'state'>) {
  const stands = state !== 'undone' && state !== 'failed';
  const [Before, After] = stands ? (['del', 'ins'] as const) : (['span', 'span'] as const);
  const asPrice = usePrice();
  const { units } = useRegion();
  const inWords = (field: string, value: Value) => textOf(field, value, { asPrice, units });
  const fields = Object.keys(row.after).filter((field) => !row.isNew || row.after[field] !== null);
  return (
    <dl className="space-y-1 text-sm tabular-nums">
      {fields.map((field) => (
        <div key={field} className="flex flex-wrap gap-x-3">
          <dt className="w-36 shrink-0 text-ink-soft">{texts.fieldName(field)}</dt>
          <dd className="min-w-0 flex-1 basis-40 wrap-anywhere">
            {!row.isNew && (
              <>
                <Before
                  className={classNames(
                    'line-clamp-3 whitespace-pre-line',
                    stands ? 'text-ink-soft' : 'font-semibold',
                  )}
                >
                  <span className={classNames(stands && 'sr-only')}>{texts.before} </span>
                  {inWords(field, row.before[field])}
                </Before>{' '}
              </>
            )}
            <After
              className={classNames(
                'line-clamp-3 whitespace-pre-line no-underline',
                stands ? 'font-semibold' : 'text-ink-soft',
              )}
            >
              <span className={classNames(stands && 'sr-only')}>{texts.after} </span>
              {inWords(field, row.after[field])}
            </After>
          </dd>
        </div>
      ))}
      {row.toFetch.length > 0 && (
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-36 shrink-0 text-ink-soft">{texts.fromWeb}</dt>
          <dd className="line-clamp-3 min-w-0 flex-1 basis-40 font-semibold whitespace-pre-line wrap-anywhere">
            {row.toFetch.join('\n')}
          </dd>
        </div>
      )}
    </dl>
  );
}

type Value = string | number | null | undefined;

function textOf(
  field: string,
  value: Value,
  { asPrice, units }: { asPrice: (price: number) => string; units: Units },
): string {
  if (value === null || value === undefined) return texts.none;
  if (typeof value === 'string') return value;
  if (field === 'weight_grams') return toolDetailsTexts.weight(value, units);
  return field === 'price' ? asPrice(value) : formatCount(value);
}
