import { AppError } from '#contracts/app-error.ts';
import { manufacturerFields } from '#contracts/product-safety.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { withTaxons } from '#features/categories/store.ts';
import { readPriceTerms, todayOf } from '#features/shop-details/read-details.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { fieldTexts } from '#texts/validation.ts';
import {
  asPartNumberError,
  checkMeasures,
  checkPictures,
  checkPriceBreaks,
  checkReduction,
  toChargeableCents,
  toPriceBreaks,
} from './change-tools.ts';
import type { ToolDetails } from './contract.ts';
import type { ToolEdit } from './managed-contract.ts';
import { appliedBreaks, type PriceBreakRow } from './prices.ts';
import { recordLowStock } from './record-low-stock.ts';
import { roundUpToPacks } from './rules.ts';
import type { NewSpecification } from './specification-contract.ts';
import { setAvailable } from './stock-store.ts';
import {
  findManagedToolDetails,
  lockTool,
  type ManagedToolDetailsRow,
  replacePictures,
  replacePriceBreaks,
  replaceSpecifications,
  serializeToolDetails,
  type ToolFacts,
  updateTool,
} from './store.ts';
import { toolEditTexts, toolErrorTexts, toolFieldTexts } from './texts/manage.ts';

/** Changes some fields of a tool whose version still is `edit.version`, and returns the tool. An edit that
 * changes nothing creates no version. @throws AppError not_found, invalid_input as for a new tool;
 * version_conflict, with the tool's present state; conflict if another tool has the part number. */
export async function editTool(
  context: AppContext,
  toolId: string,
  {
    version,
    price,
    former_price: former,
    available_quantity: available,
    pictures,
    specifications,
    price_breaks,
    manufacturer,
    ...others
  }: ToolEdit,
): Promise<ToolDetails> {
  const { currency } = context.config;
  const fields = { ...others, ...(manufacturer !== undefined && manufacturerFields(manufacturer)) };
  const terms = await readPriceTerms(context);
  const priceCents = price === undefined ? undefined : toChargeableCents(terms, price);
  const formerCents = former && toChargeableCents(terms, former, 'former_price');
  const today = await todayOf(context);
  const breaks = price_breaks && toPriceBreaks(terms, price_breaks);
  const editing = context.db.transaction().execute(async (tx) => {
    const [named] = await withTaxons(context, tx, [fields]);
    await lockTool(tx, toolId);
    const before = await findManagedToolDetails(tx, toolId);
    if (!before) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    if (before.version !== version) {
      const current = serializeToolDetails(before, currency);
      throw new AppError('version_conflict', toolErrorTexts.editedMeanwhile, { field: 'version', current });
    }
    const { min_order_quantity: minimum = before.min_order_quantity, pack_step = before.pack_step } = fields;
    const changed = changesOf(before, {
      ...named,
      min_order_quantity: roundUpToPacks(minimum, pack_step),
      price_cents: priceCents,
      former_price_cents: formerCents,
      available_quantity: available,
      pictures: otherPictures(before, pictures),
    });
    checkMeasures({ ...before, ...changed });
    // A higher price by itself ends a reduction.
    if (formerCents || fields.reduced_until) checkReduction({ ...before, ...changed }, today);
    const priced = isSameBreaks(before, breaks) ? undefined : breaks;
    // Unchanged breaks that the new price has overtaken may stay.
    checkPriceBreaks(changed.price_cents ?? before.price_cents, priced ?? appliedBreaks(before));
    const listed = isSameList(before.specifications, specifications) ? undefined : specifications;
    if (Object.keys(changed).length === 0 && !listed && !priced) return before;
    if (listed) await replaceSpecifications(tx, [{ toolId, rows: listed }]);
    if (priced) await replacePriceBreaks(tx, [{ toolId, breaks: priced }]);
    const lists = [...(listed ? ['specifications'] : []), ...(priced ? ['price_breaks'] : [])];
    return writeEdit(context, tx, { before, changed, lists });
  });
  return serializeToolDetails(await editing.catch(asPartNumberError), currency);
}

/** What an edit changes: columns of the row, and the available quantity. */
type Edited = Partial<ToolFacts & Pick<ManagedToolDetailsRow, 'available_quantity'> & { pictures: string[] }>;

const imgsOf = ({ pictures }: ManagedToolDetailsRow) => pictures.map(({ img }) => img);

/** Returns the addresses of a tool's new pictures after the first; `undefined` if they are unchanged. */
function otherPictures(before: ManagedToolDetailsRow, pictures: ToolEdit['pictures']): string[] | undefined {
  const wanted = pictures?.map(({ img }) => img);
  return wanted?.join(' ') === imgsOf(before).join(' ') ? undefined : wanted;
}

/** Returns the given values that differ from the row. */
function changesOf(before: ManagedToolDetailsRow, facts: { [Name in keyof Edited]: unknown }): Edited {
  const changed = Object.entries(facts).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Edited],
  );
  return Object.fromEntries(changed);
}

/** Whether the sent specifications are left out or equal the existing ones. */
function isSameList(before: readonly NewSpecification[], sent: readonly NewSpecification[] | undefined) {
  const plain = (rows: readonly NewSpecification[]) =>
    JSON.stringify(rows.map(({ name, value, unit }) => [name, value, unit || null]));
  return sent === undefined || plain(sent) === plain(before);
}

/** Whether the sent price breaks are left out or equal all existing ones. */
const isSameBreaks = ({ prices: { breaks } }: ManagedToolDetailsRow, sent: PriceBreakRow[] | undefined) =>
  sent === undefined || JSON.stringify(sent) === JSON.stringify(breaks);

async function writeEdit(
  context: AppContext,
  tx: DatabaseTransaction,
  { before, changed, lists }: { before: ManagedToolDetailsRow; changed: Edited; lists: string[] },
): Promise<ManagedToolDetailsRow> {
  const { available_quantity: available, pictures, ...facts } = changed;
  if (changed.img !== undefined || pictures) {
    await checkPictures(tx, changed.img ?? before.img, pictures ?? imgsOf(before));
  }
  if (pictures) await replacePictures(tx, [{ toolId: before.id, imgs: pictures }]);
  await updateTool(tx, before.id, facts);
  if (available !== undefined) await adjustStock(context, tx, before.id, available);
  if (facts.min_order_quantity !== undefined)
    await recordLowStock(context, tx, [{ toolId: before.id, quantity: 0 }], { isRestock: true });
  await recordAudit(context, tx, {
    action: 'tool_edited',
    toolId: before.id,
    details: {
      fields: [...Object.keys(changed), ...lists].join(', '),
      version: before.version + 1,
      ...figuresOf('', changed),
      ...figuresOf('Before', { ...before, pictures: imgsOf(before) }, changed),
    },
  });
  await enqueueWebhooks(context, tx, 'tool.changed', [{ id: before.id }]);
  await invalidateEverywhere(tx);
  const after = await findManagedToolDetails(tx, before.id);
  if (!after) throw new Error(`tool ${before.id} has vanished`);
  return after;
}

/** Sets the available quantity. @throws AppError invalid_input if it and the reserved units together exceed
 * the maximum count. */
async function adjustStock(context: AppContext, tx: DatabaseTransaction, toolId: string, available: number) {
  const reason = toolEditTexts.stockReason;
  if (await setAvailable(context, tx, { toolId, available, reason })) return;
  const field = 'available_quantity';
  throw new AppError('invalid_input', fieldTexts.tooLarge(toolFieldTexts[field]), { field });
}

/** Returns a tool's `changed` figures and pictures for the audit trail, which excludes typed text. */
function figuresOf(suffix: string, tool: Edited, changed: Edited = tool) {
  const figures = {
    price_cents: 'priceCents',
    former_price_cents: 'formerPriceCents',
    reduced_until: 'reducedUntil',
    min_order_quantity: 'minOrderQuantity',
    available_quantity: 'available',
    img: 'img',
    pictures: 'pictures',
  } as const;
  const names = Object.keys(figures) as (keyof typeof figures)[];
  const reported = names.filter((name) => changed[name] !== undefined);
  return Object.fromEntries(reported.map((name) => [`${figures[name]}${suffix}`, auditedValue(tool[name])]));
}

const auditedValue = (figure: string | number | string[] | null | undefined) =>
  Array.isArray(figure) ? figure.join(' ') : (figure ?? null);
