import { z } from 'zod/mini';
import { safetyLabels as labels, safetyRuleTexts as texts } from '#texts/product-safety.ts';
import { fieldTexts } from '#texts/validation.ts';
import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { atMost, formLine, formText } from './text.ts';

/** Who made a product, who answers for it in the Union, and what it warns of: facts of a brand, in whose
 * place a tool may have its own (Regulation (EU) 2023/988, article 19). */
export const safetyFields = [
  'manufacturer_name',
  'manufacturer_address',
  'manufacturer_email',
  'responsible_person',
  'safety_warnings',
] as const;
export type SafetyField = (typeof safetyFields)[number];
export type SafetyFacts = Record<SafetyField, string | null>;

const line = (field: SafetyField, max: number) =>
  formLine({ label: labels[field], missing: fieldTexts.missing(labels[field]), max });
const lines = (field: SafetyField, max: number) =>
  formText({ label: labels[field], missing: fieldTexts.missing(labels[field]), max });

/** The schema of each fact that is given. */
export const safetyShape = {
  manufacturer_name: line('manufacturer_name', 200),
  manufacturer_address: lines('manufacturer_address', 500),
  manufacturer_email: z
    .string({ error: texts.emailWrong })
    .check(z.trim(), ...atMost(MAX_EMAIL_LENGTH, texts.emailWrong), z.refine(isEmail, texts.emailWrong)),
  responsible_person: lines('responsible_person', 500),
  safety_warnings: lines('safety_warnings', 2000),
};

const sent = <S extends z.core.SomeType>(schema: S) => z.nullable(z.optional(schema));

/** The same in a change: null removes a fact. */
export const safetyEditShape = {
  manufacturer_name: sent(safetyShape.manufacturer_name),
  manufacturer_address: sent(safetyShape.manufacturer_address),
  manufacturer_email: sent(safetyShape.manufacturer_email),
  responsible_person: sent(safetyShape.responsible_person),
  safety_warnings: sent(safetyShape.safety_warnings),
};

const fact = z.nullable(z.string());

/** The facts as a brand, or a tool itself, has them. */
export const safetyFactsSchema = z.object({
  manufacturer_name: fact,
  manufacturer_address: fact,
  manufacturer_email: fact,
  responsible_person: fact,
  safety_warnings: fact,
});

/** A tool's manufacturer on the wire. */
export const manufacturerSchema = z.object({ name: fact, address: fact, email: fact });

/** The manufacturer in `POST /tool` and `PATCH /tool/{id}`. */
export const manufacturerEditSchema = z.object({
  name: safetyEditShape.manufacturer_name,
  address: safetyEditShape.manufacturer_address,
  email: safetyEditShape.manufacturer_email,
});

/** What is said of a tool: its own facts, or else those of its brand. A responsible person answers for one
 * manufacturer, so a tool with its own manufacturer has nobody of its brand's. */
export function safetyOf(own: SafetyFacts, brand: SafetyFacts | null) {
  const hasOwn = own.manufacturer_name ?? own.manufacturer_address ?? own.manufacturer_email;
  const maker = hasOwn === null ? brand : own;
  const isKnown = maker?.manufacturer_name ?? maker?.manufacturer_address ?? maker?.manufacturer_email;
  return {
    manufacturer:
      maker && isKnown
        ? {
            name: maker.manufacturer_name,
            address: maker.manufacturer_address,
            email: maker.manufacturer_email,
          }
        : null,
    responsible_person: own.responsible_person ?? maker?.responsible_person ?? null,
    safety_warnings: own.safety_warnings ?? brand?.safety_warnings ?? null,
  };
}

/** Returns the fields of a manufacturer as sent; those left out are removed. */
export function manufacturerFields(sent: z.infer<typeof manufacturerEditSchema> | null) {
  return {
    manufacturer_name: sent?.name ?? null,
    manufacturer_address: sent?.address ?? null,
    manufacturer_email: sent?.email ?? null,
  };
}
