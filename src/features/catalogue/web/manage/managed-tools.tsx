import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import type { ManagedTool } from '#features/catalogue/managed-contract.ts';
import { isLow, LOW_STOCK_ORDERS, toolPath } from '#features/catalogue/rules.ts';
import { draftTexts, manageToolsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import type { AskDelete, ListColumn } from '#ui/dashboard/list-page.tsx';
import { type Selection, SelectRow } from '#ui/dashboard/selection.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';

/** Drafts have no picture, and buyers do not see them. */
const isDraft = ({ img }: Tool) => img === '';

const editPath = ({ _id: id }: Tool) => `/dashboard/managetool/${id}/edit`;

/** The columns of every list of tools; with a `selection`, rows can be ticked. */
export function toolColumns(selection?: Selection): ListColumn<ManagedTool>[] {
  return [
    {
      key: 'name',
      width: 376,
      sorts: ['name'],
      cell: (tool) => (
        <span className="flex items-center gap-2">
          {selection && <SelectTool tool={tool} selection={selection} />}
          <Picture tool={tool} />
          <span className="min-w-0">
            <ToolLink tool={tool} className="block wrap-anywhere" />
            {tool.part_number && (
              <span className="block wrap-anywhere text-ink-soft">{tool.part_number}</span>
            )}
            <Family tool={tool} isLinked={selection !== undefined} />
          </span>
        </span>
      ),
      card: {
        picture: (tool) => (
          <>
            {selection && <SelectTool tool={tool} selection={selection} />}
            <Picture tool={tool} />
          </>
        ),
        title: (tool) => <ToolLink tool={tool} />,
        lead: (tool) => (
          <>
            {tool.part_number && <span className="block wrap-anywhere text-ink">{tool.part_number}</span>}
            <Family tool={tool} isLinked={selection !== undefined} />
            <span data-excerpt className="line-clamp-2">
              <SavedText text={tool.description} />
            </span>
          </>
        ),
      },
    },
    {
      key: 'price',
      width: 112,
      align: 'end',
      sorts: ['price', '-price'],
      cell: (tool) => <Price amount={tool.price} />,
      card: 'figures',
    },
    {
      key: 'min_order_quantity',
      width: 96,
      align: 'end',
      sorts: ['minimum', '-minimum'],
      cell: (tool) => formatCount(tool.min_order_quantity),
      card: 'figures',
    },
    {
      key: 'available_quantity',
      width: 128,
      align: 'end',
      sorts: ['available', '-available'],
      cell: (tool) => (
        <span className="flex flex-wrap items-center justify-end gap-x-2">
          <StateBadge tool={tool} />
          <StockLink tool={tool} />
        </span>
      ),
      card: {
        badge: (tool) => <StateBadge tool={tool} />,
        figures: (tool) => <StockLink tool={tool} isInCard />,
      },
    },
  ];
}

/** The columns of Manage Tools (specification, section 2). */
export function managedToolColumns(
  askDelete: AskDelete<ManagedTool>,
  selection: Selection,
): ListColumn<ManagedTool>[] {
  const columns = toolColumns(selection);
  return [
    ...columns.slice(0, 1),
    {
      key: 'description',
      width: 104,
      cell: (tool) => (
        <span data-excerpt className="line-clamp-2 text-ink-soft">
          <SavedText text={tool.description} />
        </span>
      ),
    },
    ...columns.slice(1),
    {
      key: 'action',
      width: 184,
      cell: (tool, { size }) => (
        <>
          <LinkButton
            variant="secondary"
            size={size}
            to={editPath(tool)}
            aria-label={texts.editTool(tool.name)}
          >
            {texts.edit}
          </LinkButton>
          <DeleteButton
            size={size}
            aria-label={texts.deleteTool(tool.name)}
            onClick={() => askDelete(tool)}
          />
        </>
      ),
      card: 'actions',
    },
  ];
}

const SelectTool = ({ tool, selection }: { tool: Tool; selection: Selection }) => (
  <SelectRow id={tool._id} label={texts.select(tool.name)} selection={selection} />
);

/** Marks a tool as a draft, or as running low. */
function StateBadge({ tool }: { tool: Tool }) {
  if (isDraft(tool)) return <Badge tone="warn">{draftTexts.badge}</Badge>;
  if (!isLow(tool)) return null;
  return (
    <Badge tone="warn" title={texts.runningLowWhy(formatCount(LOW_STOCK_ORDERS))}>
      {texts.runningLow}
    </Badge>
  );
}

/** The available quantity, linked to its history, where it is changed. */
function StockLink({ tool, isInCard = false }: { tool: Tool; isInCard?: boolean }) {
  return (
    <Link
      to={`/dashboard/managetool/${tool._id}/stock`}
      title={texts.stockOf(tool.name)}
      className={classNames(
        'inline-flex min-h-6 min-w-6 items-center underline underline-offset-4',
        !isInCard && 'justify-end',
      )}
    >
      {formatCount(tool.available_quantity)}
    </Link>
  );
}

/** The family that a tool is a member of; for admins, linked to its editor. */
function Family({ tool: { family }, isLinked }: { tool: Tool; isLinked: boolean }) {
  if (!family) return null;
  if (!isLinked)
    return (
      <span className="block text-sm wrap-anywhere text-ink-soft">
        <SavedText text={family.name} />
      </span>
    );
  return (
    <Link
      to={`/dashboard/families/${family._id}`}
      aria-label={texts.familyOf(family.name)}
      className="text-link block min-h-6 text-sm wrap-anywhere"
    >
      <SavedText text={family.name} />
    </Link>
  );
}

function Picture({ tool }: { tool: Tool }) {
  return <ToolPicture of={tool} sizes="48px" className="w-12 shrink-0 rounded-md border border-line" />;
}

function ToolLink({ tool, className = '' }: { tool: ManagedTool; className?: string }) {
  return (
    <Link
      to={isDraft(tool) ? editPath(tool) : toolPath(tool)}
      className={`font-semibold underline-offset-4 hover:underline ${className}`}
    >
      <SavedText text={tool.line_name} />
    </Link>
  );
}
