import { lazy, Suspense } from 'react';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { cardTexts } from '#features/orders/texts/payment.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { CardFormProps } from './card-fields.ts';
import { SandboxCardForm } from './sandbox-card-form.tsx';

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
