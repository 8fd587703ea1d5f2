import { useEffect } from 'react';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { Wordmark } from '#ui/wordmark.tsx';
import type { Return } from '../contract.ts';
import { returnTexts, returnSlipTexts as texts } from '../screen-texts.ts';
import { Barcode } from './barcode.tsx';
import { awaitedOf, isMissing, useReturn } from './return-parts.tsx';
import { returnPath } from './return-paths.ts';

/** The packing slip of an approved return, for its package; opens the print dialog at once. */
export function ReturnSlip({ id }: { id: string }) {
  const found = useReturn(id);
  const { data, error } = found;
  const isReady = data?.state === 'approved';
  useEffect(() => {
    if (isReady) window.print();
  }, [isReady]);
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={texts.title}
          lead={isReady && texts.lead}
          actions={
            <div className="flex flex-wrap gap-3">
              <LinkButton to={returnPath(id)} variant="secondary">
                {texts.toReturn}
              </LinkButton>
              {isReady && <Button onClick={() => window.print()}>{texts.print}</Button>}
            </div>
          }
        />
      </div>
      {found.isLoading && <Skeleton className="h-96 w-full max-w-prose" />}
      {isMissing(error) ? (
        <EmptyState title={returnTexts.missing}>{returnTexts.missingWhy}</EmptyState>
      ) : (
        !data && <QueryError of={found} />
      )}
      {data && !isReady && (
        <EmptyState title={data.state === 'requested' ? texts.notYet : texts.noMore}>
          {data.state === 'requested' && texts.notYetWhy}
        </EmptyState>
      )}
      {data && isReady && <Slip made={data} />}
    </>
  );
}

function Slip({ made }: { made: Return }) {
  const times = useTimes();
  const { number, name, address, purchaseNumber, answeredAt } = made;
  const lines = made.lines.filter((line) => awaitedOf(line) > 0);
  return (
    <article
      aria-label={texts.slipOf(number)}
      className="max-w-prose rounded-md border border-line bg-surface p-4 print:max-w-none print:rounded-none print:border-0 print:p-0 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Wordmark />
        <h2 className="text-xl tabular-nums">{returnTexts.title(number)}</h2>
      </div>
      <div className="mt-6">
        <Barcode text={number} />
      </div>
      <dl className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <div>
          <dt className="label-caps text-ink-soft">{texts.sendTo}</dt>
          <dd className="mt-1 text-lg whitespace-pre-line wrap-anywhere">{address}</dd>
        </div>
        <div>
          <dt className="label-caps text-ink-soft">{texts.from}</dt>
          <dd className="mt-1 wrap-anywhere">{name}</dd>
        </div>
        <div>
          <dt className="label-caps text-ink-soft">{texts.order}</dt>
          <dd className="mt-1 tabular-nums">{purchaseNumber}</dd>
        </div>
        {answeredAt && (
          <div>
            <dt className="label-caps text-ink-soft">{texts.approved}</dt>
            <dd className="mt-1 tabular-nums">{times.day(answeredAt)}</dd>
          </div>
        )}
      </dl>
      <table className="mt-6 w-full border-t border-line-strong">
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="label-caps w-20 pt-3 text-right sm:w-24">
              {texts.quantity}
            </th>
            <th scope="col" className="label-caps pt-3 pl-4 text-left sm:pl-6">
              {texts.tool}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.orderId} className="align-baseline text-lg">
              <td className="py-2 text-right font-semibold tabular-nums">{formatCount(awaitedOf(line))}</td>
              <td className="py-2 pl-4 wrap-anywhere sm:pl-6">
                <SavedText text={line.toolName} />
                <span className="block text-sm text-ink-soft tabular-nums">{line.orderNumber}</span>
                <PartNumber of={line} className="text-sm" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
