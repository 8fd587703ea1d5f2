import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { orderPrice } from '#contracts/money.ts';
import { readTypedNumber } from '#contracts/number-notation.ts';
import { dayAndTimeIn, momentOf } from '#contracts/time-zone.ts';
import { MAX_QUOTE_DAYS } from '#features/orders/quote-rules.ts';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import { SumRow } from '#features/orders/web/charge-rows.tsx';
import { MAX_QUOTE_WORDS, type NewOffer, type Quote } from '#features/quotes/contract.ts';
import { useQuoteAction } from '#features/quotes/web/use-quotes.ts';
import { formatCount, formatNumber } from '#texts/locale.ts';
import { Button } from '#ui/button.tsx';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { ErrorState } from '#ui/list-states.tsx';
import { useTimes, zoneWords } from '#ui/moments.ts';
import { Price } from '#ui/price.tsx';
import { uiTexts } from '#ui/texts.ts';
import { quoteTexts, offerTexts as texts } from '../screen-texts.ts';
import {
  defaultUntil,
  lessPercent,
  listTotalOf,
  type PricedLine,
  percentOff,
  priceText,
} from './offer-rules.ts';
import { QuotedTool } from './quote-lines.tsx';

type Values = { prices: Record<string, string>; until: string; holds: boolean; message: string };
type Form = UseFormReturn<Values>;

type OfferFormProps = {
  lines: readonly PricedLine[];
  /** The previous offer, if any. */
  given?: Pick<Quote, 'holds' | 'message' | 'expiresAt'>;
  send: (offer: NewOffer) => Promise<Quote>;
  onSent: (quote: Quote) => void;
  /** Other actions, shown beside the submit button. */
  beside?: ReactNode;
};

/** The form for an offer: a unit price for each order, an expiry, and whether the units are reserved until
 * then. */
export function OfferForm({ lines, given, send, onSent, beside }: OfferFormProps) {
  const { currency } = useShopSettings();
  const { zone } = useTimes();
  const offering = useQuoteAction(
    send,
    onSent,
    // The form shows the error.
    () => undefined,
  );
  const { form, field, problem, isSending, formProps } = useCallForm<Values, Values, Quote>({
    defaultValues: {
      prices: Object.fromEntries(
        lines.map(({ orderId, unitPrice, toolUnitPrice }) => [
          orderId,
          priceText(unitPrice ?? toolUnitPrice, currency),
        ]),
      ),
      until: given?.expiresAt
        ? dayAndTimeIn(new Date(given.expiresAt), zone)
        : defaultUntil(new Date(), zone),
      holds: given?.holds ?? false,
      message: given?.message ?? '',
    },
    send: ({ prices, until, holds, message }) =>
      offering.mutateAsync({
        lines: lines.map(({ orderId }) => ({ orderId, unitPrice: readTypedNumber(prices[orderId] ?? '') })),
        holds,
        expiresAt: momentOf(until, zone)?.toISOString() ?? '',
        message: message.trim(),
      }),
    fieldAtFault: () => undefined,
  });
  return (
    <form {...formProps} className="xl:grid xl:grid-cols-beside-sums xl:items-start xl:gap-6">
      <div>
        <PercentOff lines={lines} form={form} />
        <ul aria-label={quoteTexts.lines} className="rounded-md border border-line bg-surface">
          {lines.map((line) => (
            <PriceLine key={line.orderId} line={line} form={form} />
          ))}
        </ul>
      </div>
      <section
        aria-label={texts.title}
        className="mt-6 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-5 xl:sticky xl:top-20 xl:mt-0"
      >
        <h2 className="text-lg">{texts.title}</h2>
        <OfferSums lines={lines} form={form} />
        <UntilField form={form} />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            {...form.register('holds')}
          />
          <span>
            {texts.holds}
            <span className="block text-sm text-ink-soft">{texts.holdsHint}</span>
          </span>
        </label>
        <TextArea label={texts.message} rows={3} maxLength={MAX_QUOTE_WORDS} {...field('message')} />
        {problem && <ErrorState message={problem} />}
        <div className="grid gap-3">
          <Button type="submit" busy={isSending}>
            {texts.send}
          </Button>
          {beside}
        </div>
      </section>
    </form>
  );
}

type LinesProps = { lines: readonly PricedLine[]; form: Form };

/** Fills in every price with a percentage off the shop's. */
function PercentOff({ lines, form }: LinesProps) {
  const { currency } = useShopSettings();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  function fill() {
    const percent = Number(typed);
    const isSound = typed.trim() !== '' && percent >= 0 && percent <= 99;
    setWrong(!isSound);
    if (!isSound) return;
    for (const { orderId, toolUnitPrice } of lines) {
      form.setValue(`prices.${orderId}`, priceText(lessPercent(toolUnitPrice, percent, currency), currency), {
        shouldValidate: true,
      });
    }
  }
  return (
    <div className="mb-4 max-w-96">
      <TextField
        label={texts.percent}
        type="number"
        inputMode="decimal"
        min={0}
        max={99}
        step="any"
        value={typed}
        error={isWrong ? texts.percentWrong : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Prevents Enter from submitting the form.
          event.preventDefault();
          fill();
        }}
        after={
          <Button variant="secondary" className="shrink-0" onClick={fill}>
            {texts.fill}
          </Button>
        }
      />
    </div>
  );
}

function PriceLine({ line, form }: { line: PricedLine; form: Form }) {
  const { currency } = useShopSettings();
  const { orderId, toolName, orderNumber, quantity, toolUnitPrice } = line;
  const typed = useWatch({ control: form.control, name: `prices.${orderId}` });
  const sum = orderPrice(readTypedNumber(typed ?? ''), quantity, currency);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line p-3 text-sm last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <QuotedTool line={line} />
      </div>
      <p className="flex min-h-11 items-center text-ink-soft tabular-nums">
        {formatCount(quantity)} × <Price amount={toolUnitPrice} className="ml-1" />
      </p>
      <TextField
        label={texts.priceOf(toolName, orderNumber)}
        inputMode="decimal"
        autoComplete="off"
        className="w-28 shrink-0 [&_input]:text-right [&_label]:sr-only"
        {...fieldOf(form)(`prices.${orderId}`, {
          validate: (text) => isPrice(text, currency) || texts.priceWrong,
        })}
      />
      <p className="ml-auto flex min-h-11 items-center justify-end font-semibold sm:w-24">
        {sum !== undefined && <Price amount={sum} />}
      </p>
    </li>
  );
}

/** Whether the text is a positive amount of the currency. */
const isPrice = (text: string, currency: string) =>
  readTypedNumber(text) > 0 && orderPrice(readTypedNumber(text), 1, currency) !== undefined;

function OfferSums({ lines, form }: LinesProps) {
  const { currency } = useShopSettings();
  const asPrice = usePrice();
  const prices = useWatch({ control: form.control, name: 'prices' });
  const listTotal = listTotalOf(lines, currency);
  const total = sumOf(
    lines.map(({ orderId, quantity }) => ({
      price: orderPrice(readTypedNumber(prices[orderId] ?? ''), quantity, currency) ?? 0,
    })),
    currency,
  );
  const off = formatNumber(percentOff(listTotal, total));
  return (
    <dl className="space-y-1 text-sm" aria-live="polite">
      <SumRow label={quoteTexts.listTotal}>
        <Price amount={listTotal} />
      </SumRow>
      <SumRow label={quoteTexts.total}>
        <strong className="text-base font-semibold">{texts.total(asPrice(total), off)}</strong>
      </SumRow>
    </dl>
  );
}

/** The expiry in the shop's time zone, which is named. */
function UntilField({ form }: { form: Form }) {
  const { zone } = useTimes();
  const [now] = useState(() => new Date());
  const latest = new Date(now.getTime() + MAX_QUOTE_DAYS * DAY_MS);
  return (
    <TextField
      type="datetime-local"
      label={texts.until}
      hint={uiTexts.timesAre(zoneWords(zone))}
      min={dayAndTimeIn(now, zone)}
      max={dayAndTimeIn(latest, zone)}
      {...fieldOf(form)('until', { validate: (text) => untilError(text, zone) })}
    />
  );
}

const DAY_MS = 86_400_000;

function untilError(text: string, zone: string): string | undefined {
  const left = (momentOf(text, zone)?.getTime() ?? Number.NaN) - Date.now();
  if (!(left > 0)) return texts.untilWrong;
  return left > MAX_QUOTE_DAYS * DAY_MS ? texts.untilTooFar(MAX_QUOTE_DAYS) : undefined;
}
