import { type ReactNode, type Ref, useMemo } from 'react';
import { type ListTexts, listsTexts } from '#texts/lists.ts';
import { useRows } from '#ui/use-list.ts';
import type { ListRows } from '../client/api-client.ts';
import type { Column, RowGroups } from './data-table.tsx';
import { DeleteDialog, type RowDeletion, useRowDeletion } from './delete-row.tsx';
import {
  ListControls,
  type ListFilter,
  NothingFound,
  useAddressChoice,
  type useAddressDays,
  useClearAddress,
  useSearchWords,
} from './list-controls.tsx';
import { RowForms } from './row-form.tsx';
import { RowCount, RowsTable } from './rows-table.tsx';

/** How much of the list is shown; `headingRef` lets the page's heading take the focus. */
export type ListHead = {
  total: number | undefined;
  isNarrowed: boolean;
  headingRef: Ref<HTMLHeadingElement>;
};

/** A column of such a list; its header is the list's text of the same key. */
export type ListColumn<Row> = Omit<Column<Row>, 'header'>;

export type AskDelete<Row> = (row: Row) => void;

/** A choice in the page's address: its name there, its label, and its options by value, the first one
 * empty. */
type Choice<Options> = { name: string; label: string; options: Options };
type Chosen<Options> = Exclude<keyof Options & string, ''> | undefined;
type Words = Readonly<Record<string, string>>;

/** The columns; if rows can be deleted, a function that receives the confirmation. */
type Columns<Row> = readonly ListColumn<Row>[] | ((askDelete: AskDelete<Row>) => readonly ListColumn<Row>[]);

type ListPageProps<Row, Filters extends Words, Sorts extends Words> = {
  texts: { list: ListTexts; controls?: string; searchHint?: string; columns: Words };
  listKey: readonly string[];
  load: (
    query: { q: string; filter: Chosen<Filters>; sort: Chosen<Sorts>; cursor: string | undefined },
    signal: AbortSignal,
  ) => Promise<ListRows<Row>>;
  head: (shown: ListHead) => ReactNode;
  /** The filter of the list; without it, the list has a search only if it has a hint for that. */
  filter?: Choice<Filters>;
  /** Two days in the page's address that filter the list; the page's `listKey` and `load` use them. */
  days?: ReturnType<typeof useAddressDays>;
  /** Further filters; the page reads them from its address (`name`) itself, for its `listKey` and `load`. */
  filters?: readonly ListFilter[];
  sorts?: Sorts;
  /** Whether the search is shown even if there are no rows. */
  alwaysSearched?: boolean;
  columns: Columns<Row>;
  rowKey: (row: Row) => string;
  empty: ReactNode;
  /** Shown between the search and the rows from the start; receives the rows once loaded, and their total if
   * known. */
  above?: (shown: readonly Row[] | undefined, total: number | undefined) => ReactNode;
  deletion?: RowDeletion<Row>;
  /** Rows that belong together, in the list's own order and in the sorts named here. */
  groups?: RowGroups<Row> & { sorts: readonly string[] };
  /** Merges rows that are shown as one; the count is of all. */
  fold?: (rows: readonly Row[]) => readonly Row[];
};

const NOTHING = {};

/** A list of the dashboard: searched, filtered and sorted by the page's address, as a table or as cards, with
 * deletion after confirmation. */
export function ListPage<Row, Filters extends Words = Words, Sorts extends Words = Words>(
  props: ListPageProps<Row, Filters, Sorts>,
) {
  const { texts, listKey, load, columns, filter, days, filters = [], sorts } = props;
  const { text, setText, words: q } = useSearchWords();
  const [chosen, setChosen] = useAddressChoice(filter?.name ?? '', valuesOf(filter?.options));
  const clear = useClearAddress();
  const [sort, setSort] = useAddressChoice('sort', valuesOf(sorts));
  const search = { q, filter: chosen, sort };
  const allFilters: ListFilter[] = [
    ...(filter ? [{ ...filter, value: chosen, onChange: setChosen }] : []),
    ...(days ? dayFilters(days) : []),
    ...filters,
  ];
  const isNarrowed = q !== '' || allFilters.some(({ value }) => value);
  const list = useRows([...listKey, search], ({ cursor, signal }) => load({ ...search, cursor }, signal));
  const deletion = useRowDeletion(listKey, props.deletion);
  const { ask, headingRef } = deletion;
  const { columns: headers } = texts;
  const headedColumns = useMemo(() => {
    const given = typeof columns === 'function' ? columns(ask) : columns;
    return given.map((column) => ({ ...column, header: headers[column.key] ?? '' }));
  }, [ask, columns, headers]);
  const clearFilters = () => clear(allFilters.map(({ name }) => name));
  const showAll = () => {
    setText('');
    clearFilters();
  };
  const count = <RowCount list={list} texts={texts.list} />;
  const { alwaysSearched = true, empty } = props;
  return (
    <>
      {props.head({ total: list.total, isNarrowed, headingRef })}
      {/* Shown from the start: anything added above the rows later would push them down. */}
      {(filter ?? texts.searchHint) && (alwaysSearched || isNarrowed || text !== '' || list.total !== 0) ? (
        <ListControls
          label={texts.controls}
          hint={texts.searchHint}
          text={text}
          onText={setText}
          filters={allFilters}
          sort={sorts && { options: sorts, value: sort, onChange: setSort }}
          onClear={clearFilters}
        >
          {count}
        </ListControls>
      ) : (
        <div className="mb-2">{count}</div>
      )}
      {(list.rows || !list.error) &&
        props.above?.(list.rows, list.totalMoreThan === undefined ? list.total : undefined)}
      <RowForms>
        <RowsTable
          columns={headedColumns}
          {...(sorts && { sort, onSort: setSort })}
          list={list}
          texts={texts.list}
          rowKey={props.rowKey}
          fold={props.fold}
          groups={!sort || props.groups?.sorts.includes(sort) ? props.groups : undefined}
          empty={isNarrowed ? <NothingFound texts={texts.list} words={q} onClear={showAll} /> : empty}
        />
      </RowForms>
      <DeleteDialog {...deletion}>{deletion.row && props.deletion?.describe(deletion.row)}</DeleteDialog>
    </>
  );
}

/** The two days of a range, neither beyond the other. */
const dayFilters = ({ from, to, setFrom, setTo }: ReturnType<typeof useAddressDays>): ListFilter[] => [
  { name: 'from', label: listsTexts.from, type: 'date', value: from, max: to, onChange: setFrom },
  { name: 'to', label: listsTexts.to, type: 'date', value: to, min: from, onChange: setTo },
];

const valuesOf = <Options extends Words>(options: Options | undefined) =>
  Object.keys(options ?? NOTHING).filter(Boolean) as NonNullable<Chosen<Options>>[];
