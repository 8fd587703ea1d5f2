import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { listManagedReviewsCall, type ManagedReview } from '#features/reviews/contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { useAddressChoice, useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Rating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { AnswerPart } from './answer-part.tsx';
import { allReviewsKey, HideButton, HideDialog } from './hide-review.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const rates = ['1', '2', '3', '4', '5'] as const;

/** All reviews, newest first, where staff hide, show and answer them. */
export default function AllReviews() {
  const { api } = useSession();
  const [hiding, setHiding] = useState<ManagedReview>();
  const [rate, setRate] = useAddressChoice('rate', rates);
  const [customer, setCustomer] = useAddressValue('customer');
  const columns = useMemo(() => columnsOf(setHiding), []);
  return (
    <StaffOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={[...allReviewsKey, rate ?? '', customer]}
        load={({ q, filter: state, cursor }, signal) =>
          api.list(listManagedReviewsCall, {
            query: { q, state, rate, customer: customer || undefined, cursor },
            signal,
          })
        }
        head={() => <PageHead title={texts.title} lead={texts.lead} />}
        filter={{ name: 'state', label: texts.state, options: texts.states }}
        choices={[{ name: 'rate', label: texts.rate, options: texts.rates, value: rate, onChange: setRate }]}
        fields={{
          label: texts.customer,
          list: [
            {
              name: 'customer',
              label: texts.customersEmail,
              type: 'email',
              value: customer,
              onChange: setCustomer,
            },
          ],
        }}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      />
      <HideDialog review={hiding} onClose={() => setHiding(undefined)} />
    </StaffOnly>
  );
}

const hiddenBadge = ({ hidden }: ManagedReview) => hidden && <Badge tone="warn">{texts.hiddenBadge}</Badge>;

type RowProps = { review: ManagedReview; onHide: (review: ManagedReview) => void };

const columnsOf = (onHide: RowProps['onHide']): ListColumn<ManagedReview>[] => [
  {
    key: 'review',
    width: 384,
    cell: (review) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Rating rate={review.rate} />
          <Subject review={review} />
          {hiddenBadge(review)}
        </span>
        <Words review={review} />
      </>
    ),
    card: {
      title: (review) => <Subject review={review} />,
      badge: hiddenBadge,
      body: (review) => (
        <div>
          <Rating rate={review.rate} />
          <Words review={review} />
        </div>
      ),
    },
  },
  { key: 'givenBy', width: 192, cell: (review) => <Author review={review} />, card: 'lead' },
  {
    key: 'actions',
    width: 120,
    cell: (review, { size }) => <HideButton review={review} onHide={onHide} size={size} className="flex-1" />,
    card: 'actions',
  },
];

/** What the review is about. */
function Subject({ review: { toolId, toolName } }: { review: ManagedReview }) {
  if (!toolId || !toolName) return <span className="font-semibold">{texts.ofShop}</span>;
  return (
    <Link
      to={`/tools/${toolId}`}
      className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
    >
      <SavedText text={toolName} />
    </Link>
  );
}

function Words({ review }: { review: ManagedReview }) {
  const { reviews, hidden } = review;
  const times = useTimes();
  return (
    <>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{reviews}</p>
      {hidden && (
        <p className="mt-2 text-sm wrap-anywhere text-warn">
          {texts.hiddenFor(hidden.reason, times.shortMoment(hidden.at))}
        </p>
      )}
      <AnswerPart review={review} />
    </>
  );
}

function Author({ review: { name, email, createdAt } }: { review: ManagedReview }) {
  return (
    <>
      <span className="block wrap-anywhere">{name}</span>
      {email && (
        <span className="block text-ink-soft">
          <CustomerLink email={email} />
        </span>
      )}
      <Moment at={createdAt} className="block text-ink-soft" />
    </>
  );
}
