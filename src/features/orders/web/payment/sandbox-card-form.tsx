import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  authenticateSandboxPaymentCall,
  confirmSandboxPaymentCall,
} from '#features/orders/payments/sandbox/contract.ts';
import { paymentTexts, cardTexts as texts } from '#features/orders/texts/payment.ts';
import type { CardFormProps } from '#features/orders/web/payment/card-fields.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { BankDialog, type BankQuestion } from './bank-dialog.tsx';
import { CardField } from './card-field.tsx';
import { type CardFields, formatCardNumber, formatExpiry, formatSecurityCode } from './card-fields.ts';
import { formClasses } from './pay-bar.tsx';
import { TestCards } from './test-cards.tsx';

/** The field that the shop's word is about: `card.number` → the number's; none for a word about the whole card. */
function formField(field: string | undefined): keyof CardFields | undefined {
  const name = field?.replace(/^card\./, '');
  return name === 'number' || name === 'expiry' || name === 'securityCode' ? name : undefined;
}

/** The sandbox provider's card element, in test mode: it hands the card to the sandbox, never to the shop. */
export function SandboxCardForm(props: CardFormProps) {
  const { intent, amount, billing, onPaying, onProblem, onPaid, onIntentLost, payBar } = props;
  const { api } = useSession();
  const { register, handleSubmit, setError, setValue, formState } = useForm<CardFields>();
  const { errors } = formState;
  const [question, setQuestion] = useState<BankQuestion>();
  // State comes too late for a second press in the same moment.
  const underWay = useRef(false);

  async function charge(card: CardFields, { paymentIntentId, clientSecret }: NonNullable<typeof intent>) {
    const params = { intentId: paymentIntentId };
    const confirmed = await api.call(confirmSandboxPaymentCall, {
      params,
      body: { clientSecret, card, billing },
    });
    if (confirmed.status === 'succeeded') return confirmed.paymentIntentId;
    const approve = await new Promise<boolean>((answer) => setQuestion({ amount, answer }));
    setQuestion(undefined);
    const authenticated = await api.call(authenticateSandboxPaymentCall, {
      params,
      body: { clientSecret, approve },
    });
    return authenticated.paymentIntentId;
  }

  const submit = handleSubmit(async (card) => {
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
  });

  function showError(error: unknown) {
    const { code, field } = error instanceof ApiError ? error : {};
    if (code === 'conflict' || code === 'not_found') return onIntentLost();
    const name = formField(field);
    if (name) return setError(name, { message: errorWords(error) }, { shouldFocus: true });
    if (code === 'offline') onProblem(paymentTexts.offline);
    else onProblem(code === 'card_declined' ? paymentTexts.declined(errorWords(error)) : errorWords(error));
  }

  function use(card: CardFields) {
    for (const name of ['number', 'expiry', 'securityCode'] as const) {
      setValue(name, card[name], { shouldValidate: true });
    }
  }

  // Each field keeps the line under it free for what may be wrong with it.
  const place = 'min-h-24';
  return (
    <form method="post" noValidate onSubmit={submit} className={formClasses}>
      <TestCards onUse={use} />
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-1">
        <CardField
          label={texts.number}
          className={`col-span-2 ${place}`}
          autoComplete="cc-number"
          placeholder={texts.numberLike}
          format={formatCardNumber}
          error={errors.number?.message}
          {...register('number', { required: texts.numberRequired })}
        />
        <CardField
          label={texts.expiry}
          className={place}
          autoComplete="cc-exp"
          placeholder={texts.expiryLike}
          format={formatExpiry}
          error={errors.expiry?.message}
          {...register('expiry', { required: texts.expiryRequired })}
        />
        <CardField
          label={texts.securityCode}
          className={place}
          autoComplete="cc-csc"
          placeholder={texts.securityCodeLike}
          format={formatSecurityCode}
          error={errors.securityCode?.message}
          {...register('securityCode', { required: texts.securityCodeRequired })}
        />
      </div>
      {payBar(true)}
      <BankDialog question={question} />
    </form>
  );
}
