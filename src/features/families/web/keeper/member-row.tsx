import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { DropLine, Grip, type useRowDrag } from '#ui/dashboard/row-drag.tsx';
import { type Selection, SelectRow } from '#ui/dashboard/selection.tsx';
import { moveTexts } from '#ui/dashboard/texts.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { editFamilyTexts as texts } from '../../keeper-texts.ts';

/** The id of a member's row. */
export const rowId = ({ _id }: Tool) => `member-${_id}`;

type MemberRowProps = {
  tool: Tool;
  siblings: Tool[];
  place: number;
  drag: ReturnType<typeof useRowDrag<Tool>>;
  selection: Selection;
  /** Absent where there is no other place. */
  onMove: (() => void) | undefined;
  onTakeOut: () => void;
};

/** A member of a family as a row of its editor. */
export function MemberRow({ tool, siblings, place, drag, selection, onMove, onTakeOut }: MemberRowProps) {
  const { _id: id, name, part_number: number } = tool;
  const editPath = `/dashboard/managetool/${id}/edit`;
  return (
    <li
      className={classNames('relative border-t border-line', drag.dragged?._id === id && 'opacity-50')}
      {...drag.target(siblings, place)}
    >
      <DropLine gap={drag.gap} siblings={siblings} place={place} />
      <div id={rowId(tool)} data-row tabIndex={-1} className="flex items-center gap-2 py-2 sm:gap-3">
        {onMove && <Grip {...drag.grip(tool)} />}
        <SelectRow id={id} label={texts.select(name)} selection={selection} />
        <ToolPicture
          of={tool}
          sizes="48px"
          className="w-12 shrink-0 rounded-md border border-line max-sm:hidden"
        />
        <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
          <div className="min-w-0 flex-1">
            <Link
              to={editPath}
              className="inline-block min-h-6 font-semibold underline-offset-4 wrap-anywhere hover:underline"
            >
              <SavedText text={name} />
            </Link>{' '}
            {tool.img === '' && <Badge tone="warn">{texts.draft}</Badge>}
            {number && <p className="text-sm text-ink-soft wrap-anywhere">{number}</p>}
          </div>
          <p className="flex shrink-0 gap-x-4 text-sm tabular-nums">
            <span className="sm:w-24 sm:text-right">
              <Price amount={tool.price} />
            </span>
            <span className="text-ink-soft sm:w-28 sm:text-right">
              {texts.available(tool.available_quantity)}
            </span>
          </p>
        </div>
        <RowMenu label={texts.more(name)} size={undefined}>
          {onMove && (
            <Button size="sm" variant="quiet" aria-label={moveTexts.moveOne(name)} onClick={onMove}>
              {moveTexts.move}
            </Button>
          )}
          <LinkButton size="sm" variant="quiet" to={editPath} aria-label={texts.editOne(name)}>
            {texts.editTool}
          </LinkButton>
          <Button size="sm" variant="quiet" aria-label={texts.takeOutOne(name)} onClick={onTakeOut}>
            {texts.takeOut}
          </Button>
        </RowMenu>
      </div>
    </li>
  );
}
