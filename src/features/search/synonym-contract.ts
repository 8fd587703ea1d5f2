import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine } from '#contracts/text.ts';
import { synonymRuleTexts } from '#features/catalogue/texts/manage.ts';

/** Maximum number of pairs. Every search checks all of them. */
export const MAX_SYNONYMS = 500;

/** Requires a searchable character, since punctuation alone finds nothing. */
const searchable = (field: typeof synonymRuleTexts.word) =>
  formLine({ ...field, max: 60 }).check(z.regex(/[\p{L}\p{N}]/u, field.missing));

/** Body of `POST /synonyms`, also used to validate its form. A search for either word also finds the
 * other. */
export const newSynonymSchema = z.object({
  word: searchable(synonymRuleTexts.word),
  sameAs: searchable(synonymRuleTexts.sameAs),
});
export type NewSynonym = z.infer<typeof newSynonymSchema>;

/** Two words, or sequences of words, that are equivalent in searches. */
export const synonymSchema = z.object({ _id: idSchema, word: z.string(), sameAs: z.string() });
export type Synonym = z.infer<typeof synonymSchema>;

const ofAdmins = { access: 'admin', tag: 'Tools' } as const;

export const listSynonymsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/synonyms',
  reply: z.array(synonymSchema),
  operationId: 'listSynonyms',
  summary: 'Lists the words that mean the same in a search',
  description: 'All of them, as pairs.',
} satisfies Call;

export const addSynonymCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/synonyms',
  body: newSynonymSchema,
  reply: insertedSchema,
  errors: ['conflict'],
  operationId: 'addSynonym',
  summary: 'Adds a pair of words that mean the same',
  description: 'A search for either of them then finds the other too.',
} satisfies Call;

export const deleteSynonymCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/synonyms/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteSynonym',
  summary: 'Removes a pair of words that mean the same',
  description: 'Each word then finds only itself.',
} satisfies Call;
