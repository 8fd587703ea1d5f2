import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, currencyDigits, formatCents, toCents } from '#contracts/money.ts';
import { manufacturerFields } from '#contracts/product-safety.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { areKnownPictures } from '#features/pictures/store.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import { type PriceTerms, readPriceTerms, todayOf } from '#features/shop-details/read-details.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { copyDocuments, removeDocuments } from './document-store.ts';
import type { AddTool } from './managed-contract.ts';
import type { PriceBreakRow } from './prices.ts';
import { roundUpToPacks } from './rules.ts';
import { insertTools, removeTools } from './stock-store.ts';
import { replacePictures, replacePriceBreaks, replaceSpecifications, shareTool } from './store.ts';
import { priceBreakTexts, toolErrorTexts, toolFieldTexts } from './texts/manage.ts';
import type { NewPriceBreak } from './tool-fields-contract.ts';

/** Adds a tool to the shop. @throws AppError `invalid_input` if the price has more digits than the currency
 * or cannot be charged, a larger order costs more per unit, `img` is not a picture of the shop, only some
 * measures are given, or the tool to copy documents from does not exist; `conflict` if another tool has the
 * part number. */
export async function addTool(
  context: AppContext,
  {
    price,
    former_price: former,
    available_quantity: onHand,
    pictures = [],
    specifications = [],
    price_breaks = [],
    documents_of: documentsOf,
    manufacturer,
    ...others
  }: AddTool,
): Promise<{ insertedId: string; version: number }> {
  const fields = { ...others, ...(manufacturer && manufacturerFields(manufacturer)) };
  const terms = await readPriceTerms(context);
  const priceCents = toChargeableCents(terms, price);
  checkMeasures(fields);
  const breaks = toPriceBreaks(terms, price_breaks);
  checkPriceBreaks(priceCents, breaks);
  const formerCents = former === undefined ? null : toChargeableCents(terms, former, 'former_price');
  checkReduction(
    { ...fields, price_cents: priceCents, former_price_cents: formerCents },
    await todayOf(context),
  );
  const minimum = roundUpToPacks(fields.min_order_quantity, fields.pack_step ?? 1);
  const adding = context.db.transaction().execute(async (tx) => {
    const more = pictures.map(({ img }) => img);
    await checkPictures(tx, fields.img, more);
    const id = uuid();
    const row = {
      id,
      ...fields,
      min_order_quantity: minimum,
      price_cents: priceCents,
      on_hand: onHand,
      former_price_cents: formerCents,
    };
    await insertTools(context, tx, [row]);
    await replacePictures(tx, [{ toolId: id, imgs: more }]);
    await replaceSpecifications(tx, [{ toolId: id, rows: specifications }]);
    await replacePriceBreaks(tx, [{ toolId: id, breaks }]);
    if (documentsOf) {
      if (!(await shareTool(tx, documentsOf))) {
        throw new AppError('invalid_input', toolErrorTexts.noSuchTool, { field: 'documents_of' });
      }
      await copyDocuments(tx, { from: documentsOf, to: id, now: context.clock.now() });
    }
    await recordAudit(context, tx, { action: 'tool_added', toolId: id, details: { priceCents, onHand } });
    await enqueueWebhooks(context, tx, 'tool.changed', [{ id }]);
    await invalidateEverywhere(tx);
    return { insertedId: id, version: 1 };
  });
  return adding.catch(asPartNumberError);
}

/** Converts price breaks to minor units, sorted by quantity. @throws AppError as for a price. */
export const toPriceBreaks = (terms: PriceTerms, breaks: readonly NewPriceBreak[]): PriceBreakRow[] =>
  breaks
    .map(({ quantity, price }, index) => {
      const field = `price_breaks.${index}.price`;
      return { quantity, price_cents: toChargeableCents(terms, price, field) };
    })
    .sort((one, other) => one.quantity - other.quantity);

/** Checks that the unit price falls with each break. @throws AppError invalid_input. */
export function checkPriceBreaks(priceCents: Cents, breaks: readonly PriceBreakRow[]): void {
  const prices = [priceCents, ...breaks.map(({ price_cents }) => price_cents)];
  if (prices.every((cents, index) => index === 0 || cents < (prices[index - 1] ?? 0))) return;
  throw new AppError('invalid_input', priceBreakTexts.notLower, { field: 'price_breaks' });
}

type Reduction = {
  price_cents: Cents;
  former_price_cents?: Cents | null | undefined;
  reduced_until?: string | null | undefined;
};

/** Checks that a reduction has a higher price that comes back, and a last day, which is not over on `today`.
 * @throws AppError invalid_input */
export function checkReduction(
  { price_cents, former_price_cents: former = null, reduced_until: until = null }: Reduction,
  today: string,
): void {
  const isPast = until !== null && until < today;
  const problems: Record<string, string | false> = {
    former_price:
      former === null
        ? until !== null && toolErrorTexts.formerMissing
        : former <= price_cents && toolErrorTexts.formerTooLow,
    reduced_until:
      until === null ? former !== null && toolErrorTexts.untilMissing : isPast && toolErrorTexts.untilPast,
  };
  for (const [field, problem] of Object.entries(problems))
    if (problem) throw new AppError('invalid_input', problem, { field });
}

/** Checks the pictures of a tool. @throws AppError invalid_input if one was not uploaded, or occurs twice. */
export async function checkPictures(
  tx: DatabaseTransaction,
  img: string,
  more: readonly string[],
): Promise<void> {
  if (!(await areKnownPictures(tx, [img]))) {
    throw new AppError('invalid_input', pictureErrorTexts.pictureFirst, { field: 'img' });
  }
  const field = 'pictures';
  if (!(await areKnownPictures(tx, more))) {
    throw new AppError('invalid_input', pictureErrorTexts.pictureFirst, { field });
  }
  if (new Set([img, ...more]).size > more.length) return;
  throw new AppError('invalid_input', toolErrorTexts.pictureTwice, { field });
}

type Measures = Partial<Record<'length_mm' | 'width_mm' | 'height_mm', number | null | undefined>>;

/** Checks that a tool has all its measures or none. @throws AppError invalid_input for the first that is
 * missing. */
export function checkMeasures({ length_mm, width_mm, height_mm }: Measures): void {
  const measures = Object.entries({ length_mm, width_mm, height_mm });
  const missing = measures.filter(([, measure]) => !measure);
  const [first] = missing;
  if (!first || missing.length === measures.length) return;
  throw new AppError('invalid_input', toolErrorTexts.measuredPartly, { field: first[0] });
}

/** Rethrows a failed write of a tool; if another one has its part number, as an error that says so. */
export function asPartNumberError(error: unknown): never {
  if (!breaksConstraint(error, 'tools_by_part_number')) throw error;
  throw new AppError('conflict', toolErrorTexts.partNumberTaken, { field: 'part_number' });
}

/** Converts a price to minor units. @throws AppError invalid_input if it has more digits than the currency,
 * or cannot be paid by card. */
export function toChargeableCents(terms: PriceTerms, price: number, field = 'price'): Cents {
  const cents = toCents(price, terms.currency);
  if (cents !== undefined && cents % terms.stepCents === 0) return cents;
  const problem =
    cents === undefined
      ? toolErrorTexts.decimals(toolFieldTexts.price, currencyDigits(terms.currency))
      : toolErrorTexts.multiple(formatCents(terms.stepCents, terms));
  throw new AppError('invalid_input', problem, { field });
}

/** Removes a tool from the shop. @throws AppError not_found if it is not in the shop. */
export async function deleteTool(context: AppContext, toolId: string): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const deletedCount = await takeOutTools(context, tx, [toolId]);
    if (deletedCount === 0) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    await recordAudit(context, tx, { action: 'tool_removed', toolId });
    return { deletedCount };
  });
}

/** Removes tools from the shop and returns how many were in it. Orders keep their copies;
 * unpaid ones can no longer be paid, and jobs end payments and quotes in progress. */
export async function takeOutTools(
  context: AppContext,
  tx: DatabaseTransaction,
  toolIds: string[],
): Promise<number> {
  const removed = await removeTools(tx, toolIds, context.clock.now());
  if (removed === 0) return removed;
  await replacePictures(
    tx,
    toolIds.map((toolId) => ({ toolId, imgs: [] })),
  );
  await removeDocuments(tx, toolIds);
  await context.jobs.enqueue(tx, 'release-holds-of-tool', { toolIds });
  const removedTools = toolIds.map((id) => ({ id }));
  await enqueueWebhooks(context, tx, 'tool.changed', removedTools);
  return removed;
}
