import { useMemo } from 'react';
import { orderPrice } from '#contracts/money.ts';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import type { Quote, QuoteLine } from '#features/quotes/contract.ts';
import { formatCount } from '#texts/locale.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { type Column, DataTable } from '#ui/dashboard/data-table.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { quoteTexts as texts } from '../screen-texts.ts';
import type { PricedLine } from './offer-rules.ts';

/** A quote's orders, each with its price in the shop and the offered price. */
export function QuoteLines({ quote, isStaff }: { quote: Quote; isStaff: boolean }) {
  const columns = useMemo(() => columnsFor(isStaff), [isStaff]);
  return (
    <DataTable caption={texts.lines} columns={columns} rows={quote.lines} rowKey={({ orderId }) => orderId} />
  );
}

/** The tool and the number of an order. */
export function QuotedTool({ line }: { line: PricedLine }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ToolPicture of={line} sizes="80px" className="w-11 shrink-0 rounded-md border border-line" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          <SavedText text={line.toolName} />
        </span>
        <span className="text-xs text-ink-soft tabular-nums">{line.orderNumber}</span>
        <PartNumber of={line} className="text-xs" />
      </span>
    </span>
  );
}

function columnsFor(isStaff: boolean): Column<QuoteLine>[] {
  const { columns } = texts;
  return [
    {
      key: 'tool',
      header: columns.tool,
      width: 240,
      cell: (line) => <QuotedTool line={line} />,
      card: 'body',
    },
    {
      key: 'quantity',
      header: columns.quantity,
      width: 88,
      align: 'end',
      cell: ({ quantity }) => formatCount(quantity),
    },
    {
      key: 'listPrice',
      header: columns.listPrice,
      width: 104,
      align: 'end',
      cell: (line) => <ListPrice line={line} />,
    },
    {
      key: 'price',
      header: isStaff ? texts.priceForStaff : columns.price,
      width: 112,
      align: 'end',
      cell: ({ unitPrice }) =>
        unitPrice === null ? (
          <span className="text-ink-soft">{texts.notPriced}</span>
        ) : (
          <Price amount={unitPrice} className="font-semibold" />
        ),
      card: {
        foot: (line) => (
          <p className="tabular-nums">
            {formatCount(line.quantity)} × {line.unitPrice !== null && <Price amount={line.unitPrice} />}{' '}
            <span className="sr-only">{columns.listPrice}</span> <ListPrice line={line} />
          </p>
        ),
      },
    },
    {
      key: 'sum',
      header: columns.sum,
      width: 112,
      align: 'end',
      cell: (line) => <LineSum line={line} />,
      card: 'foot',
    },
  ];
}

/** The unit price in the shop; struck through if the offer is lower. */
function ListPrice({ line: { toolUnitPrice, unitPrice } }: { line: QuoteLine }) {
  const isLess = unitPrice !== null && unitPrice < toolUnitPrice;
  return isLess ? (
    <s className="text-ink-soft">
      <Price amount={toolUnitPrice} />
    </s>
  ) : (
    <Price amount={toolUnitPrice} />
  );
}

function LineSum({ line: { price, toolUnitPrice, quantity } }: { line: QuoteLine }) {
  const { currency } = useShopSettings();
  return (
    <Price amount={price ?? orderPrice(toolUnitPrice, quantity, currency) ?? 0} className="font-semibold" />
  );
}
