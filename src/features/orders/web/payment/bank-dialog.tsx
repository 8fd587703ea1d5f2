import { cardTexts as texts } from '#features/orders/texts/payment.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** What the pretended bank asks, and whom to tell. The first answer counts. */
export type BankQuestion = { amount: string; answer: (approve: boolean) => void };

/** Plays the bank that asks its customer to confirm a payment. Leaving the dialog refuses. */
export function BankDialog({ question }: { question: BankQuestion | undefined }) {
  return (
    <Dialog open={question !== undefined} onClose={() => question?.answer(false)} title={texts.bankAsks}>
      <p>
        {texts.chargeBefore} <strong className="tabular-nums">{question?.amount}</strong> {texts.chargeAfter}
      </p>
      <p className="mt-2 text-sm text-ink-soft">{texts.testBank}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => question?.answer(false)}>
          {texts.refuse}
        </Button>
        <Button onClick={() => question?.answer(true)}>{texts.approve}</Button>
      </div>
    </Dialog>
  );
}
