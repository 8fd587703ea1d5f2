import { lazy, type ReactNode, Suspense } from 'react';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { cardTexts } from '#texts/payment.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { SandboxCardForm } from './sandbox-card-form.tsx';

/** What every provider's card form is given, and what it tells. */
export type CardFormProps = {
  /** The payment to make; `undefined` while it is being started. */
  intent: { paymentIntentId: string; clientSecret: string } | undefined;
  /** The amount in words, for the bank's question: '$129.00'. */
  amount: string;
  billing: { name: string; email: string };
  /** Whether a card is being charged. The intent then stays what it is, whatever has become of its hold. */
  onPaying: (paying: boolean) => void;
  /** Why nothing was charged, and what to do. */
  onProblem: (words: string) => void;
  /** The card was charged. Called once. */
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled meanwhile and must be started again. Nothing was charged. */
  onIntentLost: () => void;
  /** The foot of the form, with Pay. `isReady`: the fields are there. */
  payBar: (isReady: boolean) => ReactNode;
};

// Loaded by the shops that use it alone.
const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe/stripe-card-form.tsx')).StripeCardForm,
}));

/** The card element of the provider that the shop uses. */
export function CardForm({ kind, ...props }: CardFormProps & { kind: ShopSettings['cardPayments']['kind'] }) {
  if (kind === 'sandbox') return <SandboxCardForm {...props} />;
  const waiting = (
    <>
      <div className="min-h-72">
        <Spinner label={cardTexts.loading} />
      </div>
      {props.payBar(false)}
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <StripeCardForm {...props} />
    </Suspense>
  );
}
