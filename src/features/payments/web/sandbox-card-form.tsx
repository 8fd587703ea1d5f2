import { type ComponentProps, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { useShop } from '#ui/client/load-context.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { authenticateSandboxPaymentCall, confirmSandboxPaymentCall } from '../contract.ts';
import { paymentTexts, cardTexts as texts } from '../texts.ts';
import { type CardFormProps, formClasses } from './pay-bar.tsx';

const fields = [
  { name: 'number', ...texts.fields.number, autoComplete: 'cc-number', format: formatCardNumber },
  { name: 'expiry', ...texts.fields.expiry, autoComplete: 'cc-exp', format: formatExpiry },
  { name: 'securityCode', ...texts.fields.securityCode, autoComplete: 'cc-csc', format: formatSecurityCode },
] as const;

type Card = Record<(typeof fields)[number]['name'], string>;

/** The simulated bank's question, and the callback for the answer. Only the first answer counts. */
type BankQuestion = { amount: string; answer: (approve: boolean) => void };

/** The sandbox provider's card form, in test mode: it sends the card to the sandbox, never to the shop. */
export function SandboxCardForm(props: CardFormProps) {
  const { intent, amount, billing, onPaying, onProblem, onPaid, onIntentLost, payBar } = props;
  const { api } = useSession();
  const form = useForm<Card>();
  const { handleSubmit, setError, setValue } = form;
  const tied = fieldOf(form);
  const [question, setQuestion] = useState<BankQuestion>();
  // State updates too late to stop a second press at the same moment.
  const underWay = useRef(false);

  async function charge(card: Card, { paymentIntentId, clientSecret }: NonNullable<typeof intent>) {
    const params = { intentId: paymentIntentId };
    const body = { clientSecret, card, billing };
    const confirmed = await api.call(confirmSandboxPaymentCall, { params, body });
    if (confirmed.status === 'succeeded') return confirmed.paymentIntentId;
    const approve = await new Promise<boolean>((answer) => setQuestion({ amount, answer }));
    setQuestion(undefined);
    const answer = { clientSecret, approve };
    return (await api.call(authenticateSandboxPaymentCall, { params, body: answer })).paymentIntentId;
  }

  async function pay(card: Card) {
    if (!intent || underWay.current) return;
    underWay.current = true;
    onPaying(true);
    try {
      onPaid(await charge(card, intent));
    } catch (error) {
      showError(error);
    } finally {
      underWay.current = false;
      onPaying(false);
    }
  }

  function showError(error: unknown) {
    const { code, field } = error instanceof ApiError ? error : {};
    if (code === 'conflict' || code === 'not_found') return onIntentLost();
    const atFault = fields.find(({ name }) => field?.replace(/^card\./, '') === name);
    if (atFault) return setError(atFault.name, { message: errorMessage(error) }, { shouldFocus: true });
    if (code === 'offline') onProblem(paymentTexts.offline);
    else
      onProblem(code === 'card_declined' ? paymentTexts.declined(errorMessage(error)) : errorMessage(error));
  }

  const use = (card: Card) => {
    for (const { name } of fields) setValue(name, card[name], { shouldValidate: true });
  };

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(pay)(event)}
      className={formClasses}
    >
      <TestCards onUse={use} />
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-1">
        {fields.map(({ name, required, ...field }) => (
          <CardField
            key={name}
            {...field}
            // Reserves the line below the field for an error message.
            className={classNames('min-h-24', name === 'number' && 'col-span-2')}
            {...tied(name, { required })}
          />
        ))}
      </div>
      {payBar(true)}
      <BankDialog question={question} />
    </form>
  );
}

const testCards = [
  { number: '4242 4242 4242 4242', effect: texts.effects.succeeds },
  { number: '4000 0025 0000 3155', effect: texts.effects.asks },
  { number: '4000 0000 0000 0002', effect: texts.effects.declined },
  { number: '4000 0000 0000 9995', effect: texts.effects.lacksFunds },
];

/** States that no money moves, and lists the test cards. `onUse` fills the form with a card. */
function TestCards({ onUse }: { onUse: (card: Card) => void }) {
  const expiry = `12 / ${String(new Date().getUTCFullYear() + 3).slice(-2)}`;
  return (
    <section
      aria-label={texts.testCards}
      className="rounded-md border border-dashed border-line-strong bg-sunken p-4 text-sm"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="warn">{texts.testMode}</Badge>
        {texts.testModeNote}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {testCards.map(({ number, effect }) => (
          <li key={number} className="flex items-center gap-3 py-1">
            <span className="flex flex-1 flex-wrap gap-x-3">
              <span className="font-semibold whitespace-nowrap tabular-nums">{number}</span>
              <span className="text-ink-soft">{effect}</span>
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={texts.putIn(number)}
              onClick={() => onUse({ number, expiry, securityCode: '123' })}
            >
              {texts.use}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft">{texts.testCardsHint}</p>
    </section>
  );
}

/** Simulates the bank that asks its customer to confirm a payment. Closing the dialog refuses. */
function BankDialog({ question }: { question: BankQuestion | undefined }) {
  return (
    <Dialog open={question !== undefined} onClose={() => question?.answer(false)} title={texts.bankAsks}>
      <p>
        {texts.chargeBefore(useShop().name)} <strong className="tabular-nums">{question?.amount}</strong>{' '}
        {texts.chargeAfter}
      </p>
      <p className="mt-2 text-sm text-ink-soft">{texts.testBank}</p>
      <DialogFoot
        className="mt-6"
        type="button"
        closeLabel={texts.refuse}
        onClose={() => question?.answer(false)}
        onClick={() => question?.answer(true)}
      >
        {texts.approve}
      </DialogFoot>
    </Dialog>
  );
}

/** Groups digits in fours, as printed on a card; at most 19 (ISO/IEC 7812-1). */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats month and year as `MM / YY`. A first digit above 1 can only be a one-digit month; `1/27` is
 * January. */
export function formatExpiry(text: string): string {
  const [, shortMonth, rest] = /^\s*(\d)\s*\/(.*)$/.exec(text) ?? [];
  const padded = shortMonth ? `0${shortMonth}${rest}` : text;
  const digits = padded
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Formats a security code: at most 4 digits. */
export function formatSecurityCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4);
}

/** Returns the caret position after formatting: behind as many digits as were before it. */
export function caretAfterFormat(typed: string, caret: number, formatted: string): number {
  if (caret >= typed.length) return formatted.length;
  let digitsLeft = typed.slice(0, caret).replace(/\D/g, '').length;
  let place = 0;
  while (digitsLeft > 0 && place < formatted.length) {
    if (/\d/.test(formatted.charAt(place))) digitsLeft -= 1;
    place += 1;
  }
  return place;
}

/** A text field that groups digits while typing and preserves the caret position. */
function CardField({
  format,
  onChange,
  ...field
}: ComponentProps<typeof TextField> & { format: (text: string) => string }) {
  return (
    <TextField
      inputMode="numeric"
      spellCheck={false}
      {...field}
      onChange={(event) => {
        const input = event.currentTarget;
        const typed = input.value;
        const formatted = format(typed);
        if (formatted !== typed) {
          const caret = caretAfterFormat(typed, input.selectionStart ?? typed.length, formatted);
          input.value = formatted;
          input.setSelectionRange(caret, caret);
        }
        onChange?.(event);
      }}
    />
  );
}
