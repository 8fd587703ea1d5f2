import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { canBeOrdered, measureLetter, toolPath } from '#features/catalogue/rules.ts';
import { FormerPrice } from '#features/catalogue/web/tool-price.tsx';
import { compareTexts } from '#features/compare/texts.ts';
import { CompareToggle } from '#features/compare/web/compare-toggle.tsx';
import { formatCount } from '#texts/locale.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import type { FamilyColumn, FamilyMember, TabledFamily } from '../contract.ts';
import { isOfColumn } from '../member-rules.ts';
import { familyTexts as texts } from '../page-texts.ts';
import { missingDecimals } from './decimals.ts';
import { type FamilyChoice, familyAddress, pressHead, sortOf } from './family-choice.ts';
import { MemberDetails } from './member-details.tsx';

/** What the buyer pays for a member: the price of the minimum order, and of larger ones. */
export type MemberTerms = {
  price: number;
  breaks: readonly { quantity: number; price: number }[];
  available: number;
};

type MembersTableProps = {
  family: TabledFamily;
  /** The table's name, if it isn't that of a family's sizes. Its rows then have no ids. */
  label?: string;
  /** Makes heads links that sort. */
  choice?: FamilyChoice;
  /** The id of the member whose page it is. */
  current?: string;
  /** The buyer's own terms, where they differ from those that everybody sees. */
  termsOf?: (member: FamilyMember) => MemberTerms | undefined;
  /** Whether members can be marked to be compared, by a `CompareBar` on the page. */
  isComparable?: boolean;
  /** The cells with which a member is ordered. */
  order?: { heads: readonly string[]; cells: (member: FamilyMember) => ReactNode };
};

/** The table of a family: what its members differ in, with price and stock. It scrolls by itself where it is
 * wider than the page, its first column stays; a row opens what is particular to it. */
export function MembersTable({
  family,
  label,
  choice,
  current,
  termsOf,
  isComparable = false,
  order,
}: MembersTableProps) {
  const { columns, members } = family;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(searchedNumber(members, choice)));
  const toggle = (id: string) =>
    setOpened((all) => new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id]));
  const [first, ...others] = columns.map((column) => ({ column, cells: cellsOf(column, members) }));
  const width = Math.max(columns.length, 1) + 3 + (order?.heads.length ?? 0) + (isComparable ? 1 : 0);
  return (
    <section
      aria-label={label ?? texts.table(family.name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls (WCAG 2.1.1).
      tabIndex={0}
      className="members-scroll rounded-md border border-line bg-surface"
    >
      <table className="members-table">
        <thead>
          <tr>
            {first ? (
              <ColumnHead family={family} choice={choice} column={first.column} />
            ) : (
              <th scope="col">{texts.tool}</th>
            )}
            {others.map(({ column }) => (
              <ColumnHead key={column.label} family={family} choice={choice} column={column} />
            ))}
            <th scope="col">{texts.partNumber}</th>
            <th scope="col" className="text-right" aria-sort={choice && sortOf(choice, 'price')}>
              {choice ? (
                <SortLink family={family} choice={choice} by="price" label={texts.price}>
                  {texts.price}
                </SortLink>
              ) : (
                texts.price
              )}
            </th>
            <th scope="col" className="text-right">
              {texts.stock}
            </th>
            {order?.heads.map((head) => (
              <th key={head} scope="col" className="noscript:hidden">
                {head}
              </th>
            ))}
            {isComparable && <th scope="col">{compareTexts.toggle}</th>}
          </tr>
        </thead>
        {members.map((member, nth) => {
          const isOpen = opened.has(member._id);
          const isCurrent = member._id === current;
          const value = first?.cells[nth];
          return (
            <tbody key={member._id} id={label === undefined ? rowId(member._id) : undefined}>
              <tr aria-current={isCurrent || undefined}>
                <th scope="row" className={first?.column.isNumeric ? 'text-right' : undefined}>
                  <span className="flex items-center gap-1">
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      aria-label={texts.open(member.name)}
                      onClick={() => toggle(member._id)}
                      className="-ml-2 grid size-8 shrink-0 place-items-center rounded-md hover:bg-sunken noscript:hidden"
                    >
                      <Icon name="chevron-down" className={classNames('size-4', !isOpen && '-rotate-90')} />
                    </button>
                    <span id={nameId(member)} className="min-w-0 flex-1 wrap-break-word">
                      {value ? <Value {...value} /> : <SavedText text={member.name} />}
                    </span>
                  </span>
                  {isCurrent && <span className="block text-xs font-normal">{texts.thisTool}</span>}
                </th>
                {others.map(({ column, cells }) => (
                  <td key={column.label} className={column.isNumeric ? 'text-right' : undefined}>
                    <Value {...cells[nth]} />
                  </td>
                ))}
                <td>
                  {isCurrent ? (
                    <span className="whitespace-nowrap">{member.part_number ?? texts.none}</span>
                  ) : (
                    <Link
                      to={toolPath(member)}
                      aria-label={member.part_number ? undefined : `${texts.view} ${member.name}`}
                      className="text-link inline-flex min-h-6 items-center whitespace-nowrap"
                    >
                      {member.part_number ?? texts.view}
                    </Link>
                  )}
                </td>
                <MemberPrice member={member} terms={termsOf?.(member)} />
                {order?.cells(member)}
                {isComparable && (
                  <td>
                    <CompareToggle tool={member} nameId={nameId(member)} inColumn />
                  </td>
                )}
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={width} className="p-0!">
                    <MemberDetails member={member} family={family} />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}

const nameId = ({ _id }: FamilyMember) => `name-${_id}`;

/** The id of a member's row, for links to it. */
export const rowId = (toolId: string) => `size-${toolId}`;

/** The member whose part number was searched for, which is open from the start. */
function searchedNumber(members: readonly FamilyMember[], choice: FamilyChoice | undefined): string[] {
  const number = choice?.search.q?.toLowerCase();
  return members.filter((each) => number && each.part_number?.toLowerCase() === number).map(({ _id }) => _id);
}

type Cell = { text: string; missing: string } | undefined;

/** A column's cells: the value of each member, and what its number lacks to be aligned on the decimal point. */
function cellsOf(column: FamilyColumn, members: readonly FamilyMember[]): Cell[] {
  const texts = members.map(
    ({ specifications }) => specifications.find((each) => isOfColumn(each, column))?.value,
  );
  const missing = column.isNumeric ? missingDecimals(texts.map((text) => text ?? '')) : [];
  return texts.map((text, nth) => (text === undefined ? undefined : { text, missing: missing[nth] ?? '' }));
}

function Value({ text, missing = '' }: Partial<NonNullable<Cell>>) {
  if (text === undefined) return <span className="text-ink-soft">{texts.none}</span>;
  return (
    <span className={missing ? 'decimal-aligned' : undefined} data-missing={missing || undefined}>
      <SavedText text={text} />
    </span>
  );
}

type HeadProps = { family: TabledFamily; choice: FamilyChoice | undefined; column: FamilyColumn };

function ColumnHead({ family, choice, column }: HeadProps) {
  const key = { column: column.label };
  return (
    <th
      scope="col"
      className={column.isNumeric ? 'text-right' : undefined}
      aria-sort={choice && sortOf(choice, key)}
    >
      {choice ? (
        <SortLink family={family} choice={choice} by={key} label={column.label}>
          <ColumnLabel column={column} />
        </SortLink>
      ) : (
        <ColumnLabel column={column} />
      )}
    </th>
  );
}

/** A column's label. The letter of a measure looks as it does on the drawing. */
function ColumnLabel({ column: { label, name } }: { column: FamilyColumn }) {
  if (!measureLetter(name)) return <SavedText text={label} />;
  return (
    <span>
      <SavedText text={name.slice(0, -1)} />
      <b className="measure-letter">{name.slice(-1)}</b>
      <SavedText text={label.slice(name.length)} />
    </span>
  );
}

type SortLinkProps = {
  family: TabledFamily;
  choice: FamilyChoice;
  by: Parameters<typeof pressHead>[1];
  label: string;
  children: ReactNode;
};

function SortLink({ family, choice, by, label, children }: SortLinkProps) {
  const sorted = sortOf(choice, by);
  return (
    <Link
      to={familyAddress(family, pressHead(choice, by))}
      preventScrollReset
      title={texts.sortBy(label)}
      className="inline-flex min-h-6 items-center gap-1 underline-offset-4 hover:underline"
    >
      {children}
      {sorted && (
        <Icon
          name="chevron-down"
          className={classNames('size-4 shrink-0', sorted === 'ascending' && 'rotate-180')}
        />
      )}
    </Link>
  );
}

/** Price, price breaks, and stock. */
function MemberPrice({ member, terms }: { member: FamilyMember; terms: MemberTerms | undefined }) {
  const { price, breaks, available } = terms ?? publicTerms(member);
  const larger = breaks.filter(({ quantity }) => quantity > member.min_order_quantity);
  const isOrderable = canBeOrdered({ ...member, available_quantity: available });
  return (
    <>
      <td className="text-right">
        <Price amount={price} className="font-semibold" />
        {!terms && (
          <FormerPrice tool={{ ...member, description: '', family: null }} className="block text-xs" />
        )}
        {larger.length > 0 && (
          <span className="block text-xs whitespace-nowrap text-ink-soft">
            {larger.map((each, nth) => (
              <Fragment key={each.quantity}>
                {nth > 0 && ' · '}
                {texts.from(formatCount(each.quantity))} <Price amount={each.price} />
              </Fragment>
            ))}
          </span>
        )}
      </td>
      <td className="text-right">
        {isOrderable ? (
          formatCount(available)
        ) : (
          <span className="text-sm whitespace-nowrap text-bad">{texts.outOfStock}</span>
        )}
      </td>
    </>
  );
}

const publicTerms = (member: FamilyMember): MemberTerms => ({
  price: member.unit_price,
  breaks: member.price_breaks,
  available: member.available_quantity,
});
