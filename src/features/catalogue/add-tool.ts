import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { currencyDigits, formatPrice, toCents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { NewTool } from './contract.ts';
import { isKnownPicture } from './pictures/store.ts';
import { insertTools } from './store.ts';
import { toolErrorTexts } from './texts/errors.ts';

/**
 * Adds a tool to the shop.
 * @throws AppError `invalid_input` when the price has more digits than the currency or cannot be charged, or `img` is no picture of the shop.
 */
export async function addTool(context: AppContext, tool: NewTool): Promise<{ insertedId: string }> {
  const { currency } = context.config;
  const priceCents = toCents(tool.price, currency);
  if (priceCents === undefined) {
    throw new AppError(
      'invalid_input',
      toolErrorTexts.decimals(toolErrorTexts.price, currencyDigits(currency)),
      {
        field: 'price',
      },
    );
  }
  const step = context.cardPayments.chargeStepCents(currency);
  if (priceCents % step !== 0) {
    const smallest = formatPrice(toPrice(step, currency), currency);
    throw new AppError('invalid_input', toolErrorTexts.multiple(smallest), {
      field: 'price',
    });
  }
  return context.db.transaction().execute(async (tx) => {
    if (!(await isKnownPicture(tx, tool.img))) {
      throw new AppError('invalid_input', toolErrorTexts.pictureFirst, { field: 'img' });
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
    await recordAudit(context, tx, {
      action: 'tool_added',
      toolId: id,
      details: { priceCents, onHand: tool.available_quantity },
    });
    await invalidateEverywhere(tx);
    return { insertedId: id };
  });
}
