import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { MoveButtons, moveRow, RowButton, wayAfterMove } from '#ui/dashboard/ordered-rows.tsx';
import { Icon } from '#ui/icon.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { TaxonKind } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import { EditDialog, MergeDialog } from './taxon-dialogs.tsx';
import { type Taxon, useShowOrder, useTaxonChange } from './use-taxonomy.ts';

type TaxonListProps = {
  kind: TaxonKind;
  taxons: Taxon[];
  /** Filters by name: shows only the matches, with their parents. */
  words: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

/** All of a kind in order, subcategories after their parent, with the actions for each. */
export function TaxonList({ kind, taxons, words, headingRef }: TaxonListProps) {
  const [edited, setEdited] = useState<Taxon>();
  const [merged, setMerged] = useState<Taxon>();
  const { move, said } = useMoves(kind, taxons);
  const removing = useTaxonChange(kind, (calls, { _id }: Taxon) => calls.remove(_id));
  const deletion = useRowDeletion(['tools', 'taxonomy'], {
    remove: removing.mutateAsync,
    done: ({ name }: Taxon) => texts.deleted(name),
  });
  const byParent = Map.groupBy(taxons, ({ parent }) => parent);
  const under = (parent: string | null) => byParent.get(parent) ?? [];
  const found = words ? findByName(taxons, words) : undefined;
  const rowsUnder = (parent: string | null) => {
    const siblings = under(parent);
    return siblings.map((taxon, place) =>
      found && !found.has(taxon._id) ? null : (
        <li
          key={taxon._id}
          className={parent === null ? 'border-t border-line' : 'ml-6 border-t border-line sm:ml-10'}
        >
          <TaxonRow
            kind={kind}
            taxon={taxon}
            place={place}
            count={siblings.length}
            isFound={found !== undefined}
            onMove={(to) => move(siblings, place, to)}
            onEdit={() => setEdited(taxon)}
            onMerge={taxons.length > 1 ? () => setMerged(taxon) : undefined}
            onDelete={
              taxon.tools === 0 && under(taxon._id).length === 0 ? () => deletion.ask(taxon) : undefined
            }
          />
          {under(taxon._id).length > 0 && <ul>{rowsUnder(taxon._id)}</ul>}
        </li>
      ),
    );
  };
  return (
    <>
      <p role="status" className={found && said ? 'mb-3 text-sm' : 'sr-only'}>
        {said}
      </p>
      {found?.size === 0 ? (
        <EmptyState title={texts.foundNone(words)} />
      ) : (
        <ul className="border-b border-line">{rowsUnder(null)}</ul>
      )}
      <EditDialog kind={kind} taxon={edited} taxons={taxons} onClose={() => setEdited(undefined)} />
      <MergeDialog
        kind={kind}
        taxon={merged}
        taxons={taxons}
        onClose={() => setMerged(undefined)}
        onMerged={() => headingRef.current?.focus()}
      />
      <DeleteDialog {...deletion}>{deletion.row?.name}</DeleteDialog>
    </>
  );
}

/** Returns the ids of those whose names contain the words, ignoring case and accents, and of their
 * parents. */
function findByName(taxons: Taxon[], words: string): Set<string> {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const wanted = plain(words);
  const hits = taxons.filter(({ name }) => plain(name).includes(wanted));
  return new Set(hits.flatMap(({ _id, parent }) => (parent === null ? [_id] : [_id, parent])));
}

/** Moves one among its siblings, shows the result at once, and keeps the focus on the button that moved
 * it. */
function useMoves(kind: TaxonKind, taxons: Taxon[]) {
  const [said, setSaid] = useState('');
  const focused = useRef<string[]>(undefined);
  const showOrder = useShowOrder(kind);
  const moving = useTaxonChange(kind, (calls, { _id, before }: { _id: string; before: string | null }) =>
    calls.edit(_id, { before }),
  );
  // A row that moves in the document loses the focus.
  useEffect(() => {
    const ways = focused.current && taxons ? focused.current : [];
    ways
      .map((id) => document.getElementById(id))
      .find((button) => button)
      ?.focus();
    focused.current = undefined;
  }, [taxons]);

  function move(siblings: Taxon[], from: number, to: number) {
    const taxon = siblings[from];
    if (!taxon) return;
    const moved = moveRow(siblings, from, to);
    // In filtered lists a row has only the buttons to either end.
    const way = wayAfterMove(from, to, moved.length);
    focused.current = [`${taxon._id}-${way}`, `${taxon._id}-${to === 0 ? 'bottom' : 'top'}`];
    setSaid(texts.moved(taxon.name, to + 1, moved.length));
    showOrder([...taxons.filter(({ parent }) => parent !== taxon.parent), ...moved]);
    const onError = (error: Error) => void notify.error(errorMessage(error));
    moving.mutate({ _id: taxon._id, before: moved[to + 1]?._id ?? null }, { onError });
  }
  return { move, said };
}

type TaxonRowProps = {
  kind: TaxonKind;
  taxon: Taxon;
  /** Its position among its siblings. */
  place: number;
  count: number;
  /** Whether the list is filtered, so that its neighbours in the order are hidden. */
  isFound: boolean;
  onMove: (to: number) => void;
  onEdit: () => void;
  onMerge: (() => void) | undefined;
  onDelete: (() => void) | undefined;
};

function TaxonRow(props: TaxonRowProps) {
  const { kind, taxon, place, count, isFound, onMove, onEdit, onMerge, onDelete } = props;
  const { _id, name, tools } = taxon;
  return (
    <div data-row tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <Thumbnail taxon={taxon} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {tools > 0 ? (
          <Link
            to={`/tools?${new URLSearchParams({ [kind]: name })}`}
            aria-label={texts.toolsOf(name, tools)}
            className="text-link text-sm tabular-nums"
          >
            {texts.tools(tools)}
          </Link>
        ) : (
          <p className="text-sm text-ink-soft">{texts.tools(tools)}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:w-full">
        <RowButton
          id={`${_id}-top`}
          label={texts.top(name)}
          disabled={place === 0}
          onClick={() => onMove(0)}
          icon={<Icon name="to-end" className="size-4 rotate-180" />}
        />
        {!isFound && (
          <MoveButtons
            id={_id}
            up={texts.up(name)}
            down={texts.down(name)}
            place={place}
            count={count}
            onMove={onMove}
          />
        )}
        <RowButton
          id={`${_id}-bottom`}
          label={texts.bottom(name)}
          disabled={place === count - 1}
          onClick={() => onMove(count - 1)}
          icon={<Icon name="to-end" className="size-4" />}
        />
        <Button size="sm" variant="secondary" aria-label={texts.editOne(name)} onClick={onEdit}>
          {texts.edit}
        </Button>
        {onMerge && (
          <Button size="sm" variant="secondary" aria-label={texts.mergeOne(name)} onClick={onMerge}>
            {texts.merge}
          </Button>
        )}
        {onDelete && <DeleteButton size="sm" aria-label={texts.deleteOne(name)} onClick={onDelete} />}
      </div>
    </div>
  );
}

function Thumbnail({ taxon: { img, picture } }: { taxon: Taxon }) {
  const className = 'w-14 shrink-0 rounded-md';
  if (img !== null) return <ToolPicture of={{ img, picture }} sizes="56px" className={className} />;
  return (
    <span className={classNames(className, 'grid aspect-4/3 place-items-center bg-plate text-plate-ink')}>
      <Icon name="image" className="size-4" />
    </span>
  );
}
