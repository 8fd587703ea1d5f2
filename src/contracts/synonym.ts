import { z } from 'zod';
import { synonymRuleTexts } from '#texts/synonyms.ts';
import { idSchema } from './identifiers.ts';
import { typedLine } from './text.ts';

/** How many pairs a shop may have. Every search looks through them. */
export const MAX_SYNONYMS = 500;

/** Something to search by, since signs alone find nothing. */
const searchable = (field: typeof synonymRuleTexts.word) =>
  typedLine({ ...field, max: 60 }).regex(/[\p{L}\p{N}]/u, field.missing);

/** Body of `POST /synonyms`; also the rules of its form. Whoever looks for either finds the other too. */
export const newSynonymSchema = z.object({
  word: searchable(synonymRuleTexts.word),
  sameAs: searchable(synonymRuleTexts.sameAs),
});

/** Body of `POST /synonyms`. */
export type NewSynonym = z.infer<typeof newSynonymSchema>;

/** Two words, or sequences of words, that mean the same to a search. */
export const synonymSchema = z.object({ _id: idSchema, word: z.string(), sameAs: z.string() });

/** Two words, or sequences of words, that mean the same to a search. */
export type Synonym = z.infer<typeof synonymSchema>;
