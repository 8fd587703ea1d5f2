import { cardTexts as texts } from '#features/orders/texts/payment.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CardFields } from './card-fields.ts';

/** The numbers that the sandbox knows, and what each does. */
const testCards = [
  { number: '4242 4242 4242 4242', effect: texts.effects.succeeds },
  { number: '4000 0025 0000 3155', effect: texts.effects.asks },
  { number: '4000 0000 0000 0002', effect: texts.effects.declined },
  { number: '4000 0000 0000 9995', effect: texts.effects.lacksFunds },
];

/** Says that no money moves here, and which cards to type. `onUse` puts a whole card into the form. */
export function TestCards({ onUse }: { onUse: (card: CardFields) => void }) {
  const expiry = `12 / ${String(new Date().getFullYear() + 3).slice(-2)}`;
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
