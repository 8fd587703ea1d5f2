import type { AppContext } from '#features/app-context.ts';
import type { CardPaymentsSettings } from '#platform/payments/card-payments-settings.ts';
import { createSandboxCards } from '#platform/payments/sandbox/sandbox-cards.ts';
import { createStripeCards, type PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';

/** The card payments of the settings. */
export async function chooseCards(
  settings: CardPaymentsSettings,
  options: Parameters<typeof createSandboxCards>[0] & { pretendedStripe: PretendedStripe | undefined },
): Promise<Pick<AppContext, 'cardPayments' | 'sandboxCards'>> {
  if (settings.kind === 'stripe') {
    const { clock, pretendedStripe } = options;
    const cardPayments = await createStripeCards(settings, { clock, pretended: pretendedStripe });
    return { cardPayments, sandboxCards: undefined };
  }
  const sandboxCards = createSandboxCards(options);
  return { cardPayments: sandboxCards, sandboxCards };
}
