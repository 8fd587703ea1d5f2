import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SumRow } from '#features/orders/web/charge-rows.tsx';
import type { Quote } from '#features/quotes/contract.ts';
import { timeLeftWords, useTimeLeft } from '#features/quotes/web/quote-parts.tsx';
import { quotesKey } from '#features/quotes/web/use-quotes.ts';
import { formatNumber } from '#texts/locale.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { useTimes } from '#ui/moments.ts';
import { Price } from '#ui/price.tsx';
import { quoteTexts as texts } from '../screen-texts.ts';
import { differenceOf, listTotalOf, percentOff } from './offer-rules.ts';
import { BuyerActions, StaffActions } from './quote-actions.tsx';

type SummaryProps = {
  quote: Quote;
  asOfMs: number;
  isStaff: boolean;
  isOwn: boolean;
  onOffer: () => void;
};

/** A quote's total, its expiry and actions; on a phone it sticks to the bottom. */
export function QuoteSummary({ quote, asOfMs, isStaff, isOwn, onOffer }: SummaryProps) {
  const { currency } = useShopSettings();
  const { price, holds } = quote;
  const { state, leftMs } = useStanding(quote, asOfMs);
  const listTotal = listTotalOf(quote.lines, currency);
  const off = price === null ? 0 : percentOff(listTotal, price);
  const isOpen = state === 'offered' || state === 'accepted';
  return (
    <section aria-label={texts.summary} className="max-xl:contents xl:sticky xl:top-20">
      <div className="mt-6 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-5 xl:mt-0 xl:rounded-b-none xl:border-b-0">
        <h2 className="text-lg">{texts.summary}</h2>
        <dl className="space-y-1 text-sm">
          <SumRow label={texts.listTotal}>
            <Price amount={listTotal} />
          </SumRow>
          {price !== null && off > 0 && (
            <SumRow label={isOwn ? texts.saved(formatNumber(off)) : texts.less(formatNumber(off))}>
              <Price amount={differenceOf(listTotal, price, currency)} />
            </SumRow>
          )}
        </dl>
        {quote.expiresAt && <Until at={quote.expiresAt} isOpen={isOpen} leftMs={leftMs} />}
        {isOpen && (
          <p className="text-sm">{holds ? (isOwn ? texts.held : texts.heldForStaff) : texts.notHeld}</p>
        )}
        <p role="status" className="text-sm text-ink-soft">
          {(isOwn ? texts.standing : texts.standingForStaff)[state]}
        </p>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-surface px-4 pt-3 pb-4 empty:hidden sm:mx-0 sm:rounded-b-md sm:border sm:px-5 xl:static">
        {price !== null && (
          <p className="flex items-baseline justify-between gap-4 font-semibold">
            {texts.total}
            <Price amount={price} className="text-xl" />
          </p>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden xl:flex-col">
          {isOwn && <BuyerActions quote={quote} state={state} />}
          {isStaff && <StaffActions quote={quote} state={state} onOffer={onOffer} />}
        </div>
      </div>
    </section>
  );
}

/** Returns a quote's current state: it expires when its time is up, and is then refetched. */
function useStanding({ state, expiresAt }: Quote, asOfMs: number) {
  const queries = useQueryClient();
  const leftMs = useTimeLeft(state === 'offered' || state === 'accepted' ? expiresAt : null, asOfMs);
  const isExpired = leftMs === 0;
  useEffect(() => {
    if (isExpired) void queries.invalidateQueries({ queryKey: quotesKey });
  }, [isExpired, queries]);
  return { state: isExpired ? ('expired' as const) : state, leftMs };
}

/** The expiry, and the time left until it. */
function Until({ at, isOpen, leftMs }: { at: string; isOpen: boolean; leftMs: number | undefined }) {
  const times = useTimes();
  return (
    <p className="text-sm">
      {isOpen ? texts.goodUntil : texts.wasGoodUntil}{' '}
      <time dateTime={at} className="font-semibold tabular-nums">
        {times.minute(at)}
      </time>{' '}
      {isOpen && leftMs !== undefined && (
        <span role="timer" aria-live="off" className="whitespace-nowrap text-ink-soft tabular-nums">
          {texts.left(timeLeftWords(leftMs))}
        </span>
      )}
    </p>
  );
}
