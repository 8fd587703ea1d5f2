import { useCallback, useId } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import { canBeOrdered } from '#features/catalogue/rules.ts';
import { CompareBar } from '#features/compare/web/compare-bar.tsx';
import type { FamilyMember } from '#features/families/contract.ts';
import { familyTexts, memberFilterTexts } from '#features/families/page-texts.ts';
import { type FamilyChoice, familyAddress, withoutSearch } from '#features/families/web/family-choice.ts';
import type { FamilyPage } from '#features/families/web/family-query.ts';
import { ActiveFilters, MemberFilter } from '#features/families/web/member-filter.tsx';
import { MembersTable } from '#features/families/web/members-table.tsx';
import { loginPath } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Price, PriceNote } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { familyOrderTexts as texts } from '../../family-texts.ts';
import { quickOrderTexts } from '../../texts.ts';
import { AddToCart } from '../add-to-cart.tsx';
import { type EditedLine, fittedLine, formQuantity } from '../edited-lines.ts';
import { quantityId } from '../use-quick-order.ts';
import { type FamilyOrder, useFamilyOrder } from './use-family-order.ts';

/** The id of a family's order form. */
const ORDER = 'order';

/** The members of a family: filters, table, and the order of several at once. */
export default function FamilyMembers({ page, choice }: { page: FamilyPage; choice: FamilyChoice }) {
  const { family, total, nextCursor } = page;
  const { revalidate } = useRevalidator();
  const order = useFamilyOrder(
    family,
    useCallback(() => void revalidate(), [revalidate]),
  );
  const { memberCount, members } = family;
  return (
    <div className="mt-8 space-y-4">
      <MemberFilter family={family} choice={choice} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-live="polite" className="text-ink-soft tabular-nums">
          {members.length < memberCount
            ? familyTexts.some(total < memberCount ? total : members.length, memberCount)
            : familyTexts.count(memberCount)}
        </p>
        {family.matching !== null && choice.sort === 'position' && (
          <p className="text-ink-soft tabular-nums">
            {familyTexts.matching(family.matching)}{' '}
            <Link
              to={familyAddress(family, withoutSearch(choice))}
              preventScrollReset
              className="text-link inline-flex min-h-6 items-center"
            >
              {familyTexts.usualOrder}
            </Link>
          </p>
        )}
        <ActiveFilters family={family} choice={choice} />
        <PriceNote className="ml-auto" />
      </div>
      {choice.after && (
        <Link
          to={familyAddress(family, { ...choice, after: '' })}
          className="text-link inline-flex min-h-11 items-center"
        >
          {familyTexts.toFirst}
        </Link>
      )}
      {members.length > 0 ? (
        <MembersTable
          family={family}
          choice={choice}
          termsOf={order.termsOf}
          isComparable
          order={{
            heads: [texts.quantity, texts.order],
            cells: (member) => <OrderCells member={member} order={order} />,
          }}
        />
      ) : (
        <EmptyState title={memberFilterTexts.noneFound}>
          <Link to={familyAddress(family, { ...choice, spec: [], after: '' })} className="text-link">
            {memberFilterTexts.clear}
          </Link>
        </EmptyState>
      )}
      {nextCursor && (
        <LinkButton
          variant="secondary"
          rel="next"
          to={familyAddress(family, { ...choice, after: nextCursor })}
        >
          {familyTexts.next}
        </LinkButton>
      )}
      <div className="sticky bottom-0 z-10 space-y-2">
        <CompareBar />
        {order.lines.length > 0 && (
          <OrderBar order={order} id={ORDER} chosen={texts.chosen(order.lines.length)} />
        )}
      </div>
      <OrderPanel order={order} id={ORDER} shown={members} />
    </div>
  );
}

type CellsProps = { member: FamilyMember; order: FamilyOrder };

/** Quantity, and the button that orders the minimum, or nothing again. */
export function OrderCells({ member, order }: CellsProps) {
  const noteId = useId();
  const { _id: id, name, min_order_quantity: minimum, pack_step: step } = member;
  const line = order.lineOf(id);
  const isOff = !line && !canBeOrdered(member);
  const terms = [minimum > 1 && texts.minimum(minimum), step > 1 && texts.packs(step)].filter(Boolean);
  const problem = line && problemOf(line);
  return (
    <>
      <td className="noscript:hidden">
        <div className="flex flex-col gap-1 md:flex-row md:items-center md:gap-2">
          <input
            id={quantityId(id)}
            type="number"
            inputMode="numeric"
            min={1}
            step={step}
            aria-label={texts.quantityOf(name)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={noteId}
            disabled={isOff}
            value={line?.quantity ?? ''}
            onChange={({ target }) => order.setQuantity(id, target.value)}
            onBlur={() => order.quickOrder.raise(id)}
            onKeyDown={({ key }) => key === 'Enter' && order.quickOrder.raise(id)}
            className="h-8 w-20 rounded-md border border-line-strong bg-surface px-2 tabular-nums hover:border-ink disabled:bg-sunken aria-invalid:border-bad aria-invalid:outline-bad"
          />
          <p id={noteId} aria-live="polite" className="w-32 text-xs text-ink-soft max-md:empty:hidden">
            {problem ? (
              <span className="font-medium text-bad">{problem}</span>
            ) : (
              (raisedNote(line) ?? terms.join(' · '))
            )}
          </p>
        </div>
      </td>
      <td className="noscript:hidden">
        <Button
          variant={line ? 'quiet' : 'secondary'}
          size="sm"
          className="w-20"
          disabled={isOff}
          aria-label={line ? texts.removeOf(name) : texts.addOf(name)}
          onClick={() => (line ? order.remove(id) : order.add(id))}
        >
          {line ? texts.remove : texts.add}
        </Button>
      </td>
    </>
  );
}

/** Why a line can't be ordered as it is. */
function problemOf(line: EditedLine): string | undefined {
  if (line.refused) return line.refused;
  if (formQuantity(line) === undefined) return texts.quantityMissing;
  const fitted = fittedLine(line);
  const { problems } = quickOrderTexts;
  if (!fitted?.problem) return undefined;
  return fitted.problem === 'sold_out'
    ? problems.sold_out
    : problems.above_available(fitted.tool.availableQuantity);
}

function raisedNote(line: EditedLine | undefined): string | undefined {
  if (!line?.raised) return undefined;
  const { from, by } = line.raised;
  const { raised } = quickOrderTexts;
  return by === 'minimum' ? raised.minimum(from) : raised.packs(from, line.tools[0]?.packStep ?? 1);
}

/** Stays in sight at the window's foot, with the way to the form below the table. */
export function OrderBar({ order, id, chosen }: { order: FamilyOrder; id: string; chosen: string }) {
  const { search } = useLocation();
  return (
    <div className="order-bar flex items-center justify-between gap-4">
      <p aria-live="polite">
        {chosen} · <Price amount={order.quickOrder.total} className="font-semibold" />
      </p>
      <LinkButton to={{ hash: id, search }} preventScrollReset>
        {texts.review}
      </LinkButton>
    </div>
  );
}

type PanelProps = { order: FamilyOrder; id: string; shown: readonly FamilyMember[] };

/** The form that adds all lines to the cart at once; for visitors, the way to log in. */
export function OrderPanel({ order, id, shown }: PanelProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const headingId = useId();
  const from = `${pathname}${search}#${id}`;
  const others = order.lines.filter(({ key }) => !shown.some(({ _id }) => _id === key));
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-24 space-y-4 rounded-md border border-line bg-surface p-5 sm:p-8 noscript:hidden"
    >
      <h2 id={headingId} className="text-xl">
        {texts.heading}
      </h2>
      {order.lines.length === 0 && <p className="text-ink-soft">{texts.empty}</p>}
      {others.length > 0 && <OtherLines lines={others} onRemove={order.remove} />}
      {user && order.lines.length > 0 && <AddToCart quickOrder={order.quickOrder} email={user.email} />}
      {!user && (
        <>
          <p className="max-w-prose">{texts.toOrder}</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <LinkButton to={loginPath(from)}>{layoutTexts.login}</LinkButton>
            <LinkButton to={loginPath(from, '/signup')} variant="secondary">
              {texts.toSignUp}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  );
}

/** The lines of members that are not on the page, since they are on another one or filtered out. */
function OtherLines({ lines, onRemove }: { lines: EditedLine[]; onRemove: (id: string) => void }) {
  return (
    <div>
      <h3 className="text-base">{texts.notShown}</h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.key} className="flex flex-wrap items-center gap-x-4 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <SavedText text={line.text} /> × {line.quantity}
              {problemOf(line) && (
                <span className="block text-sm font-medium text-bad">{problemOf(line)}</span>
              )}
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={texts.removeOf(line.text)}
              onClick={() => onRemove(line.key)}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
