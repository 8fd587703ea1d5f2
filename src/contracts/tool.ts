import { z } from 'zod';
import { fieldTexts, toolRuleTexts } from '#texts/validation.ts';
import { idSchema } from './identifiers.ts';
import { isPlainLine, plainLine, typedLine, typedText } from './text.ts';

/** The largest quantity that the database column holds (PostgreSQL `integer`). */
export const MAX_QUANTITY = 2_147_483_647;

const quantity = (label: string) =>
  z
    .number({ error: fieldTexts.missing(label) })
    .int(fieldTexts.notWhole(label))
    .min(1, fieldTexts.tooSmall(label, 1))
    .max(MAX_QUANTITY, fieldTexts.tooLarge(label));

/** Widths in pixels that every picture is kept in. */
export const pictureWidths = [400, 800, 1600] as const;

/** A picture in several widths: `webp` and `avif` are `srcset` texts; `avif` joins once it has been made. */
export const pictureSchema = z.object({
  width: z.number().int(),
  height: z.number().int(),
  colour: z.string(),
  webp: z.string(),
  avif: z.string().nullable(),
});

/** A picture in several widths. */
export type Picture = z.infer<typeof pictureSchema>;

/**
 * A tool on the wire. `price` is a decimal number in the shop's currency; `rating` the average of its reviews to one
 * decimal, null without any.
 */
export const toolSchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  picture: pictureSchema.nullable(),
  min_order_quantity: z.number().int(),
  available_quantity: z.number().int(),
  price: z.number(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.number().int(),
});

/** A tool on the wire. */
export type Tool = z.infer<typeof toolSchema>;

/** Body of `POST /tool`; also the rules of the Add a tool form. */
export const newToolSchema = z.object({
  name: typedLine({ ...toolRuleTexts.name, max: 200 }),
  description: typedText({ ...toolRuleTexts.description, max: 5000 }),
  min_order_quantity: quantity(toolRuleTexts.minOrderQuantity),
  available_quantity: quantity(toolRuleTexts.availableQuantity),
  price: z
    .number({ error: toolRuleTexts.priceMissing })
    .positive(toolRuleTexts.priceNothing)
    .max(999_999.99, toolRuleTexts.priceTooHigh),
  img: z
    .string({ error: toolRuleTexts.imageMissing })
    .min(1, toolRuleTexts.imageMissing)
    .max(2000, toolRuleTexts.imageWrong)
    .refine(isPlainLine, toolRuleTexts.imageWrong),
  category: plainLine(toolRuleTexts.category, 60).min(1).optional(),
  brand: plainLine(toolRuleTexts.brand, 60).min(1).optional(),
});

/** Body of `POST /tool`. */
export type NewTool = z.infer<typeof newToolSchema>;

/** Answer of a call that adds a row. */
export const insertedSchema = z.object({ insertedId: idSchema });

/** Answer of a call that deletes. */
export const deletedSchema = z.object({ deletedCount: z.number().int() });

/** Answer of a call that changes a row. */
export const modifiedSchema = z.object({ modifiedCount: z.number().int() });
