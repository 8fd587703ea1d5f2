import { useEffect, useRef, useState } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { MoveDialog } from '#ui/dashboard/move-dialog.tsx';
import { moveRow } from '#ui/dashboard/ordered-rows.tsx';
import { useRowDrag } from '#ui/dashboard/row-drag.tsx';
import { createSelection, SelectionBar, useSelection } from '#ui/dashboard/selection.tsx';
import { moveTexts } from '#ui/dashboard/texts.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { useAction } from '#ui/use-action.ts';
import { editFamilyCall, type ManagedFamily } from '../../contract.ts';
import { editFamilyTexts as texts } from '../../keeper-texts.ts';
import { AddByNumber } from './add-by-number.tsx';
import { MemberRow, rowId } from './member-row.tsx';
import { SplitFamily } from './split-family.tsx';
import { familiesKey, useShowFamily } from './use-families.ts';

/** As many as the page shows at first, and then at a time. */
const SHOWN_AT_ONCE = 100;

type MembersProps = { family: ManagedFamily; members: Tool[] };

/** The members of a family in order, which are moved, taken out, added and split off here. */
export function FamilyMembers({ family, members }: MembersProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [moved, setMoved] = useState<Tool>();
  const [selection] = useState(() => createSelection({}));
  const { order, move, said } = useMoves(family, members);
  const takeOut = useTakeOut(family, () => headingRef.current?.focus());
  const drag = useRowDrag<Tool>((_siblings, tool, to) => move(tool, to));
  const rows = order.slice(0, shown);
  const left = order.length - rows.length;
  return (
    <section aria-labelledby="family-members" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="family-members" ref={headingRef} tabIndex={-1} className="text-xl">
            {texts.members} <span className="text-ink-soft tabular-nums">{family.memberCount}</span>
          </h2>
          <p className="mt-1 text-ink-soft">{texts.membersLead}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={`/dashboard/families/${family._id}/sizes`} size="sm" icon="plus">
            {texts.addSizes}
          </LinkButton>
          <AddByNumber family={family} />
          {order.length > 0 && (
            <LinkButton to={`/dashboard/managetool?family=${family._id}`} variant="secondary" size="sm">
              {texts.changeAll}
            </LinkButton>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {order.length === 0 ? (
        <EmptyState title={texts.none}>
          <p>{texts.noneWhy}</p>
        </EmptyState>
      ) : (
        <>
          <Selected family={family} rows={rows} selection={selection} onTakeOut={takeOut.mutate} />
          <ul className="border-b border-line">
            {rows.map((tool, place) => (
              <MemberRow
                key={tool._id}
                tool={tool}
                siblings={rows}
                place={place}
                drag={drag}
                selection={selection}
                onMove={order.length > 1 ? () => setMoved(tool) : undefined}
                onTakeOut={() => takeOut.mutate([tool._id])}
              />
            ))}
          </ul>
          {left > 0 && (
            <Button
              variant="secondary"
              className="mt-4"
              onClick={() => setShown((count) => count + SHOWN_AT_ONCE)}
            >
              {texts.showMore(Math.min(left, SHOWN_AT_ONCE))}
            </Button>
          )}
        </>
      )}
      <MoveDialog
        row={moved}
        siblings={order}
        onMove={(_siblings, to) => moved && move(moved, to)}
        onClose={() => setMoved(undefined)}
      />
    </section>
  );
}

type SelectedProps = {
  family: ManagedFamily;
  rows: readonly Tool[];
  selection: ReturnType<typeof createSelection<object>>;
  onTakeOut: (ids: string[]) => void;
};

/** The bar with what is done with the ticked members. */
function Selected({ family, rows, selection, onTakeOut }: SelectedProps) {
  const selected = useSelection(selection, (state) => state.selected);
  const all = useRef<HTMLInputElement>(null);
  const ids = rows.map(({ _id }) => _id);
  const ticked = ids.filter((id) => selected.has(id));
  return (
    <SelectionBar
      ref={all}
      texts={texts.selection}
      ids={ids}
      ticked={ticked.length}
      selection={selection}
      status={texts.selected(ticked.length)}
    >
      {ticked.length > 0 && (
        <>
          <SplitFamily family={family} toolIds={ticked} />
          <Button variant="secondary" size="sm" onClick={() => onTakeOut(ticked)}>
            {texts.takeOutMany(ticked.length)}
          </Button>
        </>
      )}
    </SelectionBar>
  );
}

/** Takes members out of their family; they stay in the shop. */
function useTakeOut({ _id: id, toolIds, version }: ManagedFamily, onDone: () => void) {
  const { api } = useSession();
  const show = useShowFamily();
  return useAction({
    call: (ids: string[]) =>
      api.call(editFamilyCall, {
        params: { id },
        body: { version, toolIds: toolIds.filter((each) => !ids.includes(each)) },
      }),
    async onDone(saved) {
      await show(saved);
      onDone();
    },
    changes: [familiesKey],
    done: (_saved, ids) => texts.takenOut(ids.length),
  });
}

/** Moves a member to a place, shows the new order at once, and gives its row the focus. */
function useMoves({ _id: id, version }: ManagedFamily, members: Tool[]) {
  const { api } = useSession();
  const show = useShowFamily();
  const [said, setSaid] = useState('');
  const [moving, setMoving] = useState<{ of: Tool[]; order: Tool[] }>();
  const focused = useRef<string>(undefined);
  const order = moving?.of === members ? moving.order : members;
  // A row that moves in the document loses the focus.
  useEffect(() => {
    if (order && focused.current) document.getElementById(focused.current)?.focus();
    focused.current = undefined;
  }, [order]);
  const saving = useAction({
    call: (tools: Tool[]) =>
      api.call(editFamilyCall, {
        params: { id },
        body: { version, toolIds: tools.map(({ _id }) => _id) },
      }),
    onDone: show,
    changes: [familiesKey],
    onEnd: (isDone) => {
      if (!isDone) setMoving(undefined);
    },
  });

  function move(tool: Tool, to: number) {
    if (saving.isPending) return;
    const next = moveRow(order, order.indexOf(tool), to);
    focused.current = rowId(tool);
    setSaid(moveTexts.moved(tool.name, to + 1, next.length));
    setMoving({ of: members, order: next });
    saving.mutate(next);
  }
  return { order, move, said };
}
