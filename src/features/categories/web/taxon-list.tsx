import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { MoveDialog } from '#ui/dashboard/move-dialog.tsx';
import { moveRow } from '#ui/dashboard/ordered-rows.tsx';
import { DropLine, Grip, useRowDrag } from '#ui/dashboard/row-drag.tsx';
import { moveTexts } from '#ui/dashboard/texts.ts';
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
  const [moved, setMoved] = useState<Taxon>();
  const { move, said } = useMoves(kind, taxons);
  const drag = useRowDrag(move);
  const removing = useTaxonChange(kind, (calls, { _id }: Taxon) => calls.remove(_id));
  const deletion = useRowDeletion(['tools', 'taxonomy'], {
    remove: removing.mutateAsync,
    done: ({ name }: Taxon) => texts.deleted(name),
  });
  const byParent = Map.groupBy(taxons, ({ parent }) => parent);
  const under = (parent: string | null) => byParent.get(parent) ?? [];
  const toolsIn = ({ _id, tools }: Taxon): number =>
    under(_id).reduce((sum, child) => sum + toolsIn(child), tools);
  const found = words ? findByName(taxons, words) : undefined;
  const rowsUnder = (parent: string | null) => {
    const siblings = under(parent);
    return siblings.map((taxon, place) =>
      found && !found.has(taxon._id) ? null : (
        <li
          key={taxon._id}
          className={classNames(
            'relative border-t border-line',
            parent !== null && 'ml-6 sm:ml-10',
            drag.dragged?._id === taxon._id && 'opacity-50',
          )}
          {...drag.target(siblings, place)}
        >
          <DropLine gap={drag.gap} siblings={siblings} place={place} />
          <TaxonRow
            kind={kind}
            taxon={taxon}
            grip={!found && siblings.length > 1 && <Grip {...drag.grip(taxon)} />}
            toolsInAll={toolsIn(taxon)}
            onEdit={() => setEdited(taxon)}
            onMove={siblings.length > 1 ? () => setMoved(taxon) : undefined}
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
      <MoveDialog
        row={moved}
        siblings={moved ? under(moved.parent) : []}
        onMove={(siblings, to) => moved && move(siblings, moved, to)}
        onClose={() => setMoved(undefined)}
      />
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

/** Moves one to a place among its siblings, shows the result at once, and gives its row the focus. */
function useMoves(kind: TaxonKind, taxons: Taxon[]) {
  const [said, setSaid] = useState('');
  const focused = useRef<string>(undefined);
  const showOrder = useShowOrder(kind);
  const moving = useTaxonChange(kind, (calls, { _id, before }: { _id: string; before: string | null }) =>
    calls.edit(_id, { before }),
  );
  // A row that moves in the document loses the focus.
  useEffect(() => {
    if (taxons && focused.current) document.getElementById(focused.current)?.focus();
    focused.current = undefined;
  }, [taxons]);

  function move(siblings: Taxon[], taxon: Taxon, to: number) {
    const moved = moveRow(siblings, siblings.indexOf(taxon), to);
    focused.current = rowId(taxon);
    setSaid(moveTexts.moved(taxon.name, to + 1, moved.length));
    showOrder([...taxons.filter(({ parent }) => parent !== taxon.parent), ...moved]);
    const onError = (error: Error) => void notify.error(errorMessage(error));
    moving.mutate({ _id: taxon._id, before: moved[to + 1]?._id ?? null }, { onError });
  }
  return { move, said };
}

const rowId = ({ _id }: Taxon) => `taxon-${_id}`;

type TaxonRowProps = {
  kind: TaxonKind;
  taxon: Taxon;
  /** With those of the categories under it, which the shop lists together. */
  toolsInAll: number;
  grip: ReactNode;
  onEdit: () => void;
  /** Each absent where it is not possible. */
  onMove: (() => void) | undefined;
  onMerge: (() => void) | undefined;
  onDelete: (() => void) | undefined;
};

function TaxonRow({ kind, taxon, toolsInAll, grip, onEdit, onMove, onMerge, onDelete }: TaxonRowProps) {
  const { name, tools } = taxon;
  return (
    <div id={rowId(taxon)} data-row tabIndex={-1} className="flex items-center gap-3 py-2.5 sm:gap-4">
      {grip}
      <Thumbnail taxon={taxon} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {toolsInAll > 0 ? (
          <Link
            to={`/tools?${new URLSearchParams({ [kind]: name })}`}
            aria-label={texts.toolsOf(name, toolsInAll, tools)}
            className="text-link text-sm tabular-nums"
          >
            {texts.tools(toolsInAll, tools)}
          </Link>
        ) : (
          <p className="text-sm text-ink-soft">{texts.tools(0, 0)}</p>
        )}
      </div>
      <Button variant="secondary" aria-label={texts.editOne(name)} onClick={onEdit} className="max-sm:hidden">
        {texts.edit}
      </Button>
      {/* A phone has room for the menu alone. */}
      <div className={classNames(!(onMove ?? onMerge ?? onDelete) && 'sm:invisible')}>
        <RowMenu label={texts.more(name)} size={undefined}>
          <Button
            size="sm"
            variant="quiet"
            aria-label={texts.editOne(name)}
            onClick={onEdit}
            className="sm:hidden"
          >
            {texts.edit}
          </Button>
          {onMove && (
            <Button size="sm" variant="quiet" aria-label={moveTexts.moveOne(name)} onClick={onMove}>
              {moveTexts.move}
            </Button>
          )}
          {onMerge && (
            <Button size="sm" variant="quiet" aria-label={texts.mergeOne(name)} onClick={onMerge}>
              {texts.merge}
            </Button>
          )}
          {onDelete && (
            <DeleteButton
              size="sm"
              icon={null}
              variant="quiet"
              aria-label={texts.deleteOne(name)}
              onClick={onDelete}
            />
          )}
        </RowMenu>
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
