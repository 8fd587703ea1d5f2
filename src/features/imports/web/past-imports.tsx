import { Link } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { type Import, listImportsCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';

/** The query key of everything about imports. */
export const importsKey = ['imports'];

/** All imports, newest first, each linked to its changes. */
export function PastImports() {
  const { api } = useSession();
  return (
    <section className="mt-12">
      <ListPage
        texts={texts.past}
        listKey={[...importsKey, 'list']}
        load={({ cursor }, signal) => api.list(listImportsCall, { query: { cursor }, signal })}
        head={() => <h2 className="mb-4 text-xl">{texts.pastHeading}</h2>}
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

/** The name of an import: its file's, or what kind of bulk change it is. */
export function nameOf({ fileName, bulkChange }: Pick<Import, 'fileName' | 'bulkChange'>): string {
  if (fileName !== null) return fileName;
  const { tools: _, ...changes } = bulkChange ?? {};
  const { price, stock, ...common } = texts.bulk;
  const kindOf = (field: string) =>
    field.startsWith('price') ? price : field.startsWith('available') ? stock : Object(common)[field];
  const kinds = new Set(Object.keys(changes).map(kindOf));
  return kinds.size === 1 ? String([...kinds][0]) : texts.bulkOfMore;
}

const Name = ({ row }: { row: Import }) => (
  <Link
    to={`/dashboard/import?import=${row._id}`}
    className="inline-block min-h-6 font-semibold underline underline-offset-4 wrap-anywhere"
  >
    {nameOf(row)}
  </Link>
);

const changesOf = ({ changes, added }: Import) => texts.changed(changes, added);

const columns: ListColumn<Import>[] = [
  { key: 'what', width: 240, cell: (row) => <Name row={row} />, card: 'title' },
  { key: 'state', width: 144, cell: (row) => <StateBadge of={row} />, card: 'badge' },
  {
    key: 'changes',
    width: 176,
    align: 'end',
    cell: changesOf,
    card: { body: (row) => <p className="tabular-nums">{changesOf(row)}</p> },
  },
  { key: 'at', width: 176, cell: (row) => <Moment at={row.createdAt} />, card: 'lead' },
];
