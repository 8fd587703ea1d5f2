import { z } from 'zod/mini';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import { newToolSchema } from '#features/catalogue/contract.ts';
import { addToolTexts } from '#web/texts/forms.ts';

const { picture: words } = addToolTexts;

const picture = z
  .custom<File>((value) => value instanceof File, words.required)
  .check(
    z.refine((file) => file.type.startsWith('image/'), words.notOne),
    z.refine((file) => file.size <= MAX_PICTURE_BYTES, words.tooLarge),
  );

/** Rules of the Add a tool form: the shop's rules for a tool, with a picture to upload in the place of its address. */
export const toolFormSchema = z.extend(z.omit(newToolSchema, { img: true }), { image: picture });

/** The Add a tool form, filled in. */
export type ToolFields = z.infer<typeof toolFormSchema>;

/** A number out of a text field: nothing typed is no number. */
export const readNumber = (text: unknown) => (text === '' || text === undefined ? undefined : Number(text));

/** An optional text: nothing typed is left out. */
export const readOptional = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' ? text : undefined;
