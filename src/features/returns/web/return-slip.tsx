import { useEffect } from 'react';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { SlipFact, SlipPaper } from '#ui/dashboard/slip-paper.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { SavedText } from '#ui/saved-text.tsx';
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
    <SlipPaper
      label={texts.slipOf(number)}
      title={returnTexts.title(number)}
      facts={
        <>
          <SlipFact name={texts.sendTo} className="text-lg whitespace-pre-line wrap-anywhere">
            {address}
          </SlipFact>
          <SlipFact name={texts.from} className="wrap-anywhere">
            {name}
          </SlipFact>
          <SlipFact name={texts.order} className="tabular-nums">
            {purchaseNumber}
          </SlipFact>
          {answeredAt && (
            <SlipFact name={texts.approved} className="tabular-nums">
              {times.day(answeredAt)}
            </SlipFact>
          )}
        </>
      }
      heads={texts}
      contents={lines.map((line) => ({
        key: line.orderId,
        quantity: awaitedOf(line),
        what: (
          <>
            <SavedText text={line.toolName} />
            <span className="block text-sm text-ink-soft tabular-nums">{line.orderNumber}</span>
            <PartNumber of={line} className="text-sm" />
          </>
        ),
      }))}
    >
      <div className="mt-6">
        <Barcode text={number} />
      </div>
    </SlipPaper>
  );
}
