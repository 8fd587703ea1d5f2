import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { paymentTexts, cardTexts as texts } from '#texts/payment.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BankDialog, type BankQuestion } from './bank-dialog.tsx';
import { CardField } from './card-field.tsx';
import { type CardFields, formatCardNumber, formatExpiry, formatSecurityCode } from './card-fields.ts';
import type { CardFormProps } from './card-form.tsx';
import { PayNote } from './pay-note.tsx';
import { TestCards } from './test-cards.tsx';

/** Where the shop's word about a card is shown: `card.number` → the number's field, all else under the form. */
function formField(field: string | undefined): keyof CardFields | 'root' {
  const name = field?.replace(/^card\./, '');
  return name === 'number' || name === 'expiry' || name === 'securityCode' ? name : 'root';
}

/** The sandbox provider's card element, in test mode: it hands the card to the sandbox, never to the shop. */
export function SandboxCardForm(props: CardFormProps) {
  const { intent, amount, billing, paying, onPaying, onPaid, onIntentLost } = props;
  const { api } = useSession();
  const { register, handleSubmit, setError, setValue, setFocus, formState } = useForm<CardFields>();
  const { errors } = formState;
  const [question, setQuestion] = useState<BankQuestion>();
  // State comes too late for a second press in the same moment.
  const underWay = useRef(false);

  async function charge(card: CardFields, { paymentIntentId, clientSecret }: NonNullable<typeof intent>) {
    const confirmed = await api.confirmSandboxCard(paymentIntentId, { clientSecret, card, billing });
    if (confirmed.status === 'succeeded') return confirmed.paymentIntentId;
    const approve = await new Promise<boolean>((answer) => setQuestion({ amount, answer }));
    setQuestion(undefined);
    return (await api.authenticateSandboxCard(paymentIntentId, { clientSecret, approve })).paymentIntentId;
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
    const message = code === 'offline' ? paymentTexts.offline : errorWords(error);
    setError(formField(field), { message }, { shouldFocus: true });
  }

  return (
    <div className="space-y-5">
      <TestCards
        onUse={(number) => {
          setValue('number', number, { shouldValidate: true });
          setFocus('expiry');
        }}
      />
      <form method="post" noValidate onSubmit={submit} className="grid grid-cols-2 items-start gap-4">
        <CardField
          label={texts.number}
          className="col-span-2"
          autoComplete="cc-number"
          placeholder={texts.numberLike}
          format={formatCardNumber}
          error={errors.number?.message}
          {...register('number', { required: texts.numberRequired })}
        />
        <CardField
          label={texts.expiry}
          autoComplete="cc-exp"
          placeholder={texts.expiryLike}
          format={formatExpiry}
          error={errors.expiry?.message}
          {...register('expiry', { required: texts.expiryRequired })}
        />
        <CardField
          label={texts.securityCode}
          autoComplete="cc-csc"
          placeholder={texts.securityCodeLike}
          format={formatSecurityCode}
          error={errors.securityCode?.message}
          {...register('securityCode', { required: texts.securityCodeRequired })}
        />
        <Button
          type="submit"
          size="lg"
          className="col-span-2"
          icon={<Icon name="card" />}
          busy={paying}
          disabled={!intent}
        >
          {paymentTexts.pay}
        </Button>
        <PayNote isReady={intent !== undefined} isPaying={paying} />
        <p role="alert" className="col-span-2 font-medium text-bad empty:hidden">
          {errors.root?.message}
        </p>
      </form>
      <BankDialog question={question} />
    </div>
  );
}
