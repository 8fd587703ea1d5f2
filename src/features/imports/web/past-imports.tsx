import { Link } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/dashboard/data-table.tsx';
import { RowsTable } from '#ui/dashboard/rows-table.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useRows } from '#ui/use-list.ts';
import { type Import, listImportsCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';

/** The query key of everything about imports. */
export const importsKey = ['imports'];

/** All imports, newest first, each linked to its changes. */
export function PastImports() {
  const { api } = useSession();
  const list = useRows([...importsKey, 'list'], ({ cursor, signal }) =>
    api.list(listImportsCall, { query: { cursor }, signal }),
  );
  return (
    <section className="mt-12">
      <h2 className="mb-4 text-xl">{texts.pastHeading}</h2>
      <RowsTable
        list={list}
        texts={texts.past}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.nonePast} />}
      />
    </section>
  );
}

const tones = { applied: 'good', failed: 'bad', checked: 'warn' } as const;

/** The state of an import, in a word: a checked one that changes nothing is not ready for anything. */
export function StateBadge({ of: { state, changes } }: { of: Pick<Import, 'state' | 'changes'> }) {
  if (state === 'checked' && changes === 0) return <Badge>{texts.states.nothing}</Badge>;
  return <Badge tone={tones[state as keyof typeof tones] ?? 'neutral'}>{texts.states[state]}</Badge>;
}

const Name = ({ row: { _id, fileName } }: { row: Import }) => (
  <Link
    to={`/dashboard/import?import=${_id}`}
    className="inline-block min-h-6 font-semibold underline underline-offset-4 wrap-anywhere"
  >
    {fileName ?? texts.bulk}
  </Link>
);

const changesOf = ({ changes, added }: Import) => texts.changed(changes, added);

const columns: Column<Import>[] = [
  {
    key: 'what',
    header: texts.pastColumns.what,
    width: 240,
    cell: (row) => <Name row={row} />,
    card: 'title',
  },
  {
    key: 'state',
    header: texts.pastColumns.state,
    width: 144,
    cell: (row) => <StateBadge of={row} />,
    card: 'badge',
  },
  {
    key: 'changes',
    header: texts.pastColumns.changes,
    width: 176,
    align: 'end',
    cell: changesOf,
    card: { body: (row) => <p className="tabular-nums">{changesOf(row)}</p> },
  },
  {
    key: 'at',
    header: texts.pastColumns.at,
    width: 176,
    cell: (row) => <Moment at={row.createdAt} />,
    card: 'lead',
  },
];
