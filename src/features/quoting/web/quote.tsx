import { useState } from 'react';
import { useParams } from 'react-router';
import { offerQuoteCall, type Quote } from '#features/quotes/contract.ts';
import { QUOTES, QuoteBadge } from '#features/quotes/web/quote-parts.tsx';
import { useQuote } from '#features/quotes/web/use-quotes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { useFocusKept } from '#ui/dashboard/use-focus-kept.ts';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { offerTexts, quoteTexts as texts } from '../screen-texts.ts';
import { OfferForm } from './offer-form.tsx';
import { WithdrawQuote } from './quote-actions.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { QuoteSummary } from './quote-summary.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.pageTitle, texts.description);

/** One quote: the offer for its orders, and its expiry. Its buyer accepts or declines it, staff offer and
 * withdraw. */
export default function QuotePage() {
  const { id = '' } = useParams();
  const { email } = useDashboardUser();
  const role = useRole(email);
  const quote = useQuote(id);
  const { data, error } = quote;
  if (data && role.data) {
    return <LoadedQuote key={id} quote={data} asOfMs={quote.dataUpdatedAt} isStaff={role.data !== 'user'} />;
  }
  return (
    <>
      <PageHead title={texts.pageTitle} />
      {isMissing(error) ? <NoSuchQuote /> : <QueryError of={error ? quote : role} />}
      {!error && !role.error && <Waiting />}
    </>
  );
}

/** A malformed id is a 400: for the user it means the same as a missing quote. */
const isMissing = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

type LoadedQuoteProps = { quote: Quote; asOfMs: number; isStaff: boolean };

function LoadedQuote({ quote, asOfMs, isStaff }: LoadedQuoteProps) {
  const times = useTimes();
  const { email } = useDashboardUser();
  const [isOffering, setOffering] = useState(false);
  const isOwn = quote.email === email;
  const isAnswering = isStaff && (quote.state === 'asked' || (isOffering && quote.state === 'offered'));
  const close = () => setOffering(false);
  const headingRef = useFocusKept(`${quote.state} ${isAnswering}`);
  return (
    <>
      <PageHead
        title={texts.title(quote.number)}
        headingRef={headingRef}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <QuoteBadge state={quote.state} />
            {isStaff && (
              <span className="wrap-anywhere">
                {quote.userName} {quote.email && <CustomerLink email={quote.email} />}
              </span>
            )}
            {quote.askedAt && (
              <time dateTime={quote.askedAt}>{texts.askedAt(times.shortMoment(quote.askedAt))}</time>
            )}
            {quote.offeredAt && (
              <time dateTime={quote.offeredAt}>{texts.offeredAt(times.shortMoment(quote.offeredAt))}</time>
            )}
          </span>
        }
        actions={
          <LinkButton to={QUOTES} variant="secondary" size="sm">
            {isStaff ? texts.toQuotes : texts.toMyQuotes}
          </LinkButton>
        }
      />
      <Words heading={isOwn ? texts.note : texts.buyersNote} text={quote.note} />
      {isAnswering ? (
        <AnswerForm quote={quote} onClose={quote.state === 'offered' ? close : undefined} />
      ) : (
        <>
          <Words heading={isOwn ? texts.message : texts.messageForStaff} text={quote.message} />
          <div className="xl:grid xl:grid-cols-beside-sums xl:items-start xl:gap-6">
            <QuoteLines quote={quote} isStaff={isStaff} />
            <QuoteSummary
              quote={quote}
              asOfMs={asOfMs}
              isStaff={isStaff}
              isOwn={isOwn}
              onOffer={() => setOffering(true)}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Prices for a requested quote, or new ones to replace an offer. */
function AnswerForm({ quote, onClose }: { quote: Quote; onClose: (() => void) | undefined }) {
  const { api } = useSession();
  const { _id: id, version, email } = quote;
  return (
    <OfferForm
      lines={quote.lines}
      given={quote}
      send={(offer) => api.call(offerQuoteCall, { params: { id }, body: { version, ...offer } })}
      onSent={() => {
        notify.success(offerTexts.sent(email));
        onClose?.();
      }}
      beside={
        onClose ? (
          <Button variant="secondary" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
        ) : (
          <WithdrawQuote quote={quote} />
        )
      }
    />
  );
}

/** One side's message to the other, if any. */
function Words({ heading, text }: { heading: string; text: string }) {
  if (!text) return null;
  return (
    <section aria-label={heading} className="mb-4 rounded-md border border-line bg-surface p-4">
      <h2 className="text-sm font-semibold">{heading}</h2>
      <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  );
}

function Waiting() {
  return (
    <div className="grid gap-6 xl:grid-cols-beside-sums" aria-hidden="true">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

function NoSuchQuote() {
  return (
    <EmptyState title={texts.noSuchQuote}>
      <p>{texts.noSuchQuoteWhy}</p>
      <LinkButton to={QUOTES} className="mt-5">
        {texts.toQuotes}
      </LinkButton>
    </EmptyState>
  );
}
