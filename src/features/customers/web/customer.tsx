import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { NewStaffNote } from '#contracts/staff-note.ts';
import { UnpaidOrders } from '#features/counter/web/unpaid-orders.tsx';
import { exemptionTexts } from '#features/exemptions/texts.ts';
import { Exemptions } from '#features/exemptions/web/exemptions.tsx';
import { byStaffTexts } from '#features/orders/texts/by-staff.ts';
import { DeliveryMethod } from '#features/orders/web/order-details.tsx';
import { OrderBadge, OrderSum } from '#features/orders/web/order-list.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { StaffNoteForm, StaffNoteList } from '#features/users/web/staff-notes.tsx';
import {
  customerKey,
  DataActions,
  MakeAdmin,
  MoreActions,
  nameOf,
  RoleBadge,
  RoleNotes,
  UserActions,
  useUserActions,
} from '#features/users/web/user-actions.tsx';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { usePrice, useRegion } from '#ui/client/load-context.ts';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { staffNotesTexts, usersTexts } from '#ui/dashboard/texts.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Rating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { telephoneLink } from '#ui/telephone-link.ts';
import { addCustomerNoteCall, type Customer, getCustomerCall } from '../contract.ts';
import { customerTexts as texts } from '../texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The page of a customer, for staff: orders, reviews, rights and notes. */
export default function CustomerPage() {
  const { email = '' } = useParams();
  return (
    <StaffOnly title={texts.title}>
      <UserActions>
        <LoadedCustomer key={email} email={email} />
      </UserActions>
    </StaffOnly>
  );
}

function LoadedCustomer({ email }: { email: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { erased } = useUserActions();
  const key = customerKey(email);
  const customer = useCall(key, getCustomerCall, { params: { email }, enabled: erased !== email });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  async function add(body: NewStaffNote) {
    await api.call(addCustomerNoteCall, { params: { email }, body });
    await refresh();
  }
  const { country } = useRegion();
  const { data } = customer;
  const toUsers = (
    <LinkButton to="/dashboard/users" variant="secondary">
      {texts.toUsers}
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title={data?.displayName || email}
        lead={data?.displayName && <EmailText email={email} />}
        actions={toUsers}
      />
      <QueryError of={customer} />
      {customer.isPending && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <div className="min-w-0 space-y-6">
            <Person customer={data} />
            <Part id="orders" title={texts.orders}>
              <CustomersOrders email={data.email} orders={data.orders} />
            </Part>
          </div>
          <div className="min-w-0 space-y-6">
            <Part id="counter" title={byStaffTexts.heading}>
              <UnpaidOrders customer={data} changed={refresh} />
            </Part>
            <Part id="notes" title={staffNotesTexts.heading}>
              <StaffNoteList notes={data.notes} className="mb-4 max-h-96 overflow-y-auto" />
              <StaffNoteForm add={add} />
            </Part>
            {country === 'US' && (
              <Part id="tax-exemption" title={exemptionTexts.title}>
                <Exemptions email={data.email} isStaff />
              </Part>
            )}
            <Part id="reviews" title={texts.reviews}>
              <CustomersReviews email={data.email} reviews={data.reviews} />
            </Part>
          </div>
        </div>
      )}
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const fields = ['company', 'vatNumber', 'city', 'district', 'education', 'linkedin'] as const;

/** How to reach a customer, their rights, and behind a menu the actions that change these. The dialogs return
 * the focus here. */
function Person({ customer }: { customer: Customer }) {
  const { role, emailVerified, openedByStaff, blockedReason, since, factors, delivery } = customer;
  const phone = customer.phone || delivery?.phone;
  const isGiven = (field: (typeof fields)[number]) => customer[field] !== '';
  const times = useTimes();
  const isPlain = blockedReason === undefined && (role === 'user' || emailVerified);
  return (
    <section
      data-row
      tabIndex={-1}
      aria-label={texts.title}
      className="min-w-0 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RoleBadge user={customer} />
        <span className="text-ink-soft">{texts.since(times.day(since))}</span>
        <div className="ml-auto">
          <PersonMenu customer={customer} />
        </div>
      </div>
      {isPlain ? (
        role === 'user' && <p>{emailVerified || openedByStaff ? texts.mayOrder : texts.notVerified}</p>
      ) : (
        <RoleNotes user={customer} />
      )}
      <dl className="space-y-2 empty:hidden">
        {phone && (
          <Fact label={texts.fields.phone}>
            <a href={telephoneLink(phone)} className="text-link tabular-nums">
              {phone}
            </a>
          </Fact>
        )}
        {delivery?.address && (
          <Fact label={texts.fields.address}>
            <span className="whitespace-pre-line">{delivery.address}</span>
          </Fact>
        )}
        {fields.filter(isGiven).map((field) => (
          <Fact key={field} label={texts.fields[field]}>
            {customer[field]}
          </Fact>
        ))}
        {factors && (role !== 'user' || hasFactor(factors)) && (
          <Fact label={texts.factors.label}>
            <Factors factors={factors} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="gap-x-6 sm:flex">
    <dt className="w-32 shrink-0 text-ink-soft">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

/** What changes a customer's rights and data, as far as the viewer may. */
function PersonMenu({ customer }: { customer: Customer }) {
  const { isAdmin } = useUserActions();
  const { role, factors } = customer;
  if (!isAdmin && role !== 'user') return null;
  return (
    <RowMenu label={usersTexts.moreActions(nameOf(customer))} size={undefined}>
      {role !== 'admin' && <MakeAdmin user={customer} />}
      <MoreActions user={{ ...customer, secondFactor: factors !== undefined && hasFactor(factors) }} />
      <DataActions user={customer} />
    </RowMenu>
  );
}

type FactorsOfCustomer = NonNullable<Customer['factors']>;

const hasFactor = ({ authenticatorUsedAt, passkeys }: FactorsOfCustomer) =>
  authenticatorUsedAt !== null || passkeys.length > 0;

/** What a customer logs in with besides the password, each with its last use. */
function Factors({ factors }: { factors: FactorsOfCustomer }) {
  const times = useTimes();
  if (!hasFactor(factors)) return texts.factors.none;
  const { authenticatorUsedAt, passkeys, recoveryCodesLeft } = factors;
  const used = (at: string | null) => (at ? texts.factors.used(times.day(at)) : texts.factors.unused);
  const lines = [
    ...(authenticatorUsedAt ? [`${texts.factors.app}, ${used(authenticatorUsedAt)}`] : []),
    ...passkeys.map(({ name, lastUsedAt }) => `${texts.factors.passkey(name)}, ${used(lastUsedAt)}`),
    texts.factors.codesLeft(recoveryCodesLeft),
  ];
  return (
    <ul>
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** A customer's order figures, newest orders, and a link to all. */
function CustomersOrders({ email, orders }: { email: string; orders: Customer['orders'] }) {
  const asPrice = usePrice();
  const { count, unpaid, toShip, spent, latest } = orders;
  if (count === 0) return <p className="text-ink-soft">{texts.noOrders}</p>;
  const figures = {
    count: formatCount(count),
    unpaid: formatCount(unpaid),
    toShip: formatCount(toShip),
    spent: asPrice(spent),
  };
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(['count', 'unpaid', 'toShip', 'spent'] as const).map((figure) => (
          <div key={figure}>
            <dt className="text-xs text-ink-soft">{texts.orderFigures[figure]}</dt>
            <dd className="mt-0.5 font-semibold tabular-nums">{figures[figure]}</dd>
          </div>
        ))}
      </dl>
      <ul className="divide-y divide-line">
        {latest.map((order) => (
          <li key={order._id} className="flex items-start justify-between gap-3 py-2 text-sm">
            <div className="min-w-0">
              <Link
                to={`/dashboard/manageorders/${order.number}`}
                className="block font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                <SavedText text={order.toolName} />
              </Link>
              <OrderSum order={order} withTotal isInline />
              <Moment isShort at={order.placedAt} className="whitespace-nowrap text-ink-soft" />
              <DeliveryMethod order={order} />
            </div>
            <OrderBadge order={order} reader="staff" />
          </li>
        ))}
      </ul>
      <LinkButton
        to={`/dashboard/manageorders?${new URLSearchParams({ customer: email })}`}
        variant="secondary"
        size="sm"
      >
        {texts.allOrders(count)}
      </LinkButton>
    </>
  );
}

/** A customer's newest reviews, including hidden ones, and a link to all. */
function CustomersReviews({ email, reviews }: { email: string; reviews: Customer['reviews'] }) {
  const { count, latest } = reviews;
  if (count === 0) return <p className="text-ink-soft">{texts.noReviews}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {latest.map((review) => (
          <li key={review._id} className="py-2 text-sm">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Rating rate={review.rate} />
              <span className="min-w-0 font-semibold wrap-anywhere">{review.toolName ?? texts.ofShop}</span>
              {review.hidden && <Badge tone="warn">{texts.hidden}</Badge>}
            </span>
            <span data-excerpt className="mt-1 line-clamp-3 wrap-anywhere">
              {review.reviews}
            </span>
          </li>
        ))}
      </ul>
      <LinkButton
        to={`/dashboard/reviews?${new URLSearchParams({ customer: email })}`}
        variant="secondary"
        size="sm"
      >
        {texts.allReviews(count)}
      </LinkButton>
    </>
  );
}
