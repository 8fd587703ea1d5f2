import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { listManagedReviewsCall, type ManagedReview } from '#features/reviews/contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { useAddressChoice, useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink, CutText } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Rating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ReviewAnswer } from '../reviews.tsx';
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
        head={() => <PageHead title={texts.title} />}
        filter={{ name: 'state', label: texts.state, options: texts.states }}
        filters={[
          { name: 'rate', label: texts.rate, options: texts.rates, value: rate, onChange: setRate },
          {
            name: 'customer',
            label: texts.customersEmail,
            type: 'email',
            value: customer,
            onChange: setCustomer,
          },
        ]}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      />
      <HideDialog review={hiding} onClose={() => setHiding(undefined)} />
    </StaffOnly>
  );
}

const stateBadges = ({ hidden, answer }: ManagedReview) => (
  <>
    {hidden && <Badge tone="warn">{texts.hiddenBadge}</Badge>}
    {answer && <Badge>{texts.answeredBadge}</Badge>}
  </>
);

type RowProps = { review: ManagedReview; onHide: (review: ManagedReview) => void };

const columnsOf = (onHide: RowProps['onHide']): ListColumn<ManagedReview>[] => [
  {
    key: 'review',
    width: 384,
    cell: (review) => (
      <Words review={review} badges={stateBadges(review)}>
        <AnswerPart review={review} />
      </Words>
    ),
    card: { body: (review) => <Words review={review} /> },
  },
  {
    key: 'about',
    width: 176,
    cell: (review) => <Subject review={review} />,
    card: { title: (review) => <Subject review={review} />, badge: stateBadges },
  },
  { key: 'givenBy', width: 152, cell: (review) => <Author review={review} />, card: 'lead' },
  {
    key: 'actions',
    width: 96,
    cell: (review) => <HideButton review={review} onHide={onHide} size="sm" />,
    card: {
      actions: (review) => (
        <>
          <AnswerPart review={review} />
          <HideButton review={review} onHide={onHide} size="sm" />
        </>
      ),
    },
  },
];

/** What the review is about. */
function Subject({ review: { toolId, toolName } }: { review: ManagedReview }) {
  if (!toolId || !toolName) return texts.ofShop;
  return (
    <Link to={`/tools/${toolId}`} className="block wrap-anywhere underline-offset-4 hover:underline">
      <SavedText text={toolName} />
    </Link>
  );
}

/** The review in two lines until it is pressed, then whole, with the shop's answer. */
function Words({
  review,
  badges,
  children,
}: {
  review: ManagedReview;
  badges?: ReactNode;
  children?: ReactNode;
}) {
  const { rate, reviews, hidden, answer } = review;
  const times = useTimes();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Rating rate={rate} />
      {badges}
      <CutText className="basis-64" words={reviews}>
        {hidden && (
          <p className="mt-2 text-warn wrap-anywhere">
            {texts.hiddenFor(hidden.reason, times.shortMoment(hidden.at))}
          </p>
        )}
        <ReviewAnswer answer={answer} />
      </CutText>
      {children}
    </div>
  );
}

function Author({ review: { name, email, createdAt } }: { review: ManagedReview }) {
  return (
    <>
      <span className="block wrap-anywhere">
        {email ? <CustomerLink email={email}>{name}</CustomerLink> : name}
      </span>
      <Moment isShort at={createdAt} className="block text-ink-soft" />
    </>
  );
}
