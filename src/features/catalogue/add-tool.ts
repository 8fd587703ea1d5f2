import { v7 as uuid } from 'uuid';
import { Refusal } from '#contracts/api-error.ts';
import { currencyDigits, formatPrice, toCents, toPrice } from '#contracts/money.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import { notifyCatalogueChanged } from '#platform/cache/cache-version.ts';
import type { NewTool } from './contract.ts';
import { isKnownPicture } from './pictures/store.ts';
import { insertTools } from './store.ts';
import { toolRefusalTexts } from './texts/refusals.ts';

/**
 * Adds a tool to the shop.
 * @throws Refusal `invalid_input` when the price has more digits than the currency or cannot be charged, or `img` is no picture of the shop.
 */
export async function addTool(shop: Shop, tool: NewTool): Promise<{ insertedId: string }> {
  const { currency } = shop.config;
  const priceCents = toCents(tool.price, currency);
  if (priceCents === undefined) {
    throw new Refusal(
      'invalid_input',
      toolRefusalTexts.decimals(toolRefusalTexts.price, currencyDigits(currency)),
      {
        field: 'price',
      },
    );
  }
  const step = shop.cardPayments.chargeStepCents(currency);
  if (priceCents % step !== 0) {
    const smallest = formatPrice(toPrice(step, currency), currency);
    throw new Refusal('invalid_input', toolRefusalTexts.multiple(smallest), {
      field: 'price',
    });
  }
  return shop.db.transaction().execute(async (tx) => {
    if (!(await isKnownPicture(tx, tool.img))) {
      throw new Refusal('invalid_input', toolRefusalTexts.pictureFirst, { field: 'img' });
    }
    const id = uuid();
    await insertTools(tx, [
      {
        id,
        name: tool.name,
        description: tool.description,
        img: tool.img,
        price_cents: priceCents,
        min_order_quantity: tool.min_order_quantity,
        on_hand: tool.available_quantity,
        category: tool.category ?? null,
        brand: tool.brand ?? null,
      },
    ]);
    await recordAudit(shop, tx, {
      action: 'tool added',
      toolId: id,
      details: { priceCents, onHand: tool.available_quantity },
    });
    await notifyCatalogueChanged(tx);
    return { insertedId: id };
  });
}
