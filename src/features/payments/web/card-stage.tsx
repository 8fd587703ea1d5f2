import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ApiError } from '#ui/client/api-client.ts';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { Spinner } from '#ui/loading.tsx';
import { cardTexts, paymentTexts as texts } from '../texts.ts';
import { AcceptPrice } from './accept-price.tsx';
import { type CardFormProps, PayBar } from './pay-bar.tsx';
import { SandboxCardForm } from './sandbox-card-form.tsx';
import { type ToPay, useReservation } from './use-reservation.ts';

// Loaded only in shops that use Stripe.
const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe-card-form.tsx')).StripeCardForm,
}));

type CardStageProps = {
  toPay: ToPay;
  /** The error of a redirect to the buyer's bank. */
  firstProblem: string | undefined;
  onReloadOrders: () => void;
  onPaid: (transactionId: string) => void;
  /** Help if some of several orders are out of stock. */
  wayOn: ReactNode;
};

/** Reserves the units of the orders to be paid, and takes the card payment. */
export function CardStage({ toPay, firstProblem, onReloadOrders, onPaid, wayOn }: CardStageProps) {
  const asPrice = usePrice();
  const reservation = useReservation(toPay);
  const { orders } = toPay;
  const { intent, error } = reservation;
  const [problem, setProblem] = useState(firstProblem);
  const [wasLost, setWasLost] = useState(false);
  const [payingFor, setPayingFor] = useState<typeof intent>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, whoever hears of it.
  useEffect(() => {
    if (isOutdated(error)) onReloadOrders();
  }, [error]);
  const repriced = orders.find(({ newUnitPrice }) => newUnitPrice !== null);
  if (repriced && !intent && !payingFor) {
    if (isUnaccepted(error)) {
      return (
        <AcceptPrice
          key={repriced._id}
          order={repriced}
          isOneOfSeveral={orders.length > 1}
          onOutdated={onReloadOrders}
        />
      );
    }
    if (reservation.isStarting) return <Spinner label={cardTexts.loading} className="size-8" />;
  }
  return (
    <section aria-label={texts.card} className="rounded-md border border-line bg-surface p-5 sm:p-6">
      <CardForm
        intent={payingFor ?? intent}
        onPaying={(paying) => {
          setPayingFor(paying ? intent : undefined);
          if (!paying) return;
          setProblem(undefined);
          setWasLost(false);
        }}
        amount={asPrice(toPay.amount ?? 0)}
        billing={{ name: orders[0]?.userName ?? '', email: orders[0]?.email ?? '' }}
        onProblem={setProblem}
        onPaid={onPaid}
        onIntentLost={() => {
          setWasLost(true);
          reservation.start();
        }}
        payBar={(isReady) => (
          <PayBar
            reservation={reservation}
            isReady={isReady}
            isPaying={payingFor !== undefined}
            wayOn={wayOn}
            problem={wasLost ? intent && texts.wasLost : problem}
          />
        )}
      />
    </section>
  );
}

/** Whether the server has newer data on the orders than this page, for example that one is paid. */
function isOutdated(error: Error | null): boolean {
  const codes = [
    'price_changed',
    'price_not_accepted',
    'conflict',
    'address_needed',
    'not_found',
    'out_of_stock',
  ];
  return error instanceof ApiError && codes.includes(error.code);
}

const isUnaccepted = (error: Error | null) =>
  error instanceof ApiError && error.code === 'price_not_accepted';

function CardForm(props: CardFormProps) {
  if (useShopSettings().cardPayments.kind === 'sandbox') return <SandboxCardForm {...props} />;
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
