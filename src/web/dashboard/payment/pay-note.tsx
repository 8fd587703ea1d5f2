import { paymentTexts as texts } from '#texts/payment.ts';

/** Says what the Pay button waits for, in a line that is always there, so that nothing moves. */
export function PayNote({ isReady, isPaying }: { isReady: boolean; isPaying: boolean }) {
  return (
    <p aria-live="polite" className="col-span-2 min-h-5 text-center text-sm text-ink-soft">
      {isPaying ? texts.paying : isReady ? '' : texts.payWaits}
    </p>
  );
}
