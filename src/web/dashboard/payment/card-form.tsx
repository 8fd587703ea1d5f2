import type { ShopSettings } from '#contracts/shop-settings.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SandboxCardForm } from './sandbox-card-form.tsx';

/** What every provider's card form is given, and what it tells. */
export type CardFormProps = {
  /** The payment to make; `undefined` while it is being started, with Pay disabled. */
  intent: { paymentIntentId: string; clientSecret: string } | undefined;
  /** The amount in words, for the bank's question: '$129.00'. */
  amount: string;
  billing: { name: string; email: string };
  /** The card was charged. Called once. */
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled meanwhile and must be started again. Nothing was charged. */
  onIntentLost: () => void;
};

const forms: Partial<
  Record<ShopSettings['cardPayments']['kind'], (props: CardFormProps) => React.ReactNode>
> = {
  sandbox: SandboxCardForm,
};

/** The card element of the provider that the shop uses. */
export function CardForm({ kind, ...props }: CardFormProps & { kind: ShopSettings['cardPayments']['kind'] }) {
  const Form = forms[kind];
  if (!Form) return <ErrorState message="This shop cannot take cards just now. Your order stays as it is." />;
  return <Form {...props} />;
}
